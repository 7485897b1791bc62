"""The cart of a customer."""

from shop.tax import rate


class Cart:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

    def total(self):
        return round(sum(item.price for item in self.items), 2)


def empty():
    return Cart()


def with_tax(cart):
    return cart.total() * (1 + rate())
