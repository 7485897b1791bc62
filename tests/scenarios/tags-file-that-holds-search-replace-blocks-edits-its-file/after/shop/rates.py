"""The rates of the shop."""

STANDARD = 0.2


def rate(country):
    return STANDARD


def reduced():
    return 0.05
