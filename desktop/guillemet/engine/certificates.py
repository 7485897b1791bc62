"""Keeps certificates that the environment names, and that are broken, from ending the program before it has begun.

pygit2 hands them to libgit2 while it is imported, and raises when they cannot be read. Nothing here talks to a network
through libgit2; who does so later, without it, reads the environment and says what is wrong with it.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

_NAMES = ("SSL_CERT_FILE", "SSL_CERT_DIR")


@contextmanager
def set_aside() -> Iterator[None]:
    """Let what is imported meanwhile see no certificates in the environment."""
    named = {name: os.environ.pop(name) for name in _NAMES if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(named)
