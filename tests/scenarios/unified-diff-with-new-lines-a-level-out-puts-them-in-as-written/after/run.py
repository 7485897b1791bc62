def run(queue):
    while queue:
        step(queue)
    finish(queue)
    report(queue)
    return queue


LAST = 1
