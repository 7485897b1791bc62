"""The index, entry by entry: what is staged, under git's own lock.

`put` takes `.git/index.lock`, as git does, before it reads: what another program staged a moment ago is kept. libgit2's
own write locks only after reading, so the new index is written beside the old one and renamed. It keeps the old one's
modification time: git then still checks entries whose files changed in the same instant. Our lock file carries our
name, and our process holds an advisory lock on it, so a lock left by a crash of ours is recognised at any age, even
when another process has that number by now; a lock of another program is never removed.
"""

import os
import platform
import shutil
import stat
import sys
from bisect import bisect_left
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

import pygit2
from msgspec import Struct
from pygit2.enums import FileMode, FileStatus
from pygit2.ffi import C, ffi

from guillemet.engine.errors import FileError, IndexLockedError, RepositoryError
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

# Flags that git keeps beside an entry (`git add -N`, a sparse checkout, `git update-index`) are high bits of an entry's
# mode here, so that undoing a step restores them; they never get into a tree.
INTENT_TO_ADD = 1 << 16
"""Nothing is staged of the file yet."""
SKIP_WORKTREE = 1 << 17
"""The file need not be on the disk."""
ASSUME_UNCHANGED = 1 << 18
_KEPT = SKIP_WORKTREE | ASSUME_UNCHANGED
_MODE = INTENT_TO_ADD - 1
# As libgit2 has them: the first in an entry's flags, the others in its extended flags.
_VALID, _INTENT, _SKIP = 0x8000, 0x2000, 0x4000


def entry(repository: Repository, path: str) -> TreeFile | None:
    """Return the index entry of a path, git's flags in its mode; None when there is none, or a conflict."""
    return entry_in(repository.read_index(), path)


def entry_in(index: pygit2.Index, path: str) -> TreeFile | None:
    """Return the entry of a path in this index, git's flags in its mode; None when there is none, or a conflict."""
    # WORKAROUND pygit2 1.21: its entries have no flags, neither to be read nor to be set.
    found = C.git_index_get_bypath(index._index, os.fsencode(path), 0)  # noqa: SLF001
    if found == ffi.NULL:
        return None
    flags = ASSUME_UNCHANGED if found.flags & _VALID else 0
    flags |= INTENT_TO_ADD if found.flags_extended & _INTENT else 0
    flags |= SKIP_WORKTREE if found.flags_extended & _SKIP else 0
    return TreeFile(bytes(ffi.buffer(ffi.addressof(found, "id"))[:]).hex(), int(found.mode) | flags)


def is_same(one: TreeFile | None, other: TreeFile | None) -> bool:
    """Whether two entries hold the same content; flags about the file on the disk do not count."""
    if one is None or other is None:
        return one is other
    return (one.oid, one.mode & ~_KEPT) == (other.oid, other.mode & ~_KEPT)


def without_flags(one: TreeFile) -> TreeFile:
    """Return what an entry holds as a tree can hold it."""
    return TreeFile(one.oid, one.mode & _MODE)


def is_unresolved(repository: Repository, path: str) -> bool:
    """Whether a merge left the path in conflict."""
    return _has_conflict(repository.read_index(), path)


def marks(repository: Repository, paths: Iterable[str]) -> dict[str, Hashable]:
    """Return by path a cheap sign that changes with what the index holds of it."""
    index = repository.read_index()
    has_conflicts = index.conflicts is not None
    return {path: (entry_in(index, path), has_conflicts and _has_conflict(index, path)) for path in paths}


def put(repository: Repository, files: Mapping[str, TreeFile | None]) -> None:
    """Set these entries, or remove them for None, in one write; every other entry stays as another program left it.

    Raises IndexLockedError while another git process holds the index, FileError for a path in conflict or one that
    would be a file and a folder at once; then nothing is written.
    """
    if not files:
        return
    repository.publish(file.oid for file in files.values() if file)
    repository.read_index()  # a damaged one must not reach pygit2.Index, which could not be freed then
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
        repository.read_index()
        with repository_faults(_UNREADABLE):
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
    """The file differs from the index."""
    is_staged: bool
    """The index differs from HEAD."""


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
        _check_room(index, path, added)
    for path, file in added.items():
        _set_entry(index, path, file)


def _check_room(index: pygit2.Index, path: str, added: Collection[str]) -> None:
    """Raise FileError for a file that would be a folder as well: libgit2 accepts it, but no tree could be made then."""
    for folder in map(str, PurePosixPath(path).parents):
        if folder in index or folder in added:
            raise FileError(path, f"The index holds a file called {folder}. Stage its removal first.")
    if _has_folder(index, path):
        raise FileError(path, f"The index holds files in a folder called {path}. Stage their removal first.")


def _set_entry(index: pygit2.Index, path: str, file: TreeFile) -> None:
    """Set an entry. The flags of an existing one stay, except for INTENT_TO_ADD."""
    held = entry_in(index, path)
    flags = file.mode & INTENT_TO_ADD | (held or file).mode & _KEPT
    index.add(pygit2.IndexEntry(path, pygit2.Oid(hex=file.oid), FileMode(file.mode & _MODE)))
    if not flags:
        return
    name = ffi.new("char[]", os.fsencode(path))
    flagged = ffi.new("git_index_entry *", C.git_index_get_bypath(index._index, name, 0)[0])  # noqa: SLF001
    flagged.path = name
    flagged.flags |= _VALID if flags & ASSUME_UNCHANGED else 0
    flagged.flags_extended |= _INTENT if flags & INTENT_TO_ADD else 0
    flagged.flags_extended |= _SKIP if flags & SKIP_WORKTREE else 0
    C.git_index_add(index._index, flagged)  # noqa: SLF001


def _has_folder(index: pygit2.Index, path: str) -> bool:
    """Whether an entry lies below this path; the entries are sorted by their bytes."""
    prefix = os.fsencode(path) + b"/"
    at = bisect_left(range(len(index)), prefix, key=lambda number: os.fsencode(index[number].path))
    return at < len(index) and os.fsencode(index[at].path).startswith(prefix)


def _has_conflict(index: pygit2.Index, path: str) -> bool:
    conflicts = index.conflicts
    return conflicts is not None and path in conflicts


@contextmanager
def _locked(repository: Repository) -> Iterator[Path]:
    """Hold the index lock and yield a copy of the index, which replaces the index when all went well."""
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
        # Only now: a process that finds it not held takes it for stale, and would make one that is not ours to remove.
        if os.name != "nt":
            os.close(handle)


def _hold(handle: int) -> bool:
    """Hold the advisory lock on an open lock file until it is closed; False when another process holds it."""
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
