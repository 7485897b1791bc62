import os


def total(items):
    result = sum(items)
    return result


def count(items):
    if len(items) < 2 and items:
        return 1
    return len(items)
