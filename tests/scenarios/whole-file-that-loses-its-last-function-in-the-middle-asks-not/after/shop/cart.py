import os

LIMIT = 3


def total(items):
    return sum(items)


def mean(items):
    return total(items) / len(items)


def show(items):
    print(mean(items))
