class Run:
    def run(self):
        one()
        two()
        three()
