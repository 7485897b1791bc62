def greet(name):
    print("good day", name)
    return name
