r"""The objects of one repository: written, protected from a concurrent gc, and flushed before a ref moves.

    objects/ab/cdef…      zlib of b"blob 5\0hello", under the SHA-1 of the uncompressed bytes

Loose objects are written by Python and not by libgit2, which holds the interpreter lock while it waits for the disk:
beside another program that wrote much, this blocked the GUI thread for up to 0.7 s (`python -m benchmarks objects`).
Python's own file calls release the lock, and one flush of the disk serves a whole step. Reading stays with libgit2; the
contents read or written last are cached by id.

`core.fsync` and `core.fsyncObjectFiles` say which parts of the repository are flushed, `core.sharedRepository` what
other users may do with new files. Unlike git, objects and refs are flushed unless the configuration says
otherwise: an object may be the only copy of a file that is about to be replaced.

Until a ref leads to an object, a `git gc --prune=now` or `git prune` of another program may remove it, and a gc that
read the refs just before the move continues to remove objects after it. Therefore the objects of a step are kept in
memory until the next step, and written again where they are missing: before the ref moves and after it.

Contents of files that git ignores are needed for undo, but are kept where no push, bundle or clone includes them:

    .git/guillemet/contents/<blob id>      the bytes as they are

Trees below the private ref name such a content as if it were the commit of a submodule: git neither looks for it nor
sends it. Before the index or a commit names it, `Repository.publish` copies it into git's object store.
"""

import hashlib
import os
import secrets
import stat
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import pygit2
from pygit2.enums import ObjectType

from guillemet.engine.git.error_mapping import repository_faults
from guillemet.engine.git.safe_dir import check_own, flush_file_system

_OFF = frozenset({"false", "no", "off", "0", ""})
_WORDS = {
    "objects": frozenset({"loose-object", "objects", "committed", "added", "all"}),
    "refs": frozenset({"reference", "committed", "added", "all"}),
}
"""What `core.fsync` calls each part, alone and among others."""
_GROUP, _EVERYONE = 0o660, 0o664
_SHARED = {
    **dict.fromkeys(("umask", "false", "no", "off", "0", ""), 0),
    **dict.fromkeys(("group", "true", "yes", "on", "1"), _GROUP),
    **dict.fromkeys(("all", "world", "everybody", "2"), _EVERYONE),
}
_SET_GROUP = 0 if os.name == "nt" else stat.S_ISGID
MOST_CACHED_BYTES = 32 * 2**20
_NAMES = {ObjectType.BLOB: b"blob", ObjectType.TREE: b"tree", ObjectType.COMMIT: b"commit"}
_TEMPORARY = "tmp_obj_"
"""Prefix of file names; git's gc removes such files when they were left behind."""
_FAST = 1
"""The level of compression; libgit2's own for loose objects."""
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_TRIES = 20
_PRIVATE_FOLDER = "guillemet/contents"
EXPIRY_SECONDS = 14 * 86400
"""How long an unneeded private content is kept, as a model may have been shown it; git's gc keeps objects as long."""
MOST_BYTES = 64 * 2**20
"""Data kept in memory for one step; what is beyond is written once."""


def is_flushed(config: Mapping[str, str], part: str) -> bool:
    """Whether this part of a repository, "objects" or "refs", is flushed; on unless the configuration says no."""
    words = [word.strip() for word in config.get("core.fsync", "").lower().split(",")]
    if _WORDS[part].intersection(words):
        return True
    if "none" in words or {f"-{word}" for word in _WORDS[part]}.intersection(words):
        return False
    # Git, too, looks at the older name only where the newer one is not set.
    is_off = "core.fsync" not in config and config.get("core.fsyncobjectfiles", "true").lower() in _OFF
    return not (is_off and part == "objects")


def flush(folder: Path, files: Collection[Path]) -> None:
    """Flush these files below the folder, and the names they were given: by one call where the system has it."""
    if flush_file_system(folder):
        return
    if os.name == "posix":  # elsewhere a file is flushed as it is written, and a folder cannot be
        for place in (*files, *{file.parent for file in files}, folder):
            _flush(place)


def share(place: Path, setting: str) -> None:
    """Give a new file or folder of the repository the permissions that this `core.sharedRepository` asks for.

    A link, and a file with a second name, stay as they are: in a repository from an archive they may lead anywhere.
    """
    setting = setting.lower()
    is_exact = setting not in _SHARED  # as git has it, an octal mode replaces that of the umask, others add to it
    try:
        shared = int(setting, 8) & 0o666 if is_exact else _SHARED[setting]
    except ValueError:
        return
    if not shared or os.name == "nt":
        return
    status = place.lstat()
    is_folder = stat.S_ISDIR(status.st_mode)
    if not is_folder and (not stat.S_ISREG(status.st_mode) or status.st_nlink > 1):
        return
    mode = stat.S_IMODE(status.st_mode)
    shared_mode = _shared_mode(mode, shared, is_exact=is_exact, is_folder=is_folder)
    if shared_mode != mode:
        place.chmod(shared_mode)


