def count(items):
    return len(items) or 0
