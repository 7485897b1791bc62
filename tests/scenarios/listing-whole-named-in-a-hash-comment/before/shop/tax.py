STANDARD = 0.19


def rate():
    return STANDARD


def reduced():
    return 0.07
