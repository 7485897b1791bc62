def total(items):
    # return the sum of them
    return sum(items)
    if not items: return 0
