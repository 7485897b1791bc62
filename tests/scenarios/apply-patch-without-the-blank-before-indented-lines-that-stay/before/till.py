class Till:
    def open(self):
        self.unlock()
        self.count()
