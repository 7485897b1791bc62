import os


def total(items):
    result = sum(items)
    return result


def count(items):
    return len(items)
