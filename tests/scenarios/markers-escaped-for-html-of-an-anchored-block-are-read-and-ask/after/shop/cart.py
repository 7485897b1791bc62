import os


def total(items):
    result = 0
    return result


def count(items):
    if 0 < len(items) < 2:
        return 1
    return len(items)
