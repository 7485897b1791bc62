class Till:
    def open(self):
        self.log('open')
        self.drawer.push()

    def close(self):
        self.log('shut')
        self.drawer.pull()
