class Till:
    def open(self):
        self.unlock()
        return self.count()

    def shut(self):
        if self.is_open:
            self.close_drawer()
        self.lock()
