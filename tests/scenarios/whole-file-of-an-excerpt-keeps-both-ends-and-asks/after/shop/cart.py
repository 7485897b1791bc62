import os

LIMIT = 3


def total(items):
    return sum(items)


def count(items):
    return len(list(items))


def mean(items):
    return total(items) / (count(items) or 1)


def show(items):
    print(mean(items))
