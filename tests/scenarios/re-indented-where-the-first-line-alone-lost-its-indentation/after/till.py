class Till:
    def open(self):
        self.drawer.unlock()
        if self.is_new:
            self.greet()
        self.count()

    def shut(self):
        self.drawer.lock()
