{src/cart.py}
