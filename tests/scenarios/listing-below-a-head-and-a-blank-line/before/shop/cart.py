import os


def total(items):
    result = 0
    return result


def count(items):
    return len(items)
