rate = 9
