y = 3  # `git rm src/old.py`
