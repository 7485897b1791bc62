from decimal import Decimal
from fractions import Fraction


def price():
    return Decimal(3)
