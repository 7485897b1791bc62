"""What regular customers save."""

RATE = 0.1


def discount(total):
    return total * RATE
