def f():   
    a = 3
    b = 2
