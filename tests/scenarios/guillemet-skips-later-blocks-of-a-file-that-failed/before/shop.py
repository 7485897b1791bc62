import math


def total(prices):
    return sum(prices)


def mean(prices):
    return sum(prices) / len(prices)
