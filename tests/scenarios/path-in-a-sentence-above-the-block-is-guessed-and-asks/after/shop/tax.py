import os

RATE = 19
