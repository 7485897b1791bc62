def red(text):
    return f"\033[31m{text}\033[0m"
