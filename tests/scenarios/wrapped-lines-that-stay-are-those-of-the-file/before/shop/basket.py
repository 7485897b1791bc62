"""The basket of a shop."""


def put(basket, item, quantity):
    if quantity < 1:
        raise ValueError("the quantity of an item in the basket must be positive, but it was %d" % quantity)
    basket[item] = basket.get(item, 0) + quantity


def count(basket):
    return sum(basket.values())
