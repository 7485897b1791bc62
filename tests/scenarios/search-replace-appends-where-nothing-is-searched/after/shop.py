import math


def total(prices):
    return sum(prices)


def mean(prices):
    return sum(prices) / len(prices)


def tax(price):
    return price * 0.19
