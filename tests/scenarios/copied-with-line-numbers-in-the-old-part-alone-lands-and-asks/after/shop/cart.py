import os


def total(items):
    return sum(items)


def count(items):
    return len(items)
