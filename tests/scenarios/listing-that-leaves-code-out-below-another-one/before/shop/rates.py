def rate(kind):
    return 19
