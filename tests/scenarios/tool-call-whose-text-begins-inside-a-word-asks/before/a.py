total = subtotal(a)
