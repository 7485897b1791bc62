RATE = 19


def tax(amount):
    return amount * RATE
