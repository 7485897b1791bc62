GREETING = "good day"


def greet(name):
    return f"{GREETING} {name}"
