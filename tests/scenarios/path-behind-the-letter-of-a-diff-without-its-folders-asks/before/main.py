from shop.tax import tax

print(tax(100))
