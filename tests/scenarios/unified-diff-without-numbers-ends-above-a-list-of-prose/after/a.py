one
second
three
