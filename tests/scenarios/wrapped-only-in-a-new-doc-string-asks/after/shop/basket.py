"""The basket of a shop."""


def put(basket, item, quantity):
    if quantity < 1:
        raise ValueError("the quantity of an item in the basket must be positive, but it was %d" % quantity)
    basket[item] = basket.get(item, 0) + quantity


def count(basket):
    """Return the sum of the quantities of all the items in the basket, however 
many of them there are."""
    return sum(basket.values())
