def rate(kind):
    return 19


def label(kind):
    return kind.title()
