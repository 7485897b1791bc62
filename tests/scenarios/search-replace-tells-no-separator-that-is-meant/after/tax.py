<<<<<<< HEAD
RATE = 7
=======
RATE = 9
>>>>>>> feature
