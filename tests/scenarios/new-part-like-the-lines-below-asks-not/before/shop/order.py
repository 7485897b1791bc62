"""Orders of the shop."""

import json


class Order:
    """One order."""

    def __init__(self, items, total=0):
        self.items = items
        self.total = total

    def add(self, item, count=1):
        self.items.append((item, count))
        self.total += item.price * count

    def remove(self, item):
        self.items = [one for one in self.items if one[0] != item]
        self.total = sum(one.price * count for one, count in self.items)

    def to_json(self):
        return json.dumps({"items": self.items, "total": self.total})


def load(path):
    with open(path) as file:
        return Order(**json.load(file))
