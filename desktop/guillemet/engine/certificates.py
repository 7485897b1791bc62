"""Keeps certificates that are broken or missing from ending the program before it has begun.

While it is imported, pygit2 hands libgit2 the certificates that the environment names or, failing that, the system's.
It raises when they cannot be read, and when there are none: in a container without any, or in an app that was built on
a system that keeps them elsewhere. Nothing here talks to a network through libgit2; who does so later, without it,
reads the environment and says what is wrong with it.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_NONE = {"SSL_CERT_FILE": "", "SSL_CERT_DIR": sys.prefix}
"""No file, and a folder that exists and holds no certificates."""


@contextmanager
def set_aside() -> Iterator[None]:
    """Let what is imported meanwhile find no certificates, and a place to look for them."""
    named = {name: os.environ.get(name) for name in _NONE}
    os.environ.update(_NONE)
    try:
        yield
    finally:
        for name, value in named.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
