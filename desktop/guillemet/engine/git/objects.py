r"""Objects laid down as git does it, while other threads go on.

    objects/ab/cdef…      zlib of b"blob 5\0hello", under the SHA-1 of what was compressed

libgit2 keeps the interpreter for itself while it waits for the disk: where other programs wrote much, that held the
thread that paints for up to 0.7 s. Python's own file calls let the others run. Reading stays with libgit2.
"""

import hashlib
import os
import secrets
import zlib
from contextlib import suppress
from pathlib import Path

import pygit2
from pygit2.enums import ObjectType

_NAMES = {ObjectType.BLOB: b"blob", ObjectType.TREE: b"tree"}
_TEMPORARY = "tmp_obj_"
"""How the names of files begin that git's gc removes when they were left behind."""
_FAST = 1
"""The level of compression; libgit2's own for loose objects."""


def write(handle: pygit2.Repository, folder: Path, kind: ObjectType, data: bytes) -> str:
    """Write an object, a blob or a tree, into this folder of objects unless it is kept; return its hex id.

    Raises what the disk and libgit2 raise; nothing half-written is left then.
    """
    head = b"%s %d\0" % (_NAMES[kind], len(data))
    digest = hashlib.sha1(head, usedforsecurity=False)
    digest.update(data)
    oid = digest.hexdigest()
    place = folder / oid[:2] / oid[2:]
    if not _is_renewed(place):
        if pygit2.Oid(hex=oid) in handle.odb:
            handle.odb.write(kind, data)  # in a pack or elsewhere: renewed there, not written
        else:
            _lay_down(place, head, data)
    return oid


def _is_renewed(place: Path) -> bool:
    """Make the time of an object that is there the present one, so that a gc that runs now leaves it."""
    try:
        os.utime(place)
    except PermissionError:
        return place.exists()  # another user's
    except FileNotFoundError:
        return False
    return True


def _lay_down(place: Path, head: bytes, data: bytes) -> None:
    packer = zlib.compressobj(_FAST)
    packed = (packer.compress(head), packer.compress(data), packer.flush())
    place.parent.mkdir(exist_ok=True)
    temporary = place.with_name(_TEMPORARY + secrets.token_hex(8))
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(temporary, flags, 0o444), "wb") as file:
            file.writelines(packed)
        temporary.replace(place)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        # On Windows what stands there cannot be replaced; under this name it is the same.
        if not place.exists():
            raise
