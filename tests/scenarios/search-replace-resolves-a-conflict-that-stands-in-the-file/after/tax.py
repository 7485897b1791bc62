import os
RATE = 9


def tax(price):
    return price * RATE
