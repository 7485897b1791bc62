import os


def total(items):
    result = 1
    return result


def count(items):
    return len(items)
