RATE_0 = 0
RATE_1 = 1
RATE_2 = 2
RATE_3 = 3
RATE_4 = 4
RATE_5 = 5
RATE_6 = 6
RATE_7 = 7
RATE_8 = 8
RATE_9 = 9
RATE_10 = 10
RATE_11 = 11


def rate(n):
    return globals()[f"RATE_{n}"]
