r"""Objects laid down as git does it, while other threads go on.

    objects/ab/cdef…      zlib of b"blob 5\0hello", under the SHA-1 of what was compressed

libgit2 keeps the interpreter for itself while it waits for the disk: where other programs wrote much, that held the
thread that paints for up to 0.7 s (`python -m benchmarks objects`). Python's own file calls let the others run, and one
flush of the disk serves a whole step. Reading stays with libgit2.
"""

import hashlib
import os
import secrets
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import pygit2
from pygit2.enums import ObjectType

from guillemet.engine.git import durability

_NAMES = {ObjectType.BLOB: b"blob", ObjectType.TREE: b"tree", ObjectType.COMMIT: b"commit"}
_TEMPORARY = "tmp_obj_"
"""How the names of files begin that git's gc removes when they were left behind."""
_FAST = 1
"""The level of compression; libgit2's own for loose objects."""
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class ObjectStore:
    """The objects of one repository: written, compared with what is there, and flushed."""

    def __init__(self, handle: pygit2.Repository, folder: Path, config: Callable[[], Mapping[str, str]]) -> None:
        self._handle = handle
        self._folder = folder
        self._config = config
        self._unflushed: set[Path] = set()
        self._shared: str | None = None
        """`core.sharedRepository`, read once between two flushes."""

    def write(self, kind: ObjectType, data: bytes) -> str:
        """Write an object unless a whole one is kept, which is made young then; return its hex id.

        Raises what the disk and libgit2 raise; nothing half-written is left then.
        """
        head = b"%s %d\0" % (_NAMES[kind], len(data))
        digest = hashlib.sha1(head, usedforsecurity=False)
        digest.update(data)
        oid = digest.hexdigest()
        place = self._folder / oid[:2] / oid[2:]
        is_whole = _is_renewed(place, head, data)
        # Not asked about a damaged one: reading an object that was cut off, libgit2 1.9 never ends.
        if is_whole is False or (is_whole is None and not self._is_packed(oid, kind, data)):
            self._lay_down(place, head, data)
        # What was there already may have been written by another program a moment ago.
        self._unflushed.add(place)
        return oid

    def flush(self) -> None:
        """Wait until all that was written is on the disk, unless the configuration says not to."""
        if self._unflushed and durability.is_flushed(self._config(), "objects"):
            durability.flush(self._folder, self._unflushed)
        self._unflushed.clear()
        self._shared = None

    def _is_packed(self, oid: str, kind: ObjectType, data: bytes) -> bool:
        """Whether a pack, or another store, holds the object whole; its time is made the present one then."""
        try:
            if self._handle.odb.read(pygit2.Oid(hex=oid)) != (kind, data):
                return False
            self._handle.odb.write(kind, data)
        except (KeyError, pygit2.GitError):
            return False
        return True

    def _lay_down(self, place: Path, head: bytes, data: bytes) -> None:
        packer = zlib.compressobj(_FAST)
        packed = (packer.compress(head), packer.compress(data), packer.flush())
        if not place.parent.is_dir():
            place.parent.mkdir(exist_ok=True)
            self._share(place.parent)
        temporary = place.with_name(_TEMPORARY + secrets.token_hex(8))
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        try:
            with os.fdopen(os.open(temporary, flags, 0o444), "wb") as file:
                file.writelines(packed)
                if os.name == "nt":
                    file.flush()
                    os.fsync(file.fileno())  # a file for reading only cannot be flushed there later
            self._share(temporary)
            temporary.replace(place)
        except OSError:
            with suppress(OSError):
                temporary.unlink()
            # On Windows what stands there cannot be replaced; a whole one is as good.
            if not _is_renewed(place, head, data):
                raise

    def _share(self, place: Path) -> None:
        if self._shared is None:
            self._shared = self._config().get("core.sharedrepository", "")
        durability.share(place, self._shared)


def _is_renewed(place: Path, head: bytes, data: bytes) -> bool | None:
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
