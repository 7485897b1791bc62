import os

RATE = 7
