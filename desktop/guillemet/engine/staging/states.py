"""Which trees the private ref named before: where to return to when a gc took a part of the present one.

One hex id a line in `.git/guillemet/states`, the newest last. It is only a hint: what it names is a review only when it
is whole and signed.
"""

import os
import re
from contextlib import suppress
from pathlib import Path

from guillemet.engine.git.durability import share
from guillemet.engine.git.own_files import check_own

MOST = 100
_LINE = re.compile(rb"([0-9a-f]{40})\n")
_LINE_LENGTH = 41
_SAFE = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


class States:
    """The list of one worktree; what cannot be read or written is left out of it."""

    def __init__(self, folder: Path, shared: str) -> None:
        """`shared` is the repository's `core.sharedRepository`."""
        self._place, self._shared = folder / "states", shared

    def add(self, tree: str) -> None:
        """Note a tree that the ref is about to name; the oldest ones are forgotten."""
        check_own(self._place.parent.parent, f"{self._place.parent.name}/{self._place.name}")
        with suppress(OSError):
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | _SAFE
            with os.fdopen(os.open(self._place, flags, 0o600), "r+b") as file:
                kept = b""
                if file.seek(0, os.SEEK_END) >= 2 * MOST * _LINE_LENGTH:
                    file.seek(-MOST * _LINE_LENGTH, os.SEEK_END)
                    kept = file.read()
                    file.truncate(0)
                file.write(kept + tree.encode() + b"\n")
            share(self._place, self._shared)

    def read(self) -> list[str]:
        """Return them, the newest first."""
        check_own(self._place.parent.parent, f"{self._place.parent.name}/{self._place.name}")
        try:
            with os.fdopen(os.open(self._place, os.O_RDONLY | _SAFE), "rb") as file:
                found = _LINE.findall(file.read(4 * MOST * _LINE_LENGTH))
        except OSError:
            return []
        return list(dict.fromkeys(tree.decode() for tree in reversed(found)))
