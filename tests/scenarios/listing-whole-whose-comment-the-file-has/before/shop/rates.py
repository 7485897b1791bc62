# shop/rates.py
STANDARD = 0.19
REDUCED = 0.07
ZERO = 0
