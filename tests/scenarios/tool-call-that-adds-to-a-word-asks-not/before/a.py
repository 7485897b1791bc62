total = sum(a)
