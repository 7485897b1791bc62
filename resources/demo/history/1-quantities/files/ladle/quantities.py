"""Quantities as cooks write them: 2, 0.5, 1/2 and 1 1/2."""

from fractions import Fraction


def parse(text):
    """Return the number a cook means, as a Fraction."""
    total = Fraction(0)
    for word in text.split():
        total += Fraction(word)
    return total


def show(number):
    """Write a number the way a cook would read it."""
    whole, rest = divmod(number, 1)
    if rest == 0:
        return str(whole)
    if whole == 0:
        return str(rest)
    return f"{whole} {rest}"


def is_quantity(word):
    """Tell whether a word is part of a quantity."""
    try:
        Fraction(word)
    except ValueError:
        return False
    return True
