"""The files of the worktree: read, written, moved and removed. The only writer of user files.

Paths are relative to the root, with slashes, and have passed `paths.guard_path`. Every operation walks them by
directory handle and follows no link; `real_path` is asked first where a link may be meant.

A file is written beside its place under a hidden name, flushed to the disk and renamed: a crash leaves the old or the
new one, and at worst that hidden file, which `leftovers` finds. Hard links to the old file keep the old content.
Where the system can, the two names are exchanged, and a deletion begins by renaming: what came out is looked at, and a
file that another program saved in that very instant is put back.
"""

import os
import re
import stat
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from guillemet.engine.errors import FileError, UnsafePathError
from guillemet.engine.git.error_mapping import file_faults
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.safe_dir import (
    TEMPORARY_PREFIX,
    TEMPORARY_SUFFIX,
    Identity,
    SafeDir,
    check_name,
    enter,
    identity,
    open_folder,
    walk,
)
from guillemet.engine.git.trees import EXECUTABLE, FILE, LINK
from guillemet.engine.paths import guard_path
from guillemet.engine.patterns import lazy_pattern

LARGEST = 256 * 2**20
"""Bytes of a file that is still read: it is held in memory whole, more than once."""
PERMISSIONS = 0o777
"""What a file may get of the permissions of another: nothing that lets it run as another user or group."""
_EXECUTE = 0o111
_OWNER_EXECUTES = 0o100
"""By which git calls a file executable, where `core.fileMode` says that the disk knows."""
_WRITE = 0o222
_READABLE = 0o444
MOST_LINKS = 40
"""As Linux allows."""
_INTO_GIT = "The path leads into .git, which belongs to git alone."
_LEFTOVER = lazy_pattern(re.escape(TEMPORARY_PREFIX) + "[0-9a-f]{16}" + re.escape(TEMPORARY_SUFFIX))


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


def with_executable(permissions: int, mode: int | None) -> int:
    """Return a file's permissions, executable or not as `mode` says; untouched where it says nothing new."""
    permissions &= PERMISSIONS
    if mode not in (FILE, EXECUTABLE) or bool(permissions & _OWNER_EXECUTES) == (mode == EXECUTABLE):
        return permissions
    return permissions | (permissions & _READABLE) >> 2 if mode == EXECUTABLE else permissions & ~_EXECUTE


def resolve(root: Path, path: str, *, forbidden: frozenset[Identity]) -> str:
    """Return the path without links, relative to the root (itself without links); what is missing stays as written.

    Raises UnsafePathError when a link leads out of the root, into git's own folders or into another repository, and
    FileError when a file stands where a folder should.
    """
    left = deque(path.split("/"))
    done: list[str] = []
    hops = 0
    while left:
        part = left.popleft()
        if part in ("", "."):
            continue
        if part == "..":
            if not done:
                raise _outside(path)
            done.pop()
            continue
        check_name(part, path)
        place = root.joinpath(*done, part)
        if not _is_checked_link(place, path, is_last=not left, forbidden=forbidden):
            done.append(part)
            continue
        hops += 1
        if hops > MOST_LINKS:
            raise UnsafePathError(path, f"The path leads through more than {MOST_LINKS} links. Name the file itself.")
        target = os.readlink(place)  # noqa: PTH115  the text of the link, not a Path that tidies it
        if os.path.isabs(target):  # noqa: PTH117
            target, done = _inside(root, target, path), []
        left.extendleft(reversed(target.replace(os.sep, "/").split("/")))
    return _guarded(path, done) if hops else "/".join(done)


def _is_checked_link(place: Path, path: str, *, is_last: bool, forbidden: frozenset[Identity]) -> bool:
    """Whether there is a link at this place of the path; raises when the path may not lead through what is there."""
    try:
        status = place.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    if identity(status) in forbidden:
        raise UnsafePathError(path, _INTO_GIT)
    if stat.S_ISLNK(status.st_mode):
        return True
    if stat.S_ISDIR(status.st_mode):
        if os.path.lexists(place / ".git"):
            raise UnsafePathError(path, f"{place.name} is a repository of its own. Open that one to edit its files.")
    elif not is_last:
        raise FileError(path, f"{place.name} is a file, not a folder. Move it away first.")
    return False


