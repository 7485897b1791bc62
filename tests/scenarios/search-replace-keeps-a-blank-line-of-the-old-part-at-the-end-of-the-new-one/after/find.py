def find(keys, name):
    for key in keys:
        if key == name:
            return key
            break

