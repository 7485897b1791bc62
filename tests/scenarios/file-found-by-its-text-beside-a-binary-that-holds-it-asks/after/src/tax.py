RATE = 19


def tax(amount, rate=RATE):
    return amount * rate / 100
