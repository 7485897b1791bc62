def total(rows):
    rows = list(rows)\n    return sum(rows)


def mean(rows):
    return total(rows) / len(rows)
