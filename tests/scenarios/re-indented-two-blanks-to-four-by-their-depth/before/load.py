def load(path):
    for line in open(path):
        if line:
            keep(line)
    return kept
