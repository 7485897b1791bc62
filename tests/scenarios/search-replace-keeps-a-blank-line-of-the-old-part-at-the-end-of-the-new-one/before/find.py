def find(keys, name):
    for key in keys:
        if key == name:
            break

    return key


close()
