"""The cart."""


def total(items):
    total = 0
    for item in items:
        total += item.price
    return total


def count(items):
    return len(items)
