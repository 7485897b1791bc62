"""Whether what lies at a path may be written over or removed, and which permissions its successor gets."""

import os
import stat

from guillemet.engine.errors import FileError
from guillemet.engine.git.safe_dir import SafeDir
from guillemet.engine.git.trees import EXECUTABLE, FILE

PERMISSIONS = 0o777
"""What a file may get of the permissions of another: nothing that lets it run as another user or group."""

_EXECUTE = 0o111
_OWNER_EXECUTES = 0o100
_WRITE = 0o222
_READABLE = 0o444


def check_replaceable(folder: SafeDir, status: os.stat_result, path: str) -> None:
    """Refuse folders, pipes, devices, and what is read-only."""
    check_writable_folder(folder, path)
    if stat.S_ISDIR(status.st_mode):
        raise FileError(path, f"{path} is a folder, not a file. Move it away first.")
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode)):
        raise FileError(path, f"{path} is a pipe, a socket or a device, not a file.")
    # Renaming over it, or removing it, would succeed: only the folder's permissions count for that.
    if stat.S_ISREG(status.st_mode) and not status.st_mode & _WRITE:
        raise FileError(path, f"{path} is read-only. Make it writable and try again.")


def check_writable_folder(folder: SafeDir, path: str) -> None:
    """Refuse a read-only folder: asked by the mode, because everything is writable for root."""
    # On Windows the mark means something else: Explorer puts it on folders with a look of their own.
    if os.name != "nt" and not folder.own_status().st_mode & _WRITE:
        raise FileError(path, f"The folder of {path} is read-only. Make it writable and try again.")


def is_executable(status: os.stat_result) -> bool:
    """Whether git would call the file executable."""
    return bool(status.st_mode & _OWNER_EXECUTES)


def with_executable(status: os.stat_result, mode: int | None) -> int:
    """Return the file's permissions, executable or not as `mode` says; untouched where it says nothing new."""
    permissions = status.st_mode & PERMISSIONS
    if mode not in (FILE, EXECUTABLE) or is_executable(status) == (mode == EXECUTABLE):
        return permissions
    return permissions | (permissions & _READABLE) >> 2 if mode == EXECUTABLE else permissions & ~_EXECUTE
