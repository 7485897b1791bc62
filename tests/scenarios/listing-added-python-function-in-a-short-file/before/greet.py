def hello():
    return "Hello"
