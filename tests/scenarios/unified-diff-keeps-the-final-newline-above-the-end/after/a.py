first
two
three
