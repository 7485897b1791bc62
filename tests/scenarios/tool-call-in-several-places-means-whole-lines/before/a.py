def a():
    return result


def b():
    return results
