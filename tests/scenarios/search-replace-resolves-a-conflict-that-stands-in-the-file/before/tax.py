import os
<<<<<<< HEAD
RATE = 7
=======
RATE = 9
>>>>>>> feature


def tax(price):
<<<<<<< HEAD
    return price * 7
||||||| base
    return 0
=======
    return price * RATE
>>>>>>> feature
