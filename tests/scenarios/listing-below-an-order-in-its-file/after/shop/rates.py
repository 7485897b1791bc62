from shop.table import RATES

def rate(kind):
    return RATES[kind]


def label(kind):
    return kind.title()
