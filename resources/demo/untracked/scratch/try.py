print("a first try, thrown away")
