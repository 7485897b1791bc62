class Till:
    def open(self):
        with self.lock_of():
            self.unlock()
            return self.count()

    def shut(self):
        self.lock()
