alpha = 1
beta = 20
gamma = 3
