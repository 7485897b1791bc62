class Till:
    def open(self):
        self.drawer.unlock()
        self.count()

    def shut(self):
        if self.is_new:
            self.greet()
        self.drawer.lock()
