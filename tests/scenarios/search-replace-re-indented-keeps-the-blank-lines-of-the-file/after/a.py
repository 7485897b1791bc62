class A:
    def f(self):
        one()
    
        three()

        two()
