import os


def total(items):
    return 0
