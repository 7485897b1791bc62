PRICE = "5 €"
LIMIT = "9 €"
