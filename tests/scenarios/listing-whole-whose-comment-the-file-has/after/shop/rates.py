# shop/rates.py
STANDARD = 0.2
REDUCED = 0.07
ZERO = 0
