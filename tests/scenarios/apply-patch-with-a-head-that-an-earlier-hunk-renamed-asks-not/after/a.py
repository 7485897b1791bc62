class Basket:
    def total(self) -> int:
        return 1
