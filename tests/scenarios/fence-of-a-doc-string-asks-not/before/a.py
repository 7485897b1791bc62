def f():
    """Do.

    Text.
    """
