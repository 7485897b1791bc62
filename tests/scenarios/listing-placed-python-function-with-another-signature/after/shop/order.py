"""Orders of the shop."""

import logging
from dataclasses import dataclass

from shop.rates import vat

log = logging.getLogger(__name__)

LIMIT = 100


@dataclass
class Item:
    """One line of an order."""

    name: str
    price: float
    count: int = 1

    @property
    def total(self):
        """What the line costs."""
        return self.price * self.count


class Order:
    """What somebody buys."""

    def __init__(self, items):
        self.items = items
        self.paid = False

    def total(self):
        amount = 0
        for item in self.items:
            amount += item.total
        return vat(amount)

    def pay(self, wallet):
        wallet.take(self.total())
        self.paid = True
        log.info("paid")


def parse(lines, sep=","):
    return Order([Item(*line.split(sep)) for line in lines])


def main():
    order = parse(open("orders.csv"))
    print(order.total())
