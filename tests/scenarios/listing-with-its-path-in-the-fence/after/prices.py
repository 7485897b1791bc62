def total(prices):
    return round(sum(prices), 2)


def mean(prices):
    return total(prices) / len(prices)
