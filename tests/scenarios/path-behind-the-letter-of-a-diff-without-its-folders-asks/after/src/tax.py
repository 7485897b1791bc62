RATE = 21


def tax(amount):
    return amount * RATE / 100
