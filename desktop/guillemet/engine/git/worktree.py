"""The files of the worktree: read, written, moved and removed. The only writer of user files.

Paths are relative to the root, with slashes, and have passed `paths.guard_path`. Every operation walks them by
directory handle and follows no link; `real_path` is asked first where a link may be meant.

A file is written beside its place under a hidden name, flushed to the disk and renamed: a crash leaves the old or the
new one, and at worst that hidden file, which `remove_leftovers` finds. Hard links to the old file keep the old content.
"""

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from guillemet.engine.errors import FileError, UnsafePathError
from guillemet.engine.git import links
from guillemet.engine.git.faults import file_faults
from guillemet.engine.git.folders import (
    TEMPORARY_PREFIX,
    TEMPORARY_SUFFIX,
    Folder,
    Identity,
    check_name,
    enter,
    identity,
    open_folder,
    walk,
)
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.trees import EXECUTABLE, FILE, LINK

_EXECUTE = 0o111
_WRITE = 0o222
_READABLE = 0o444


class Disk(Struct, frozen=True):
    """What lies at a path: an ordinary file, a link itself, or nothing."""

    data: bytes | None
    """A link's target, for a link; None when nothing is there."""
    mode: int = FILE
    """FILE, EXECUTABLE or LINK, as in trees."""


NOTHING = Disk(None)

Fingerprint = tuple[int, int, int, int]
"""Size in bytes, time of the last change in ns, number of the file, mode."""


