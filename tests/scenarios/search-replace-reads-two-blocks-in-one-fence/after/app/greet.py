GREETING = "good day"


def welcome(name):
    return f"{GREETING} {name}"
