import os

run(os)
