class Till:
    def open(self):
        self.unlock(1)
        self.count()
