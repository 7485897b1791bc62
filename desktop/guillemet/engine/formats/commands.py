"""How a model is told to suggest deleting and renaming, for formats that have no words of their own for it."""

FENCED = """\
To delete or rename files, suggest the commands at the end, in a fence of their own:

```bash
git rm src/old_prices.py
git mv src/rates.py src/tax_rates.py
```
"""

INLINE = """\
To delete a file, suggest the command: `git rm src/old_prices.py`
To rename a file, suggest the command: `git mv src/rates.py src/tax_rates.py`
"""
