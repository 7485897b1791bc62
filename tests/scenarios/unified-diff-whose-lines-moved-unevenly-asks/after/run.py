class Run:
    def run(self):
        one()
        two(1)
        more()
        three()
