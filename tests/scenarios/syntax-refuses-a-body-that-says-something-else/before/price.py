def price(item, *, rate=19):
    # net first
    net = item.net
    gross = net * (100 + rate) / 100

    return round(gross, 2)


def name(item):
    return item.name
