RATES = range(12)


def rate(n):
    return globals()[f"RATE_{n}"]
