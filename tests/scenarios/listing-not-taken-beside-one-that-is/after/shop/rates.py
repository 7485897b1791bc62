def rate(kind):
    return 20
