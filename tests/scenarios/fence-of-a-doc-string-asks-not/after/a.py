def f():
    """Do.

    Text:

    ```
    f()
    ```

    More.
    """
