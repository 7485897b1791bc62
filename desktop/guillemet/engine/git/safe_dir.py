"""A folder of the worktree held open, so that nothing can be swapped in its place between a check and a write.

Every name is one component, looked up in the open folder and never followed when it is a link. A folder that is .git,
however it is spelled, is recognised by device and inode number, not only by its name.

Where the system cannot open by directory handle (Windows), the same checks are made on the full path just before each
call; a folder that is swapped in that instant is not detected there.
"""

import ctypes
import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from guillemet.engine.errors import FileError, RepositoryError, UnsafePathError
from guillemet.engine.git.error_mapping import repository_faults

_MISSING = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP})
_IS_MAC = sys.platform == "darwin"
_HERE = -2 if _IS_MAC else -100
"""AT_FDCWD: names are relative to the current folder, or absolute paths."""
_MUST_BE_NEW = 4 if _IS_MAC else 1
"""RENAME_EXCL on macOS, RENAME_NOREPLACE on Linux."""
_EXCHANGE = 2
"""RENAME_SWAP on macOS, RENAME_EXCHANGE on Linux."""
HAS_HANDLES = os.open in os.supports_dir_fd and os.replace in os.supports_dir_fd | {os.rename, os.replace}
"""Whether the system opens and renames relative to an open folder."""
TEMPORARY_PREFIX = ".guillemet-"
TEMPORARY_SUFFIX = ".tmp"
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_PLAIN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _PLAIN
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLAIN
_JUNCTION = 0xA0000003
"""IO_REPARSE_TAG_MOUNT_POINT: how Windows marks a folder that only leads to another one."""
MOST_LEVELS = 200
"""Greatest depth of nested folders that are walked; each level keeps a handle open."""


def check_own(folder: Path, *names: str) -> None:
    """Check that these paths below `folder`, and their parent folders, are regular files or real folders, or missing.

    Names are relative, with slashes. Anything else (a link, a pipe, a device) is renamed, and RepositoryError raised.
    """
    for name in names:
        place = str(folder)
        for part in name.split("/"):
            place = f"{place}{os.sep}{part}"
            try:
                status = os.lstat(place)  # dozens of times for each decision: a Path takes twice as long
            except OSError:
                break  # missing, and so is everything below
            if is_junction(status) or not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
                _put_aside(Path(place), folder / f"guillemet-aside-{secrets.token_hex(4)}", status.st_mode)


def _put_aside(place: Path, aside: Path, mode: int) -> None:
    what = "a link" if stat.S_ISLNK(mode) else "a pipe, a socket or a device"
    with repository_faults(f"{place} is {what} that Guillemet did not make, and it cannot be put aside"):
        place.rename(aside)
    raise RepositoryError(
        f"{place} was {what} that Guillemet did not make. It was not opened, and is called {aside.name} now. "
        "Do not trust this repository before you know who made it; then try again."
    )


def _function(name: str) -> Any:
    """Return the function of the C library with this name, set up to report errno; None where it is missing."""
    return getattr(ctypes.CDLL(None, use_errno=True), name, None) if os.name == "posix" else None


_syncfs = _function("syncfs")
_rename = _function("renameatx_np" if _IS_MAC else "renameat2")


