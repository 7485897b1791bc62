PRICE = "6 €"
LIMIT = "9 €"
