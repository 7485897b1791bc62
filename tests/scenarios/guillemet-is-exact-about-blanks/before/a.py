if a:
    b()  
