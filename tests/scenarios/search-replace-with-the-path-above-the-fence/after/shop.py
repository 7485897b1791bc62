import math


def total(prices):
    return round(sum(prices), 2)


def mean(prices):
    return sum(prices) / len(prices)
