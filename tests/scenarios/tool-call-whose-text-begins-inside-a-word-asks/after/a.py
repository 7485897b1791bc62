total = subsum(a)
