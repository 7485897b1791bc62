"""The index, entry by entry: what is staged, under git's own lock.

`put` takes `.git/index.lock`, as git does, before it reads: what another program staged a moment ago is kept. libgit2's
own write locks only after reading, so the new index is written beside the old one and renamed. Its time of change stays
that of the old one: entries whose files changed in the same instant stay suspect to git. Our lock file says that it is
ours, and our process holds an advisory lock on it, so that one left by a crash of ours is known whatever its age, and
whichever process has that number by now; any other lock is never removed.
"""

import os
import platform
import shutil
import stat
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import pygit2
from msgspec import Struct
from pygit2.enums import FileMode, FileStatus

from guillemet.engine.errors import FileError, IndexLockedError, RepositoryError
from guillemet.engine.git import index_flags
from guillemet.engine.git.error_mapping import FOREIGN, reason, repository_faults
from guillemet.engine.git.repository import ATTRIBUTES, IGNORES, Repository
from guillemet.engine.git.safe_dir import check_own
from guillemet.engine.git.trees import TreeFile

if sys.platform != "win32":
    import fcntl

_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_UNREADABLE = "The repository's index cannot be read"
_EDITED = FileStatus.WT_MODIFIED | FileStatus.WT_TYPECHANGE
_STAGED = FileStatus.INDEX_NEW | FileStatus.INDEX_MODIFIED | FileStatus.INDEX_RENAMED | FileStatus.INDEX_TYPECHANGE


def entry(repository: Repository, path: str) -> TreeFile | None:
    """Return what the index holds for a path, git's marks in its mode; None when nothing, or a conflict."""
    with repository_faults(_UNREADABLE):
        index = repository.handle.index
        index.read(force=False)
        return index_flags.entry(index, path)


def is_unresolved(repository: Repository, path: str) -> bool:
    """Whether a merge left the path in conflict."""
    with repository_faults(_UNREADABLE):
        index = repository.handle.index
        index.read(force=False)
        return _has_conflict(index, path)


def put(repository: Repository, files: Mapping[str, TreeFile | None]) -> None:
    """Set these entries, or remove them for None, in one write; every other entry stays as another program left it.

    Raises IndexLockedError while another git process holds the index, FileError for a path in conflict or one that
    would be a file and a folder at once; then nothing is written.
    """
    if not files:
        return
    repository.publish(file.oid for file in files.values() if file)
    with repository_faults(_UNREADABLE):
        repository.handle.index.read(
            force=False
        )  # a damaged one must not reach pygit2.Index, which cannot be let go then
    with _locked(repository) as place, repository_faults("The repository's index cannot be written"):
        index = pygit2.Index(str(place))
        index.read(force=True)
        _change(index, files)
        index.write()


def check(repository: Repository, files: Mapping[str, TreeFile | None]) -> None:
    """Raise what `put` would raise for these entries: before a step that is done wholly or not at all."""
    if not files:
        return
    lock = repository.git_dir / "index.lock"
    drop_stale_lock(repository)
    if os.path.lexists(lock):
        raise _is_locked(lock)
    place = repository.git_dir / "index"
    if place.exists():
        with repository_faults(_UNREADABLE):
            repository.handle.index.read(force=False)
            index = pygit2.Index(str(place))
            index.read(force=True)
            _change(index, files)


def drop_stale_lock(repository: Repository) -> None:
    """Remove an index lock that this program left when it was killed; one of any other program stays."""
    lock = repository.git_dir / "index.lock"
    with suppress(OSError):
        handle = os.open(lock, _READ)
        try:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode) or not _is_signed(os.read(handle, 1000)) or not _hold(handle):
                return
            # Another process may have removed it, and made its own, since it was opened.
            if os.path.samestat(status, lock.lstat()):
                lock.unlink()
        finally:
            os.close(handle)


def head_entries(repository: Repository, paths: Iterable[str]) -> dict[str, TreeFile | None]:
    """Return what HEAD's commit holds for these paths; None where nothing, or a folder."""
    with repository_faults("HEAD cannot be read"):
        if repository.handle.head_is_unborn:
            return dict.fromkeys(paths)
        tree = repository.handle.head.peel(pygit2.Tree)
        return {path: _in_tree(tree, path) for path in paths}


class Uncommitted(Struct, frozen=True):
    """What of a tracked file no commit holds, as `git status` has it; nothing of one that is gone or in conflict."""

    is_edited: bool
    """The file is another one than in the index."""
    is_staged: bool
    """It is another one in the index than in HEAD."""


def uncommitted(repository: Repository, path: str) -> Uncommitted:
    """Return what of a tracked file no commit holds."""
    for kind in (ATTRIBUTES, IGNORES):
        repository.check_rules(path, kind=kind)
    with repository_faults(_UNREADABLE):
        status = repository.handle.status_file(path)
    return Uncommitted(bool(status & _EDITED), bool(status & _STAGED) and not status & FileStatus.WT_DELETED)


