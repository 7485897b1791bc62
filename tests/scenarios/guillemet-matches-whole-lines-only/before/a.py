total = 1
subtotal = 1
