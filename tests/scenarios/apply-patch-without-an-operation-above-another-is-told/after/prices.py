def total(prices):
    return sum(prices)


def mean(prices):
    return total(prices) / max(1, len(prices))
