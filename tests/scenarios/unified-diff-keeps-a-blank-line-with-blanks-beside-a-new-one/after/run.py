def run():
    one()

    more()
    
    two()  
