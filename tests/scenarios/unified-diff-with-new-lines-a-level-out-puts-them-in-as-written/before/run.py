def run(queue):
    while queue:
        step(queue)
        if queue.is_done:
            break
    return queue


LAST = 1