class Worktree:
    """The files of one worktree."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._root = repository.root

    def real_path(self, path: str) -> str:
        """Return where a path leads once links are followed, relative to the root.

        What is not there yet counts as an ordinary name. Raises UnsafePathError when a link leads out of the root,
        into .git or into another repository, or when there are more than 40 of them.
        """
        with file_faults(path):
            return links.resolve(self._root, path, forbidden=self._forbidden())

    def read(self, path: str) -> bytes | None:
        """Return an ordinary file's bytes; None when there is no such file; raises FileError for all else."""
        state = self.read_state(path)
        if state.mode == LINK:
            raise UnsafePathError(path, "The path is a link, or has become one meanwhile. Look at the proposal again.")
        return state.data

    def read_state(self, path: str) -> Disk:
        """Return what lies at the path, a link itself; raises FileError for folders, pipes and devices."""
        with file_faults(path):
            try:
                with self._parent(path) as (folder, name):
                    return self._state(folder, name, path)
            except FileNotFoundError:
                return NOTHING

    def fingerprint(self, path: str) -> Fingerprint | None:
        """Return a cheap sign that changes with the file, without opening it; None when nothing is there."""
        try:
            status = self._full(path).lstat()
        except OSError:
            return None
        return status.st_size, status.st_mtime_ns, status.st_ino, status.st_mode

    def exists_on_disk(self, path: str) -> bool:
        """Whether anything lies at the path, a link itself counting."""
        return self.fingerprint(path) is not None

    def link_target(self, path: str) -> str | None:
        """Return where the link at this path points, unread; None when it is no link."""
        with file_faults(path):
            try:
                with self._parent(path) as (folder, name):
                    status = folder.status(name)
                    return folder.read_link(name) if status is not None and stat.S_ISLNK(status.st_mode) else None
            except FileNotFoundError:
                return None

    def write(self, path: str, data: bytes, *, mode: int | None = None) -> tuple[str, ...]:
        """Write a file in one step, old or new at every moment, and return the folders made for it, outermost first.

        Permissions and owner of an existing file are kept. `mode` is FILE or EXECUTABLE to set the executable bit, or
        LINK to make a link to `data`; None keeps it. A link is never turned into a file.
        """
        with file_faults(path):
            made = self._make_folders(_parts(path)[:-1])
            try:
                with self._parent(path) as (folder, name):
                    self._write(folder, name, path=path, data=data, mode=mode)
            except BaseException:
                self.remove_empty(made)
                raise
            return made

    def delete(self, path: str) -> None:
        """Remove a file, or a link itself; nothing there is no error."""
        with file_faults(path):
            try:
                with self._parent(path) as (folder, name):
                    status = folder.status(name)
                    if status is None:
                        return
                    self._check_replaceable(folder, status, path)
                    folder.unlink(name)
            except FileNotFoundError:
                return

    def rename(self, source: str, target: str) -> None:
        """Move a file, a link or a folder to a name that is free, in a folder that is there."""
        with (
            file_faults(source),
            self._parent(source) as (old_folder, old_name),
            self._parent(target) as (new_folder, new_name),
        ):
            there, taken = old_folder.status(old_name), new_folder.status(new_name)
            if there is None:
                raise FileError(source, f"{source} is no longer there. Look again.")
            # On a disk that ignores case, a.py and A.py are one file, which may be renamed.
            if taken is not None and identity(taken) != identity(there):
                raise FileError(target, f"{target} is there already. Move it away first.")
            _check_writable_folder(old_folder, source)
            _check_writable_folder(new_folder, target)
            if stat.S_ISDIR(there.st_mode):
                enter(old_folder, old_name, source, forbidden=self._forbidden()).close()
            old_folder.replace(old_name, new_folder, new_name)

    def make_folder(self, path: str) -> tuple[str, ...]:
        """Make a folder and those it lies in; return the ones that were missing, outermost first."""
        with file_faults(path):
            return self._make_folders(_parts(path))

    def remove_empty(self, folders: Iterable[str]) -> None:
        """Remove those of these folders that are there and empty, innermost first."""
        for path in sorted(folders, key=lambda path: path.count("/"), reverse=True):
            with suppress(OSError, FileError), self._parent(path) as (folder, name):
                folder.remove_folder(name)

    def list_folder(self, path: str) -> tuple[str, ...]:
        """Return every file and link below a folder, links not followed; raises FileError for what is neither."""
        return tuple(name for name, is_folder in self._walk(path) if not is_folder)

    def list_folders(self, path: str) -> tuple[str, ...]:
        """Return a folder and every folder below it, outermost first."""
        return (path, *(name for name, is_folder in self._walk(path) if is_folder))

    def remove_leftovers(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Remove the hidden files an interrupted `write` of these paths may have left; return what was removed."""
        removed: list[str] = []
        for parent in sorted({path.rpartition("/")[0] for path in paths}):
            parts = _parts(parent) if parent else ()
            with suppress(OSError, FileError), open_folder(self._root, parts, forbidden=self._forbidden()) as folder:
                for name in folder.names():
                    if name.startswith(TEMPORARY_PREFIX) and name.endswith(TEMPORARY_SUFFIX):
                        folder.unlink(name)
                        removed.append(f"{parent}/{name}" if parent else name)
        return tuple(removed)

    def _full(self, path: str) -> Path:
        return self._root / path

    def _forbidden(self) -> frozenset[Identity]:
        """Return the folders of git, known by what they are: no spelling of their names leads there."""
        found: set[Identity] = set()
        for place in (self._repository.git_dir, self._repository.common_dir, self._root / ".git"):
            with suppress(OSError):
                found.add(identity(place.lstat()))
        return frozenset(found)

    @contextmanager
    def _parent(self, path: str) -> Iterator[tuple[Folder, str]]:
        """Open the folder a path lies in, and lend it with the path's last name."""
        parts = _parts(path)
        forbidden = self._forbidden()
        with open_folder(self._root, parts[:-1], forbidden=forbidden) as folder:
            status = folder.status(parts[-1])
            if status is not None and identity(status) in forbidden:
                raise UnsafePathError(path, "The path leads into .git, which belongs to git alone.")
            yield folder, parts[-1]

    def _state(self, folder: Folder, name: str, path: str) -> Disk:
        status = folder.status(name)
        if status is None:
            return NOTHING
        if stat.S_ISLNK(status.st_mode):
            return Disk(os.fsencode(folder.read_link(name)), LINK)
        if stat.S_ISDIR(status.st_mode):
            raise FileError(path, f"{path} is a folder, not a file.")
        if not stat.S_ISREG(status.st_mode):
            raise FileError(path, f"{path} is a pipe, a socket or a device, not a file.")
        data, status = folder.read(name)
        return Disk(data, self._mode(path, status))

    def _mode(self, path: str, status: os.stat_result) -> int:
        if self._repository.trusts_executable_bit:
            return EXECUTABLE if status.st_mode & 0o100 else FILE
        return EXECUTABLE if self._repository.is_executable_in_index(path) else FILE

    def _write(self, folder: Folder, name: str, *, path: str, data: bytes, mode: int | None) -> None:
        there = folder.status(name)
        _check_writable_folder(folder, path)
        if there is not None:
            self._check_replaceable(folder, there, path)
            if stat.S_ISLNK(there.st_mode) != (mode == LINK):
                what = "a file, not a link" if mode == LINK else "a link, or has become one meanwhile"
                raise UnsafePathError(path, f"{path} is {what}; it is not replaced. Look at it again.")
        with folder.temporary() as temporary:
            if mode == LINK:
                folder.link(temporary, data)
            elif there is None:
                folder.create(temporary, data, permissions=0o777 if mode == EXECUTABLE else 0o666)
            else:
                permissions = _with_executable(stat.S_IMODE(there.st_mode), mode)
                folder.create(temporary, data, permissions=permissions, like=there)
            folder.replace(temporary, folder, name)

    def _check_replaceable(self, folder: Folder, status: os.stat_result, path: str) -> None:
        _check_writable_folder(folder, path)
        if stat.S_ISDIR(status.st_mode):
            raise FileError(path, f"{path} is a folder, not a file. Move it away first.")
        if not (stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode)):
            raise FileError(path, f"{path} is a pipe, a socket or a device, not a file.")
        # Renaming over it, or removing it, would succeed: only the folder's permissions count for that.
        if stat.S_ISREG(status.st_mode) and not status.st_mode & _WRITE:
            raise FileError(path, f"{path} is read-only. Make it writable and try again.")

    def _make_folders(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        made: list[str] = []
        try:
            for depth, part in enumerate(parts, 1):
                place = "/".join(parts[:depth])
                with self._parent(place) as (folder, _):
                    if folder.status(part) is None:
                        _check_writable_folder(folder, place)
                        folder.make_folder(part)
                        made.append(place)
                    enter(folder, part, place, forbidden=self._forbidden()).close()
        except BaseException:
            self.remove_empty(made)
            raise
        return tuple(made)

    def _walk(self, path: str) -> Iterator[tuple[str, bool]]:
        """Yield every path below the folder and whether it is a folder, parents first."""
        forbidden = self._forbidden()
        with file_faults(path), open_folder(self._root, _parts(path), forbidden=forbidden) as folder:
            yield from walk(folder, path, forbidden=forbidden)


def _parts(path: str) -> tuple[str, ...]:
    """Return the components, each of them a name; raises UnsafePathError before anything is touched."""
    parts = tuple(path.split("/"))
    for part in parts:
        check_name(part, path)
    return parts


def _with_executable(permissions: int, mode: int | None) -> int:
    if mode == EXECUTABLE:
        return permissions | (permissions & _READABLE) >> 2
    return permissions & ~_EXECUTE if mode == FILE else permissions


def _check_writable_folder(folder: Folder, path: str) -> None:
    # Asked by the mode, because everything is writable for root.
    if not folder.own_status().st_mode & _WRITE:
        raise FileError(path, f"The folder of {path} is read-only. Make it writable and try again.")
