"""The shopping list of one or more recipes."""

from ladle.quantities import show


class ShoppingList:
    """Adds up what several recipes need."""

    def __init__(self):
        self.needed = {}

    def add(self, recipe):
        for each in recipe.ingredients:
            key = (each.name, each.unit)
            if key in self.needed:
                self.needed[key] = self.needed[key] + each.amount
            else:
                self.needed[key] = each.amount

    def lines(self):
        """Return the list, one line for each thing to buy."""
        found = []
        for (name, unit), amount in self.needed.items():
            found.append(f"{show(amount)} {unit} {name}")
        return found
