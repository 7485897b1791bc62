import os


def total(items):
    result = 0
    return result


def count(items):
    return sum(1 for _ in items)
