class Till:
    def open(self):
        self.unlock()
        self.greet()
        self.count()
