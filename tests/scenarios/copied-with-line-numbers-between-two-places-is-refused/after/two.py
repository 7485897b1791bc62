def a():
    x = compute()
    return x


def b():
    x = compute()
    return x
