import os

LIMIT = 3


def total(items):
    return sum(items)


def count(items):
    return len(items)


def mean(items):
    return total(items) / count(items)


def show(items):
    print(mean(items))
