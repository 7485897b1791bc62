def total(amounts):
    return sum(amounts)
