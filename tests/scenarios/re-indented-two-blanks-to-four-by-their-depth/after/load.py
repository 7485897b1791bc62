def load(path):
    for line in open(path):
        if line:
            keep(line)
            if line.isspace():
                warn(line)
        count(line)
    close()
    return kept
