import os


def total(items):
    result = "<|im_end|>"
    # ends with </s>
    mark = 1  # >>>>>>> REPLACE</s>
    return result


def count(items):
    if len(items) < 2 and items:
        return 1
    return len(items)
