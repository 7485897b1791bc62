def total(rows):
    return \_sum(rows)


def mean(rows):
    return total(rows) / len(rows)