def _in_tree(tree: pygit2.Tree, path: str) -> TreeFile | None:
    try:
        found = tree[path]
    except KeyError:
        return None
    is_folder = found.filemode == FileMode.TREE
    return None if is_folder else TreeFile(str(found.id), int(found.filemode))


def _change(index: pygit2.Index, files: Mapping[str, TreeFile | None]) -> None:
    for path, file in files.items():
        if _has_conflict(index, path):
            raise FileError(path, f"A merge left {path} unresolved. Resolve it with git first.")
        if file is None and path in index:
            index.remove(path)
    added = {path: file for path, file in files.items() if file is not None}
    for path in added:
        for end in _slashes(path):
            if path[:end] in index or path[:end] in added:
                raise FileError(path, f"The index holds a file called {path[:end]}. Stage its removal first.")
    for path, file in added.items():
        index_flags.put(index, path, file)
    for path in added:
        # libgit2 lets in a path that is a file and a folder at once; no tree could be made then.
        if _has_folder(index, path):
            raise FileError(path, f"The index holds files in a folder called {path}. Stage their removal first.")


def _has_folder(index: pygit2.Index, path: str) -> bool:
    """Whether an entry lies below this path; the entries are sorted by their bytes."""
    prefix = os.fsencode(path) + b"/"
    at = bisect_left(range(len(index)), prefix, key=lambda number: os.fsencode(index[number].path))
    return at < len(index) and os.fsencode(index[at].path).startswith(prefix)


def _slashes(path: str) -> Iterator[int]:
    at = path.find("/")
    while at != -1:
        yield at
        at = path.find("/", at + 1)


def _has_conflict(index: pygit2.Index, path: str) -> bool:
    conflicts = index.conflicts
    return conflicts is not None and path in conflicts


@contextmanager
def _locked(repository: Repository) -> Iterator[Path]:
    """Hold the index lock and lend a copy of the index; put the copy in its place when all went well."""
    index = repository.git_dir / "index"
    lock = repository.git_dir / "index.lock"
    copy = repository.git_dir / "guillemet-index"  # one name: the holder of the lock may overwrite what a crash left
    drop_stale_lock(repository)
    with _taken(lock):
        try:
            check_own(repository.git_dir, copy.name, f"{copy.name}.lock")
            before = _copy(index, copy)
            yield copy
            if before is not None:
                copy.chmod(stat.S_IMODE(before.st_mode))
                os.utime(copy, ns=(before.st_atime_ns, before.st_mtime_ns))
            copy.replace(index)
        except OSError as error:
            raise RepositoryError(f"The repository's index cannot be written ({reason(error)}).") from error
        finally:
            for left in (copy, copy.with_name(copy.name + ".lock")):
                with suppress(OSError):
                    left.unlink(missing_ok=True)


def _copy(index: Path, copy: Path) -> os.stat_result | None:
    # Removed, not written over: left by a crash, or a second name of a file elsewhere.
    for left in (copy, copy.with_name(copy.name + ".lock")):
        left.unlink(missing_ok=True)
    try:
        shutil.copyfile(index, copy)
    except FileNotFoundError:
        return None
    return index.stat()


@contextmanager
def _taken(lock: Path) -> Iterator[None]:
    """Make the lock file, keep it while the caller works, and remove it."""
    try:
        handle = os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except FileExistsError as error:
        raise _is_locked(lock) from error
    except FOREIGN as error:
        raise RepositoryError(f"The repository's index cannot be locked ({reason(error)}).") from error
    try:
        try:
            _hold(handle)
            os.write(handle, _signature(os.getpid()))
        except OSError as error:
            raise RepositoryError(f"The repository's index cannot be locked ({reason(error)}).") from error
        finally:
            if os.name == "nt":  # an open file cannot be removed there
                os.close(handle)
        yield
    finally:
        # Also one that does not name us, after a full disk: it would keep every program out for good.
        with suppress(OSError):
            lock.unlink(missing_ok=True)
        # Only now: who finds it not held takes it for stale, and would make another one that is not ours to remove.
        if os.name != "nt":
            os.close(handle)


def _hold(handle: int) -> bool:
    """Hold the advisory lock on an open lock file until it is closed; tell whether no other process holds it."""
    if sys.platform == "win32":
        return False
    with suppress(OSError):
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def _is_locked(lock: Path) -> IndexLockedError:
    return IndexLockedError(
        "The index is locked by another git process. Wait for it or close it; if none is running, the lock is "
        f"stale: delete {lock}."
    )


def _signature(process: int) -> bytes:
    return f"guillemet {process} {platform.node()}\n".encode()


def _is_signed(data: bytes) -> bool:
    """Whether the lock file is one of ours, made on this machine."""
    _, _, host = data.removeprefix(b"guillemet ").partition(b" ")
    return data.startswith(b"guillemet ") and host == f"{platform.node()}\n".encode()
