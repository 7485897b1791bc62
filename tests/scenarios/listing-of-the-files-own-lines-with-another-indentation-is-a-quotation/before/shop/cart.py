class Cart:
    def __init__(self, items):
        self.items = items

    def total(self):
        return sum(self.items)

    def count(self):
        return len(self.items)
