import math


def total(prices, tax=0):
    return sum(prices)


def mean(prices):
    return sum(prices) / len(prices)
