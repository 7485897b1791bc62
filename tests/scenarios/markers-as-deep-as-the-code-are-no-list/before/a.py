class A:
    x = 0
    y = 0
