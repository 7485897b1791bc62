class Till:
    def open(self):
#        self.unlock()
#        return self.count()
        pass

    def shut(self):
        self.lock()
