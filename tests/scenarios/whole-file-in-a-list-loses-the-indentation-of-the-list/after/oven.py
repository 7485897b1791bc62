def heat(degrees):
    if degrees > 300:
        raise ValueError
    return degrees
