one()

two()

three()
