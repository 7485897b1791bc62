"""The files of a worktree and their state: tracked and untracked ones, ignored ones left out.

libgit2 would list them in one call, but holds the interpreter lock the whole time, which would block the GUI thread;
its status of a single file walks through the whole index. So the index is read once, and each file is examined by
itself; a file whose size, time and inode are unchanged is not read again.
"""

import os
import stat
from collections.abc import Callable, Collection, Iterator
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.errors import FileError
from guillemet.engine.git import commits
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.worktree import Fingerprint, Worktree
from guillemet.engine.text import BINARY_PROBE

LARGEST = 5_000_000
"""Bytes of a file whose content is still looked at."""
LARGEST_COMPARED = 20_000_000
"""Bytes of a file that is still compared with the index; of a larger one it is not known whether it changed."""
LARGEST_SEARCHED = 2_000_000
"""Bytes of a file that is still searched for a text."""

WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
"""Byte-order marks of UTF-16, in which a text has NULs."""

_DOT_GIT = ".git"


class FoundFile(Struct, frozen=True):
    """A file as it lies in the worktree."""

    path: str
    status: str
    """Git's letter: "" as in the index, or not known, M changed, ? untracked."""
    oid: str
    """The hex id its bytes have as a blob; empty for what is too large to be looked at."""


class _Seen(Struct, frozen=True):
    """The ids of a file's content when it had this fingerprint."""

    sign: Fingerprint
    oid: str
    oid_in_git: str
    """The id of what git would keep of it, line endings converted as configured; empty where it is not known."""


class WorktreeListing:
    """Lists the files of one worktree repeatedly, reading only those that changed."""

    def __init__(self, repository: Repository, worktree: Worktree) -> None:
        self._repository = repository
        self._worktree = worktree
        self._known: dict[str, _Seen] = {}

    def files(self, *, rest: Callable[[], None] = lambda: None) -> tuple[FoundFile, ...]:
        """Return every file but ignored ones, sorted by path; `rest` is called now and then.

        Files that are gone from the disk, links, submodules and folders are left out.
        """
        tracked = self._repository.tracked_ids()
        untracked = untracked_files(self._repository, tracked)
        known: dict[str, _Seen] = {}
        found: list[FoundFile] = []
        for count, path in enumerate(chain(tracked, untracked)):
            if count % 64 == 0:
                rest()
            seen = self._look(path)
            if seen is None:
                continue
            known[path] = seen
            in_index = tracked.get(path)
            is_same = not seen.oid_in_git or in_index in (seen.oid, seen.oid_in_git)
            status = "?" if in_index is None else "" if is_same else "M"
            found.append(FoundFile(path, status, seen.oid))
        self._known = known
        return tuple(sorted(found, key=lambda file: file.path))

    def _look(self, path: str) -> _Seen | None:
        sign = self._worktree.fingerprint(path)
        if sign is None or not stat.S_ISREG(sign[3]):
            return None
        old = self._known.get(path)
        if old is not None and old.sign == sign:
            return old
        if sign[0] > LARGEST_COMPARED:
            return _Seen(sign, "", "")
        seen = self._read(path, sign)
        return replace(seen, oid="") if seen is not None and sign[0] > LARGEST else seen

    def _read(self, path: str, sign: Fingerprint) -> _Seen | None:
        try:
            data = self._worktree.read(path)
        except FileError:
            return None
        if data is None:
            return None
        oid = self._repository.blob_id(data)
        if b"\r\n" not in data:
            return _Seen(sign, oid, oid)
        try:
            stored = commits.clean(self._repository, path, data)
        except FileError:
            return _Seen(sign, oid, oid)  # core.safecrlf: git would not take it in either
        return _Seen(sign, oid, self._repository.blob_id(stored))


def texts(repository: Repository, worktree: Worktree) -> Iterator[tuple[str, bytes]]:
    """Yield every file but ignored ones with its bytes: ordinary files of moderate size that are no binaries."""
    tracked = repository.tracked()
    by_folder: dict[str, list[str]] = {}
    for path in chain(tracked, untracked_files(repository, tracked)):
        folder, _, name = path.rpartition("/")
        by_folder.setdefault(folder, []).append(name)
    for folder, names in by_folder.items():
        for name, data in worktree.read_folder(folder, names, most=LARGEST_SEARCHED):
            if b"\0" not in data[:BINARY_PROBE] or data.startswith(WIDE_MARKS):
                yield f"{folder}/{name}" if folder else name, data


def untracked_files(repository: Repository, tracked: Collection[str]) -> Iterator[str]:
    """Yield the files that git does not know and does not ignore."""
    root = str(repository.root)
    folders = [""]
    while folders:
        folder = folders.pop()
        for entry in _scan(root, folder):
            path = f"{folder}/{entry.name}" if folder else entry.name
            if path in tracked:
                continue
            is_folder = entry.is_dir(follow_symlinks=False)
            if repository.ignores(f"{path}/" if is_folder else path):
                continue
            if is_folder:
                folders.append(path)
            elif entry.is_file(follow_symlinks=False):
                yield path


def _scan(root: str, folder: str) -> list[os.DirEntry[str]]:
    """Return what lies in a folder below the root, .git left out; nothing of another repository's folder."""
    try:
        entries = list(os.scandir(os.path.join(root, folder)))  # noqa: PTH118  a hundred thousand of them
    except OSError:
        return []
    own = [entry for entry in entries if entry.name != _DOT_GIT]
    return [] if folder and len(own) < len(entries) else own
