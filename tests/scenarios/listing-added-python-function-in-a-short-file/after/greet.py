def hello():
    return "Hello"


def howdy():
    return "Howdy"
