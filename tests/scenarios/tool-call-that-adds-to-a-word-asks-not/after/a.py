total = sum(a) + 1
