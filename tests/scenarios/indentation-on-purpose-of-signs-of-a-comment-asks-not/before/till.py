class Till:
    def open(self):
        self.unlock()
        return self.count()

    def shut(self):
        self.lock()
