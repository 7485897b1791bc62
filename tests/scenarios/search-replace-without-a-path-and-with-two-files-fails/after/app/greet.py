GREETING = "hello"


def greet(name):
    return f"{GREETING} {name}"
