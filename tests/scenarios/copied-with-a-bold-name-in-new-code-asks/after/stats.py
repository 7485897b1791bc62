def total(rows):
    return sum(rows, **start**)


def mean(rows):
    return total(rows) / len(rows)
