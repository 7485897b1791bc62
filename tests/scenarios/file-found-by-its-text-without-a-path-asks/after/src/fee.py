RATE = 7


def fee(amount):
    return amount * RATE / 100
