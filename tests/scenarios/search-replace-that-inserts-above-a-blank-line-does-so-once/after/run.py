import json
import sys


def main():
    pass
