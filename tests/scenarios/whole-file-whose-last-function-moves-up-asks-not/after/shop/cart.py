import os

LIMIT = 3


def show(items):
    print(mean(items))


def total(items):
    return sum(items)


def count(items):
    return len(items)


def mean(items):
    return total(items) / count(items)
