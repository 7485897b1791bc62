class Till:
    def open(self):
        self.drawer.unlock()
        self.count()

    def shut(self):
        self.drawer.lock()
