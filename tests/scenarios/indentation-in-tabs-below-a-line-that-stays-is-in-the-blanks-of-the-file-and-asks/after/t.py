def a():
    return 1


def b():
    x = 2
    return x
