"""The cart of a customer."""

from shop.tax import rate


class Cart:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

    def total(self):
        return sum(item.price for item in self.items)


def empty():
    return Cart()


def with_tax(cart):
    return cart.total() * (1 + rate())
