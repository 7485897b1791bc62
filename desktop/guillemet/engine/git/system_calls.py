"""System calls that Python has no function for: flushing a whole file system, exchanging two names.

A function returns False where the system, or this disk, has no such call, so that the caller takes another way.
"""

import ctypes
import errno
import os
import sys
from pathlib import Path
from typing import Any

_MISSING = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP})
_IS_MAC = sys.platform == "darwin"
_HERE = -2 if _IS_MAC else -100
"""AT_FDCWD: names are looked up from the current folder, or are whole paths."""
_MUST_BE_NEW = 4 if _IS_MAC else 1
"""RENAME_EXCL there, RENAME_NOREPLACE on Linux."""
_EXCHANGE = 2
"""RENAME_SWAP there, RENAME_EXCHANGE on Linux."""


def _function(name: str) -> Any:
    """Return a function of the C library that sets errno; None where it has none of this name."""
    return getattr(ctypes.CDLL(None, use_errno=True), name, None) if os.name == "posix" else None


_syncfs = _function("syncfs")
_rename = _function("renameatx_np" if _IS_MAC else "renameat2")


def flush_file_system(folder: Path) -> bool:
    """Flush everything that was written to the file system of this folder; other threads go on meanwhile."""
    if _syncfs is None:
        return False
    handle = os.open(folder, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    try:
        return _is_done(_syncfs(handle))
    finally:
        os.close(handle)


def exchange(folder: int | None, name: str, other: str) -> bool:
    """Let two files of an open folder (None: of any) swap names in one step; raises OSError when one is missing."""
    return _renamed(folder, name, other, _EXCHANGE)


def rename_to_new(folder: int | None, name: str, new_name: str) -> bool:
    """Rename a file in an open folder (None: in any); raises FileExistsError when the new name is taken."""
    return _renamed(folder, name, new_name, _MUST_BE_NEW)


def _renamed(folder: int | None, name: str, new_name: str, flags: int) -> bool:
    if _rename is None:
        return False
    place = _HERE if folder is None else folder
    return _is_done(_rename(place, os.fsencode(name), place, os.fsencode(new_name), flags))


def _is_done(result: int) -> bool:
    code = ctypes.get_errno()
    if result == 0 or code in _MISSING:
        return result == 0
    raise OSError(code, os.strerror(code))
