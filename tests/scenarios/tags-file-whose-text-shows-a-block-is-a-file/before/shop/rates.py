"""The rates of the shop."""

STANDARD = 0.19


def rate(country):
    return STANDARD


def reduced():
    return 0.07
