def total(prices):
    return round(sum(prices), 2)
