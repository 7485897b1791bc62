"""System calls that Python has no function for: flushing a whole file system.

A function returns False where the system, or this disk, has no such call, so that the caller takes another way.
"""

import ctypes
import errno
import os
from pathlib import Path
from typing import Any

_MISSING = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM})


def _function(name: str) -> Any:
    """Return a function of the C library that sets errno; None where it has none of this name."""
    return getattr(ctypes.CDLL(None, use_errno=True), name, None) if os.name == "posix" else None


_syncfs = _function("syncfs")


def flush_file_system(folder: Path) -> bool:
    """Flush everything that was written to the file system of this folder; other threads go on meanwhile."""
    if _syncfs is None:
        return False
    handle = os.open(folder, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    try:
        return _is_done(_syncfs(handle))
    finally:
        os.close(handle)


def _is_done(result: int) -> bool:
    code = ctypes.get_errno()
    if result == 0 or code in _MISSING:
        return result == 0
    raise OSError(code, os.strerror(code))
