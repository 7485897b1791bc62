def step_one(queue):
    item = queue.pop()
    return item


def step_two(queue):
    item = queue.pop()
    return item


def step_three(queue):
    item = queue.pop()
    return item


def step_four(queue):
    item = queue.pop()
    return item