def flush_file_system(folder: str) -> bool:
    """Flush everything written to the file system of this folder, without the GIL; False where the system cannot."""
    if _syncfs is None:
        return False
    handle = os.open(folder, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    try:
        return _is_done(_syncfs(handle))
    finally:
        os.close(handle)


def exchange(folder: int | None, name: str, other: str) -> bool:
    """Swap the names of two files atomically, relative to an open folder (None: whole paths).

    Return False where the system or the file system cannot; raises OSError when one is missing.
    """
    return _renamed(folder, name, other, _EXCHANGE)


def rename_to_new(folder: int | None, name: str, new_name: str) -> bool:
    """Rename a file atomically, relative to an open folder (None: whole paths).

    Return False where the system or the file system cannot; raises FileExistsError when the new name is taken.
    """
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


Identity = tuple[int, int]
"""Device and inode number of a file: the same under all its names."""


def identity(status: os.stat_result) -> Identity:
    """Return what identifies this file."""
    return status.st_dev, status.st_ino


def is_junction(status: os.stat_result) -> bool:
    """Whether it is a junction of Windows: a link to another folder, though its mode is that of a folder."""
    return getattr(status, "st_reparse_tag", 0) == _JUNCTION


class SafeDir(Struct):
    """One open folder; close it with `close`, or let `open_folder` do so."""

    _path: Path
    handle: int | None
    """None where names are looked up by their full path."""

    def status(self, name: str) -> os.stat_result | None:
        """Return the status of this name, of a link itself; None when it does not exist."""
        try:
            return os.stat(self.at(name), dir_fd=self.handle, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def own_status(self) -> os.stat_result:
        """Return the folder's own status."""
        return os.fstat(self.handle) if self.handle is not None else self._path.lstat()

    def enter(self, name: str) -> "SafeDir":
        """Open a folder in this one; raises NotADirectoryError for anything else, including links."""
        if self.handle is None:
            status = (self._path / name).lstat()
            if not stat.S_ISDIR(status.st_mode) or is_junction(status):
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), name)
            return SafeDir(self._path / name, None)
        return SafeDir(self._path / name, os.open(name, _FOLDER, dir_fd=self.handle))

    def read(self, name: str) -> tuple[bytes, os.stat_result]:
        """Return the bytes and the status of an ordinary file; raises OSError for anything else, including links."""
        with open(self._open(name, _READ), "rb") as file:  # noqa: PTH123  a handle, not a path
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
            return file.read(), status

    def read_at_most(self, name: str, most: int) -> bytes | None:
        """Return the bytes of an ordinary file; None for what is larger or no file; raises OSError for a link."""
        with open(self._open(name, _READ), "rb", buffering=0) as file:  # noqa: PTH123  a handle, not a path
            status = os.fstat(file.fileno())
            is_read = stat.S_ISREG(status.st_mode) and status.st_size <= most
            return file.read() if is_read else None

    def read_link(self, name: str) -> str:
        """Return the target of a link as it is written."""
        return os.readlink(self.at(name), dir_fd=self.handle)

    @contextmanager
    def temporary(self) -> Iterator[str]:
        """Yield a new hidden name in this folder; a file left under that name is removed at the end."""
        name = f"{TEMPORARY_PREFIX}{secrets.token_hex(8)}{TEMPORARY_SUFFIX}"
        try:
            yield name
        finally:
            with suppress(OSError):
                self.unlink(name)

    def create(self, name: str, data: bytes, *, permissions: int, like: str = "", is_exact: bool = False) -> None:
        """Create a file and flush it to the disk; raises FileExistsError when the name is taken.

        The umask applies to the permissions, unless they are exact or the file replaces `like`: then the owner and the
        extended attributes of `like` are copied where the system allows it.
        """
        # Private content must not be readable by others before the final permissions are set.
        is_exact = is_exact or bool(like)
        first = 0o600 if is_exact else permissions
        with open(os.open(self.at(name), _NEW, first, dir_fd=self.handle), "wb") as file:  # noqa: PTH123
            file.write(data)
            file.flush()
            if is_exact:
                self._set_metadata(file.fileno(), name, like, permissions)
            os.fsync(file.fileno())

    def link(self, name: str, target: bytes) -> None:
        """Create a symbolic link."""
        os.symlink(os.fsdecode(target), self.at(name), dir_fd=self.handle)

    def replace(self, name: str, other: "SafeDir", new_name: str) -> None:
        """Rename atomically, here or into another folder; an existing file of the new name is replaced."""
        os.replace(
            self.at(name),
            other.at(new_name),
            src_dir_fd=self.handle,
            dst_dir_fd=other.handle,
        )

    def exchange(self, name: str, other: str) -> bool:
        """Swap the names of two files in this folder atomically; False where the system or the file system cannot."""
        return exchange(self.handle, self.at(name), self.at(other))

    def rename_to_new(self, name: str, new_name: str) -> None:
        """Rename a file in this folder; raises FileExistsError when the new name is taken."""
        if rename_to_new(self.handle, self.at(name), self.at(new_name)):
            return
        if self.status(new_name) is not None:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), new_name)
        os.rename(self.at(name), self.at(new_name), src_dir_fd=self.handle, dst_dir_fd=self.handle)

    def unlink(self, name: str) -> None:
        """Remove a file, or a link itself."""
        os.unlink(self.at(name), dir_fd=self.handle)

    def make_folder(self, name: str) -> None:
        """Make a folder."""
        os.mkdir(self.at(name), dir_fd=self.handle)

    def permit(self, name: str, permissions: int) -> None:
        """Set the permissions of a folder in this one; raises NotADirectoryError for anything else, including links."""
        inner = self.enter(name)
        try:
            if inner.handle is None:
                (self._path / name).chmod(permissions)
            elif sys.platform != "win32":
                os.fchmod(inner.handle, permissions)
        finally:
            inner.close()

    def remove_folder(self, name: str) -> None:
        """Remove an empty folder."""
        os.rmdir(self.at(name), dir_fd=self.handle)

    def names(self) -> list[str]:
        """Return every name in the folder, sorted."""
        return sorted(os.listdir(self.handle if self.handle is not None else self._path))  # noqa: PTH208

    def close(self) -> None:
        """Close the handle of the folder."""
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None

    def at(self, name: str) -> str:
        """Return the path to pass to system calls together with `handle`."""
        return name if self.handle is not None else str(self._path / name)

    def _set_metadata(self, file: int, name: str, like: str, permissions: int) -> None:
        if self.handle is None:
            Path(self.at(name)).chmod(permissions)
            return
        if sys.platform != "win32":
            own, old = os.fstat(file), self.status(like) if like else None
            if old is not None and (own.st_uid, own.st_gid) != (old.st_uid, old.st_gid):
                with suppress(OSError):
                    os.fchown(file, old.st_uid, old.st_gid)
            if old is not None:
                self._copy_attributes(file, like)
            os.fchmod(file, permissions)

    def _copy_attributes(self, file: int, like: str) -> None:
        """Copy the extended attributes: access lists, security labels, attributes of other programs."""
        if sys.platform == "linux":
            with suppress(OSError), open(self._open(like, _READ), "rb") as old:  # noqa: PTH123  a handle, not a path
                for name in os.listxattr(old.fileno()):
                    # Capabilities were granted to the old content, so the new content does not inherit them.
                    if name != "security.capability":
                        with suppress(OSError):
                            os.setxattr(file, name, os.getxattr(old.fileno(), name))

    def _open(self, name: str, flags: int) -> int:
        if self.handle is None and stat.S_ISLNK((self._path / name).lstat().st_mode):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), name)
        return os.open(self.at(name), flags, dir_fd=self.handle)


