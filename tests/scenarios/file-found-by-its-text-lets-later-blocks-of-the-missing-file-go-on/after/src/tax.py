RATE = 21


def tax(amount, rate=RATE):
    return amount * rate / 100
