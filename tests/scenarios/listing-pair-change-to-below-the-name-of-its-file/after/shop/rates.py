def rate(kind):
    return 20


def label(kind):
    return kind.title()
