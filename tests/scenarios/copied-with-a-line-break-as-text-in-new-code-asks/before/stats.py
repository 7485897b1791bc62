def total(rows):
    return sum(rows)


def mean(rows):
    return total(rows) / len(rows)
