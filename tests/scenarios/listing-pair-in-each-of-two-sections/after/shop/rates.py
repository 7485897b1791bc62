def rate(kind):
    return 7 if kind == "book" else 19


def label(kind):
    return kind.title()
