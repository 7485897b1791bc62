RATE = 9
=======
RATE = 19