def _shared_mode(mode: int, shared: int, *, is_exact: bool, is_folder: bool) -> int:
    """Return permissions with the shared ones added, or replaced by them: writable, executable only where they were."""
    if not mode & stat.S_IWUSR:
        shared &= ~0o222
    if is_folder or mode & stat.S_IXUSR:
        shared |= (shared & 0o444) >> 2
    mode = (mode & ~0o777 | shared) if is_exact else mode | shared
    return mode | _SET_GROUP if is_folder and mode & 0o060 else mode


def _flush(place: Path) -> None:
    try:
        handle = os.open(place, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    except FileNotFoundError:
        return  # in a pack, which git flushes itself
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class BlobCache:
    """The contents used last, oldest let go first."""

    def __init__(self, most_bytes: int = MOST_CACHED_BYTES) -> None:
        self._most = most_bytes
        self._size = 0
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def get(self, oid: str) -> bytes | None:
        """Return the content of this id, if it is still kept."""
        data = self._kept.get(oid)
        if data is not None:
            self._kept.move_to_end(oid)
        return data

    def keep(self, oid: str, data: bytes) -> None:
        """Remember a content; one larger than a quarter of the whole is not worth the others."""
        if oid in self._kept or len(data) > self._most // 4:
            return
        self._kept[oid] = data
        self._size += len(data)
        while self._size > self._most:
            _, gone = self._kept.popitem(last=False)
            self._size -= len(gone)

    def let_go(self, oid: str) -> None:
        """Remember this content no more."""
        self._size -= len(self._kept.pop(oid, b""))


def is_renewed(place: Path, head: bytes, data: bytes) -> bool | None:
    """Whether the object is there whole, None when it is not: a gc that runs now leaves it, as its time is new."""
    try:
        with suppress(PermissionError):  # another user's
            os.utime(place)
        with os.fdopen(os.open(place, _READ), "rb") as file:
            packed = file.read()
    except FileNotFoundError:
        return None
    unpacker = zlib.decompressobj()
    try:
        return unpacker.decompress(packed, len(head) + len(data) + 1) == head + data and unpacker.eof
    except zlib.error:
        return False


def lay_down(place: Path, head: bytes, data: bytes, *, shared: str) -> None:
    """Write an object for the users `core.sharedRepository` names; when it fails, nothing half-written is left."""
    packer = zlib.compressobj(_FAST)
    packed = b"".join((packer.compress(head), packer.compress(data), packer.flush()))
    for left in reversed(range(_TRIES)):
        try:
            _put(place, packed, shared, permissions=0o444)
            return
        except FileNotFoundError:
            # A gc took the folder, as it was empty, or the file that nothing leads to.
            if not left:
                raise
        except OSError:
            # On Windows what stands there cannot be replaced; a whole one is as good.
            if not is_renewed(place, head, data):
                raise
            return


def _put(place: Path, data: bytes, shared: str, *, permissions: int) -> None:
    """Write a file under a temporary name and rename it; when it fails, nothing half-written is left."""
    if not place.parent.is_dir():
        place.parent.mkdir(exist_ok=True)
        share(place.parent, shared)
    temporary = place.with_name(_TEMPORARY + secrets.token_hex(8))
    try:
        with os.fdopen(os.open(temporary, _NEW, permissions), "wb") as file:
            file.write(data)
            if os.name == "nt":
                file.flush()
                os.fsync(file.fileno())  # a file for reading only cannot be flushed there later
        share(temporary, shared)
        temporary.replace(place)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise


class ObjectStore:
    """Writes objects; reading is libgit2's."""

    def __init__(self, handle: pygit2.Repository, folder: Path, config: Callable[[], Mapping[str, str]]) -> None:
        self._handle = handle
        self._folder = folder
        self._config = config
        self._unflushed: set[Path] = set()
        self._shared: str | None = None
        """`core.sharedRepository`, read once between two flushes."""
        self._step: dict[str, tuple[ObjectType, bytes]] = {}
        self._step_before: dict[str, tuple[ObjectType, bytes]] = {}
        self._size = 0

    def write(self, kind: ObjectType, data: bytes) -> str:
        """Write an object unless a whole one is kept, which is made young then; return its hex id.

        Raises what the disk and libgit2 raise; nothing half-written is left then.
        """
        head = b"%s %d\0" % (_NAMES[kind], len(data))
        digest = hashlib.sha1(head, usedforsecurity=False)
        digest.update(data)
        oid = digest.hexdigest()
        place = self._folder / oid[:2] / oid[2:]
        is_whole = is_renewed(place, head, data)
        # Not asked about a damaged one: reading an object that was cut off, libgit2 1.9 never ends.
        if is_whole is False or (is_whole is None and not self._is_packed(oid, kind, data)):
            if self._shared is None:
                self._shared = self._config().get("core.sharedrepository", "")
            lay_down(place, head, data, shared=self._shared)
        # What was there already may have been written by another program a moment ago.
        self._unflushed.add(place)
        if oid not in self._step and self._size + len(data) <= MOST_BYTES:
            self._step[oid] = (kind, data)
            self._size += len(data)
        return oid

    def missing(self, oids: Iterable[str]) -> list[str]:
        """Return those of these objects that are not there now."""
        # A store of its own: the repository's believes that what it read once is there for good.
        present = pygit2.Odb(str(self._folder))
        return [oid for oid in oids if pygit2.Oid(hex=oid) not in present]

    def restore(self) -> bool:
        """Write once more what a gc took of this step and the one before; return whether it had taken anything."""
        known = {**self._step_before, **self._step}
        gone = self.missing(known)
        for oid in gone:
            self.write(*known[oid])
        return bool(gone)

    def flush(self) -> None:
        """Wait until all that was written is on the disk, unless the configuration says not to."""
        self.restore()
        if self._unflushed and is_flushed(self._config(), "objects"):
            flush(self._folder, self._unflushed)
        self._unflushed.clear()
        self._shared = None

    def end_step(self) -> None:
        """Make sure that all of a step is there, as a ref leads to it now."""
        if self.restore():
            self.flush()
        self._step_before, self._step, self._size = self._step, {}, 0

    def _is_packed(self, oid: str, kind: ObjectType, data: bytes) -> bool:
        """Whether a pack, or another store, holds the object whole; its time is made the present one then."""
        name = pygit2.Oid(hex=oid)
        try:
            if name not in self._handle.odb or self.missing((oid,)):
                return False
            if self._handle.odb.read(name) != (kind, data):
                return False
            self._handle.odb.write(kind, data)
        except (KeyError, pygit2.GitError):
            return False
        return True


class PrivateContents:
    """The private contents of one worktree."""

    def __init__(self, git_dir: Path, config: Callable[[], Mapping[str, str]]) -> None:
        self._git_dir = git_dir
        self._folder = git_dir / _PRIVATE_FOLDER
        self._config = config
        self._unflushed: set[Path] = set()
        self._shared: str | None = None
        """`core.sharedRepository`, read once between two flushes."""
        self._verified: dict[str, tuple[int, int]] = {}
        """Size and time of the files whose bytes were found to be those of their id."""

    def write(self, data: bytes) -> str:
        """Keep these bytes, and return their hex id; they are on the disk after `flush`.

        Raises what the disk raises; nothing half-written is left then.
        """
        oid = str(pygit2.hash(data))
        place = self._folder / oid
        if self.read(oid) is None:
            self._put(place, data)
        else:
            with suppress(PermissionError):  # another user's
                os.utime(place)
        self._unflushed.add(place)
        return oid

    def read(self, oid: str) -> bytes | None:
        """Return the bytes of this id; None when they are not kept here, or damaged."""
        check_own(self._git_dir, f"{_PRIVATE_FOLDER}/{oid}")
        place = self._folder / oid
        with repository_faults(f"{place} cannot be read"):
            try:
                with os.fdopen(os.open(place, _READ | getattr(os, "O_NOFOLLOW", 0)), "rb") as file:
                    status = os.fstat(file.fileno())
                    data = file.read()
            except (FileNotFoundError, NotADirectoryError):
                return None
        if str(pygit2.hash(data)) != oid:
            return None
        self._verified[oid] = status.st_size, status.st_mtime_ns
        return data

    def has(self, oid: str) -> bool:
        """Whether the bytes of this id are kept here."""
        check_own(self._git_dir, f"{_PRIVATE_FOLDER}/{oid}")
        try:
            status = (self._folder / oid).lstat()
        except OSError:
            return False
        return self._verified.get(oid) == (status.st_size, status.st_mtime_ns) or self.read(oid) is not None

    def among(self, oids: Iterable[str]) -> frozenset[str]:
        """Return those of these ids whose bytes are kept here."""
        return frozenset(oid for oid in self._names().intersection(oids) if self.has(oid))

    def flush(self) -> None:
        """Wait until all that was written is on the disk, unless the configuration says not to."""
        if self._unflushed and is_flushed(self._config(), "objects"):
            flush(self._git_dir, {*self._unflushed, self._folder})
        self._unflushed.clear()
        self._shared = None

    def remove_expired(self, needed: frozenset[str]) -> None:
        """Remove what is not needed and was not written for `EXPIRY_SECONDS`, files left by a crash too."""
        for name in self._names() - needed:
            with suppress(OSError):
                place = self._folder / name
                if abs(time.time() - place.lstat().st_mtime) > EXPIRY_SECONDS:
                    place.unlink()

    def _names(self) -> set[str]:
        check_own(self._git_dir, _PRIVATE_FOLDER)
        with repository_faults(f"{self._folder} cannot be read"):
            try:
                return set(os.listdir(self._folder))  # noqa: PTH208  names are all that is needed
            except (FileNotFoundError, NotADirectoryError):
                return set()

    def _put(self, place: Path, data: bytes) -> None:
        if self._shared is None:
            self._shared = self._config().get("core.sharedrepository", "")
        self._folder.parent.mkdir(exist_ok=True)
        self._folder.mkdir(mode=0o700, exist_ok=True)
        share(self._folder, self._shared)
        _put(place, data, self._shared, permissions=0o600)
