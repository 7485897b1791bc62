"""The basket of a shop."""


LIMITS = {"book": 100, "toy": 50, "ticket": 10, "voucher": 1, "flower": 30, "new
spaper": 3}


def put(basket, item, quantity):
    if quantity < 1:
        raise ValueError("the quantity of an item in the basket must be positive, but it was %d" % quantity)
    basket[item] = basket.get(item, 0) + quantity


def count(basket):
    return sum(basket.values())
