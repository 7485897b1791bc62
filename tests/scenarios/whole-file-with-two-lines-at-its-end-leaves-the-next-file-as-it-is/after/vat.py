VAT = 1
