def heat(degrees):
    if degrees > 250:
        raise ValueError
    return degrees
