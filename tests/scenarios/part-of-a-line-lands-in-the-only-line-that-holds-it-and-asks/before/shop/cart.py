def total(items):
    # the sum of them all
    if not items: return 0
    return sum(items)


def count(items):
    return len(items)
