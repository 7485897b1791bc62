"""The basket of a shop."""


def put(basket, item, quantity):
    if quantity < 1:
        raise ValueError("the quantity of an item in the basket must be positive, but it was %d" % quantity)
    basket[item] = basket.get(item, 0) + quantity


def worth(basket):
    return sum(quantity * item.price for item, quantity in basket.items() if item.price)
def count(basket):
    # The quantities of all items together, as the page of the basket shows them beside
    # the button that leads there, and as the mail says that confirms the order.
    return sum(quantity for item, quantity in basket.items() if item.is_physical and
               not item.is_returned)
