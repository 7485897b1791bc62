class Till:
    def open(self):
        self.unlock()
        self.greet("open")
        return self.count()

    def shut(self):
        self.lock()
