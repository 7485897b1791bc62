import math


class Cart:
    """Things to buy."""

    def __init__(self):
        self.items = []

    def total(self):
        return math.fsum(item.price for item in self.items)

    def clear(self):
        self.items.clear()


class Order:
    def clear(self):
        self.paid = False


def load(path):
    with open(path) as file:
        return file.read()


if __name__ == "__main__":
    print(load("cart.json"))
