class Till:
    def open(self):
        self.unlock()
        return self.count()

    def shut(self):
        """Shut the so-called “till”.

        It’s done at night.
        """
        self.lock("“now”")  # not ‘later’
