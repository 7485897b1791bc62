def one():
    return 2


def two():
    return 1
