total = 2
subtotal = 1
