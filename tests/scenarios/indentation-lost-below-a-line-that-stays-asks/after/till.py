class Till:
    def open(self):
        self.greet()
        self.unlock()
        return self.count()

    def shut(self):
        self.lock()