@contextmanager
def open_folder(root: Path, parts: tuple[str, ...], *, forbidden: frozenset[Identity]) -> Iterator[SafeDir]:
    """Open the folder at these components below the root, none of them a link.

    Raises UnsafePathError at a link, at `.git`, at a forbidden folder and at another repository's folder; OSError when
    something is missing.
    """
    folder = SafeDir(root, os.open(root, _FOLDER) if HAS_HANDLES else None)
    try:
        for depth, part in enumerate(parts, 1):
            inner = enter(folder, part, "/".join(parts[:depth]), forbidden=forbidden)
            folder.close()
            folder = inner
        yield folder
    finally:
        folder.close()


def enter(folder: SafeDir, name: str, path: str, *, forbidden: frozenset[Identity]) -> SafeDir:
    """Open a folder in this one, checked as `open_folder` does; `path` names it in errors."""
    check_name(name, path)
    try:
        inner = folder.enter(name)
    except NotADirectoryError:
        status = folder.status(name)
        if status is not None and (stat.S_ISLNK(status.st_mode) or is_junction(status)):
            message = f"{path} is a link, or has become one meanwhile; it is not followed. Look at the proposal again."
            raise UnsafePathError(path, message) from None
        raise FileError(path, f"{path} is a file, not a folder. Move it away first.") from None
    try:
        _check_folder(inner, path, forbidden=forbidden)
    except BaseException:
        inner.close()
        raise
    return inner


def check_name(name: str, path: str) -> None:
    """Raise UnsafePathError for `.git` and for a component that does not name an entry of its folder."""
    if name in ("", ".", "..") or "/" in name or "\0" in name or (os.sep != "/" and os.sep in name):
        raise UnsafePathError(path, "The path climbs out of its folder. Write it relative to the repository's root.")
    if name.casefold() == ".git":
        raise UnsafePathError(path, "The path leads into .git, which belongs to git alone.")


def _check_folder(folder: SafeDir, path: str, *, forbidden: frozenset[Identity]) -> None:
    """Raise UnsafePathError for git's own folder and for another repository's."""
    if identity(folder.own_status()) in forbidden:
        raise UnsafePathError(path, "The path leads into .git, which belongs to git alone.")
    if folder.status(".git") is not None:
        raise UnsafePathError(path, f"{path} is a repository of its own. Open that one to edit its files.")


def walk(folder: SafeDir, path: str, *, forbidden: frozenset[Identity], level: int = 0) -> Iterator[tuple[str, bool]]:
    """Yield every path below an open folder and whether it is a folder itself, parents first, links not followed."""
    if level > MOST_LEVELS:
        raise FileError(path, f"There are more than {MOST_LEVELS} folders inside each other. Remove them yourself.")
    for name in folder.names():
        inner_path = f"{path}/{name}"
        status = folder.status(name)
        if status is None:
            continue
        if stat.S_ISDIR(status.st_mode):
            inner = enter(folder, name, inner_path, forbidden=forbidden)
            try:
                yield inner_path, True
                yield from walk(inner, inner_path, forbidden=forbidden, level=level + 1)
            finally:
                inner.close()
        elif stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode):
            yield inner_path, False
        else:
            raise FileError(inner_path, f"{inner_path} is a pipe, a socket or a device, not a file.")
