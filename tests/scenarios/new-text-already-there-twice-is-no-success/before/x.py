def a():
    wait(9)
    go(3, 4)

def b():
    wait(9)
    go(3, 4)
