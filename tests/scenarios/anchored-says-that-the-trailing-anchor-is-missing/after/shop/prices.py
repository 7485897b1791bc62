"""Prices of the shop."""

import math


def total(prices):
    print(prices)
    return sum(prices)


def mean(prices):
    return total(prices) / len(prices)
