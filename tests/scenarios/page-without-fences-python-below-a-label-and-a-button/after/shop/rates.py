"""The rates of the shop."""

STANDARD = 0.19


def rate(country):
    return {"DE": 0.19, "FR": 0.2}.get(country, STANDARD)


def reduced():
    return 0.07
