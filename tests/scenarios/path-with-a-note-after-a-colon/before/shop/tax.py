rate = 7
