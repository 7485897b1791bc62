GREETING = "good day"


def greet(name: str) -> str:
    return f"{GREETING} {name}"
