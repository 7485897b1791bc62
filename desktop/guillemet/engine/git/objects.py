r"""Loose objects laid down as git does it, while other threads go on.

    objects/ab/cdef…      zlib of b"blob 5\0hello", under the SHA-1 of what was compressed

libgit2 keeps the interpreter for itself while it waits for the disk: where other programs wrote much, that held the
thread that paints for up to 0.7 s (`python -m benchmarks objects`). Python's own file calls let the others run, and one
flush of the disk serves a whole step. Reading stays with libgit2.
"""

import hashlib
import os
import secrets
import zlib
from contextlib import suppress
from pathlib import Path

from pygit2.enums import ObjectType

from guillemet.engine.git import durability

_NAMES = {ObjectType.BLOB: b"blob", ObjectType.TREE: b"tree", ObjectType.COMMIT: b"commit"}
_TEMPORARY = "tmp_obj_"
"""How the names of files begin that git's gc removes when they were left behind."""
_FAST = 1
"""The level of compression; libgit2's own for loose objects."""
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_TRIES = 20


def framed(kind: ObjectType, data: bytes) -> tuple[str, bytes]:
    """Return the hex id of an object, and the head that is written before its data."""
    head = b"%s %d\0" % (_NAMES[kind], len(data))
    digest = hashlib.sha1(head, usedforsecurity=False)
    digest.update(data)
    return digest.hexdigest(), head


def place_of(folder: Path, oid: str) -> Path:
    """Return where an object lies in this folder of objects."""
    return folder / oid[:2] / oid[2:]


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
            _put(place, packed, shared)
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


def _put(place: Path, packed: bytes, shared: str) -> None:
    if not place.parent.is_dir():
        place.parent.mkdir(exist_ok=True)
        durability.share(place.parent, shared)
    temporary = place.with_name(_TEMPORARY + secrets.token_hex(8))
    try:
        with os.fdopen(os.open(temporary, _NEW, 0o444), "wb") as file:
            file.write(packed)
            if os.name == "nt":
                file.flush()
                os.fsync(file.fileno())  # a file for reading only cannot be flushed there later
        durability.share(temporary, shared)
        temporary.replace(place)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise
