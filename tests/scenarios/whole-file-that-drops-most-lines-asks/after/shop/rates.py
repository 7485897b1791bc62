def rate(n):
    return globals().get(f"RATE_{n}")
