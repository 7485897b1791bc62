RATE = 8
=======
RATE = 9
>>>>>>> feature
