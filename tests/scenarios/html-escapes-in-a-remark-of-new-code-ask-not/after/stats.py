def total(rows):
    # Shown as 1 &lt; 2 on the page.
    return sum(rows)


def mean(rows):
    return total(rows) / len(rows)
