def run():
    one()
    
    two()  
