def total(items):
    # the sum of them all
    if len(items) == 0: return 0
    return sum(items)


def count(items):
    return len(items)
