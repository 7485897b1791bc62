"""The rates of the shop."""

STANDARD = 0.19


def rate(country):
    """Return the rate of a country.

This is the standard rate.
The shop has no other one.
"""
    return STANDARD + 0.01


def reduced():
    return 0.07
