import os

RATE = 21
