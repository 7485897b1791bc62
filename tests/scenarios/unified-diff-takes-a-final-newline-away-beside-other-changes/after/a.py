one
second
third