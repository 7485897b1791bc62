class Cart:
    def total(self) -> int:
        return 0
