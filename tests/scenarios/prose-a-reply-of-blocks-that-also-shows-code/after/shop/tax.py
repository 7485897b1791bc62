STANDARD = 0.2


def rate():
    return STANDARD


def reduced():
    return 0.07
