"""Orders of the shop."""

import csv
import logging
from dataclasses import dataclass

from shop.rates import vat

log = logging.getLogger(__name__)

LIMIT = 200


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


def parse(lines):
    items = []
    for line in lines:
        name, price = line.split(",")
        items.append(Item(name, float(price)))
    return Order(items)


def main():
    order = parse(open("orders.csv"))
    print(order.total())
