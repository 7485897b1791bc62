"""What lies at a path of the worktree, and what shall lie there."""

from collections.abc import Callable

from msgspec import Struct

from guillemet.engine.git.trees import FILE

LARGEST = 256 * 2**20
"""Bytes of a file that is still read: it is held in memory whole, more than once."""


class FileState(Struct, frozen=True):
    """What lies at a path: an ordinary file, a link itself, or nothing."""

    data: bytes | None
    """A link's target, for a link; None when nothing is there."""
    mode: int = FILE
    """FILE, EXECUTABLE or LINK, as in trees."""


NOTHING = FileState(None)

Expected = Callable[[FileState], bool]
"""Whether what lies at a path now is what may be written over."""


def anything(_: FileState) -> bool:
    """Expect whatever there is."""
    return True


class WantedState(Struct, frozen=True):
    """A file to be written."""

    data: bytes
    mode: int | None
    """FILE or EXECUTABLE to set the executable bit where the disk has it, LINK for a link; None keeps it."""
    permissions: int
    """Of a file that is not there yet; 0 for the usual ones."""
