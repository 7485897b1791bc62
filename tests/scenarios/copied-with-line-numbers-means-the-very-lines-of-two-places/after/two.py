def a():
    x = compute()
    return x


def b():
    return compute()
