FIRST = 1
second = 2