def _inside(root: Path, target: str, path: str) -> str:
    """Return an absolute target relative to the root, comparing components; nothing of it is resolved."""
    parts, root_parts = Path(target).parts, root.parts
    if parts[: len(root_parts)] != root_parts:
        raise _outside(path)
    return "/".join(parts[len(root_parts) :])


def _guarded(path: str, done: list[str]) -> str:
    """Return the target when it is a path the guard lets pass: a link is not a way around it."""
    if not done:
        raise UnsafePathError(path, "The link leads to the repository's root. Name a file inside it.")
    try:
        return guard_path("/".join(done), exists=lambda _: True)
    except UnsafePathError as error:
        raise UnsafePathError(path, f"The link leads to {'/'.join(done)}. {error}") from error


def _outside(path: str) -> UnsafePathError:
    return UnsafePathError(path, "The path leads out of the repository through a link. Name a file inside it.")


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
            return resolve(self._root, path, forbidden=self._forbidden())

    def read(self, path: str) -> bytes | None:
        """Return an ordinary file's bytes; None when there is no such file; raises FileError for all else, links."""
        state = self.read_state(path)
        if state.mode == LINK or self._repository.is_link_as_text(path):
            raise UnsafePathError(path, "The path is a link, or has become one meanwhile. Look at the proposal again.")
        return state.data

    def read_state(self, path: str) -> FileState:
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
            status = os.lstat(f"{self._root}/{path}")  # of each file with each review: a Path takes twice as long
        except OSError:
            return None
        return status.st_size, status.st_mtime_ns, status.st_ino, status.st_mode

    def exists_on_disk(self, path: str) -> bool:
        """Whether anything lies at the path, a link itself counting."""
        return self.fingerprint(path) is not None

    def link_target(self, path: str) -> str | None:
        """Return where the link at this path points, unread; None when it is not a link."""
        with file_faults(path):
            try:
                with self._parent(path) as (folder, name):
                    status = folder.status(name)
                    return folder.read_link(name) if status is not None and stat.S_ISLNK(status.st_mode) else None
            except FileNotFoundError:
                return None

    def permissions(self, path: str) -> int:
        """Return the permissions of what lies at the path; 0 for a link, and where nothing is."""
        found = self.fingerprint(path)
        return 0 if found is None or stat.S_ISLNK(found[3]) else stat.S_IMODE(found[3])

    def write(
        self,
        path: str,
        data: bytes,
        *,
        mode: int | None = None,
        permissions: int = 0,
        expected: Expected = anything,
    ) -> tuple[str, ...]:
        """Write a file in one step, old or new at every moment, and return the folders made for it, outermost first.

        Permissions and owner of an existing file are kept; `permissions` are those of a new one, 0 for the usual.
        `mode` is FILE or EXECUTABLE to set the executable bit where the disk has it, or LINK to make a link to `data`;
        None keeps it. A link is never turned into a file. What is not `expected` in the last moment is left alone.
        No file gets a right to run as another user, not even one that had it: its content is another one.
        """
        if mode not in (None, FILE, EXECUTABLE, LINK):
            raise FileError(path, f"{path} would become something that is neither a file nor a link. It is left alone.")
        with file_faults(path):
            made = self._make_folders(_parts(path)[:-1])
            try:
                wanted = WantedState(data, mode, permissions & PERMISSIONS)
                with (
                    self._parent(path) as (folder, name),
                    self._prepared(folder, name, path, wanted) as temporary,
                ):
                    self._check_expected(folder, name, path, expected)
                    self._put(folder, temporary, name, path, expected)
            except BaseException:
                self.remove_empty(made)
                raise
            return made

    def delete(self, path: str, *, expected: Expected = anything) -> None:
        """Remove a file, or a link itself; nothing there is no error. What is not `expected` is left alone."""
        with file_faults(path):
            try:
                with self._parent(path) as (folder, name):
                    status = folder.status(name)
                    if status is None:
                        return
                    check_replaceable(folder, status, path)
                    self._check_expected(folder, name, path, expected)
                    self._take_away(folder, name, path, expected)
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
            check_writable_folder(old_folder, source)
            check_writable_folder(new_folder, target)
            if stat.S_ISDIR(there.st_mode):
                enter(old_folder, old_name, source, forbidden=self._forbidden()).close()
            old_folder.replace(old_name, new_folder, new_name)

    def make_folder(self, path: str, *, permissions: int = 0) -> tuple[str, ...]:
        """Make a folder and those it lies in; return the ones that were missing, outermost first.

        It gets these permissions if it was missing, 0 for the usual ones.
        """
        with file_faults(path):
            made = self._make_folders(_parts(path))
            if made and permissions:
                with self._parent(path) as (folder, name):
                    folder.permit(name, permissions)
            return made

    def remove_empty(self, folders: Iterable[str]) -> None:
        """Remove those of these folders that are there and empty, innermost first."""
        for path in sorted(folders, key=lambda path: path.count("/"), reverse=True):
            with suppress(OSError, FileError), self._parent(path) as (folder, name):
                folder.remove_folder(name)

    def list_folder(self, path: str) -> tuple[str, ...]:
        """Return every file and link below a folder, links not followed; raises FileError for what is neither."""
        return tuple(name for name, is_folder in self._walk(path) if not is_folder)

    def names_in(self, path: str) -> tuple[str, ...]:
        """Return the names of what lies directly in a folder; none when there is no such folder to be looked into."""
        with suppress(OSError, FileError), open_folder(self._root, _parts(path), forbidden=self._forbidden()) as folder:
            return tuple(folder.names())
        return ()

    def read_folder(self, path: str, names: Iterable[str], *, most: int) -> Iterator[tuple[str, bytes]]:
        """Yield the ordinary files of these names in a folder with their bytes; what cannot be read is left out.

        Far quicker than reading each by its path, for the folder is opened once. `most` is the largest size in bytes.
        """
        parts = _parts(path) if path else ()
        with suppress(OSError, FileError), open_folder(self._root, parts, forbidden=self._forbidden()) as folder:
            for name in names:
                with suppress(OSError, FileError):
                    check_name(name, path)
                    if (data := folder.read_at_most(name, most)) is not None:
                        yield name, data

    def list_folders(self, path: str) -> tuple[str, ...]:
        """Return a folder and every folder below it, outermost first."""
        return (path, *(name for name, is_folder in self._walk(path) if is_folder))

    def leftovers(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Return the hidden files that an interrupted `write` or `delete` of these paths may have left."""
        found: list[str] = []
        for parent in sorted({path.rpartition("/")[0] for path in paths}):
            parts = _parts(parent) if parent else ()
            with suppress(OSError, FileError), open_folder(self._root, parts, forbidden=self._forbidden()) as folder:
                names = [name for name in folder.names() if _LEFTOVER.fullmatch(name)]
                found += [f"{parent}/{name}" if parent else name for name in names]
        return tuple(found)

    def _forbidden(self) -> frozenset[Identity]:
        """Return the folders of git, known by what they are: no spelling of their names leads there."""
        found: set[Identity] = set()
        # Three folders in a linked worktree, one and the same in most others.
        for place in {self._repository.git_dir, self._repository.common_dir, self._root / ".git"}:
            with suppress(OSError):
                found.add(identity(place.lstat()))
        return frozenset(found)

    @contextmanager
    def _parent(self, path: str) -> Iterator[tuple[SafeDir, str]]:
        """Open the folder a path lies in, and lend it with the path's last name."""
        parts = _parts(path)
        forbidden = self._forbidden()
        with open_folder(self._root, parts[:-1], forbidden=forbidden) as folder:
            status = folder.status(parts[-1])
            if status is not None and identity(status) in forbidden:
                raise UnsafePathError(path, "The path leads into .git, which belongs to git alone.")
            yield folder, parts[-1]

    def _state(self, folder: SafeDir, name: str, path: str) -> FileState:
        status = folder.status(name)
        if status is None:
            return NOTHING
        if stat.S_ISLNK(status.st_mode):
            return FileState(os.fsencode(folder.read_link(name)), LINK)
        if stat.S_ISDIR(status.st_mode):
            raise FileError(path, f"{path} is a folder, not a file.")
        if not stat.S_ISREG(status.st_mode):
            raise FileError(path, f"{path} is a pipe, a socket or a device, not a file.")
        if status.st_size > LARGEST:
            raise FileError(path, f"{path} is too large to be looked at here: more than {LARGEST >> 20} MB.")
        data, status = folder.read(name)
        if self._repository.flag("core.filemode", default=True):
            runs = bool(status.st_mode & _OWNER_EXECUTES)
        else:
            runs = self._repository.mode_in_index(path) == EXECUTABLE
        return FileState(data, EXECUTABLE if runs else FILE)

    @contextmanager
    def _prepared(self, folder: SafeDir, name: str, path: str, wanted: WantedState) -> Iterator[str]:
        """Write the new file under a hidden name beside its place, and lend that name."""
        there = folder.status(name)
        check_writable_folder(folder, path)
        if there is not None:
            check_replaceable(folder, there, path)
            if stat.S_ISLNK(there.st_mode) != (wanted.mode == LINK):
                what = "a file, not a link" if wanted.mode == LINK else "a link, or has become one meanwhile"
                raise UnsafePathError(path, f"{path} is {what}; it is not replaced. Look at it again.")
        mode = wanted.mode if self._repository.flag("core.filemode", default=True) else None
        with folder.temporary() as temporary:
            if wanted.mode == LINK:
                folder.link(temporary, wanted.data)
            elif there is not None:
                folder.create(temporary, wanted.data, permissions=with_executable(there.st_mode, mode), like=name)
            elif wanted.permissions:
                folder.create(
                    temporary, wanted.data, permissions=with_executable(wanted.permissions, mode), is_exact=True
                )
            else:
                usual = 0o777 if wanted.mode == EXECUTABLE else 0o666
                folder.create(temporary, wanted.data, permissions=usual)
            yield temporary

    def _check_expected(self, folder: SafeDir, name: str, path: str, expected: Expected) -> None:
        if expected is not anything and not expected(self._state(folder, name, path)):
            raise _changed(path)

    def _put(self, folder: SafeDir, temporary: str, name: str, path: str, expected: Expected) -> None:
        """Give a prepared file its name; what another program saved since the check comes back, and is an error."""
        ours, there = folder.status(temporary), folder.status(name)
        try:
            if expected is anything:
                folder.replace(temporary, folder, name)
            elif there is None:
                folder.rename_to_new(temporary, name)
            elif not folder.exchange(temporary, name):
                folder.replace(temporary, folder, name)
            elif not self._is_expected(folder, temporary, path, expected):
                folder.exchange(temporary, name)
                came_out = folder.status(temporary)
                if came_out and ours and identity(came_out) != identity(ours):
                    folder.exchange(temporary, name)  # saved once more: the newer one stays
                raise _changed(path)
        except (FileExistsError, FileNotFoundError) as error:
            raise _changed(path) from error

    def _take_away(self, folder: SafeDir, name: str, path: str, expected: Expected) -> None:
        """Remove a file by way of a hidden name; what another program saved since the check comes back."""
        if expected is anything:
            folder.unlink(name)
            return
        with folder.temporary() as temporary:
            folder.rename_to_new(name, temporary)
            try:
                if not self._is_expected(folder, temporary, path, expected):
                    raise _changed(path)
                folder.unlink(temporary)
            except (OSError, FileError):
                with suppress(FileExistsError):  # saved once more: the newer one stays
                    folder.rename_to_new(temporary, name)
                raise

    def _is_expected(self, folder: SafeDir, name: str, path: str, expected: Expected) -> bool:
        try:
            return expected(self._state(folder, name, path))
        except (FileError, OSError):
            return False

    def _make_folders(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        made: list[str] = []
        try:
            for depth, part in enumerate(parts, 1):
                place = "/".join(parts[:depth])
                with self._parent(place) as (folder, _):
                    if folder.status(part) is None:
                        check_writable_folder(folder, place)
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


def _changed(path: str) -> FileError:
    return FileError(path, f"{path} was changed by another program this very moment. Try again.")


def _parts(path: str) -> tuple[str, ...]:
    """Return the components, each of them a name; raises UnsafePathError before anything is touched."""
    parts = tuple(path.split("/"))
    for part in parts:
        check_name(part, path)
    return parts
