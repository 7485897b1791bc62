"""Signs of life: files that are locked for as long as their window lives, so that others can tell a crash from work.

    history.sqlite              the conversations
    history.sqlite-opening      locked by who opens it, one window at a time
    history.sqlite-window-…     locked by the window of that name; the system frees it however the window ends

A number of a process would not do: numbers are used again, and in a sandbox every window has the same.
"""

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int, *, waits: bool) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_LOCK if waits else msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int, *, waits: bool) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)


class LivenessLock:
    """A window's own sign; `name` stands in the turns that it writes."""

    def __init__(self, file: Path) -> None:
        """Put the sign up beside the file; raise OSError where nothing can be written."""
        self._file = file
        self.name = secrets.token_hex(8)
        self._place = _place(file, self.name)
        self._descriptor = os.open(self._place, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        _try_lock(self._descriptor)

    def take_down(self) -> None:
        """Tell that this window lives no more."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
            self._place.unlink(missing_ok=True)

    def is_alive(self, name: str) -> bool:
        """Return whether the window of that name lives."""
        return name == self.name or _is_locked(_place(self._file, name))

    def clear(self) -> tuple[bool, bool]:
        """Take down the signs of dead windows; return whether any other window lives, and whether any had died."""
        others = [place for place in self._file.parent.glob(f"{self._file.name}-window-*") if place != self._place]
        dead = [place for place in others if not _is_locked(place)]
        for place in dead:
            place.unlink(missing_ok=True)
        return len(dead) < len(others), bool(dead)


@contextmanager
def one_at_a_time(file: Path) -> Iterator[None]:
    """Hold off every other window that wants to open the file."""
    descriptor = os.open(file.with_name(f"{file.name}-opening"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _try_lock(descriptor, waits=True)
        yield
    finally:
        os.close(descriptor)


def _place(file: Path, name: str) -> Path:
    return file.with_name(f"{file.name}-window-{name}")


def _is_locked(place: Path) -> bool:
    try:
        descriptor = os.open(place, os.O_RDWR)
    except OSError:
        return False
    try:
        return not _try_lock(descriptor)
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int, *, waits: bool = False) -> bool:
    """Return False when somebody else holds the lock; where the file system knows no locks, nobody does."""
    try:
        _lock(descriptor, waits=waits)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True
