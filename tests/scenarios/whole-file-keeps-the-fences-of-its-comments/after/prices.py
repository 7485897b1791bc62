"""Prices.

```
prices run
```
"""


def run():
    """Run it:

    ```
    run()
    ```
    """
