r"""Loose objects, written by Python, which reads the large ones, too.

    objects/ab/cdef…      zlib of b"blob 5\0hello", under the SHA-1 of the uncompressed bytes

libgit2 holds the interpreter lock while it waits for the disk: beside another program that wrote much, this blocked the
GUI thread for up to 0.7 s (`python -m benchmarks objects`), and while it unpacks and hashes a blob of 10 MB for 0.1 s.
Python's own file calls, zlib and hashlib release the lock, and one flush of the disk serves a whole step.
"""

import hashlib
import os
import secrets
import zlib
from contextlib import suppress
from pathlib import Path

from pygit2.enums import ObjectType

from guillemet.engine.git.objects.durability import share

_NAMES = {ObjectType.BLOB: b"blob", ObjectType.TREE: b"tree", ObjectType.COMMIT: b"commit"}
_TEMPORARY = "tmp_obj_"
"""Prefix of file names; git's gc removes such files when they were left behind."""
_FAST = 1
"""The level of compression; libgit2's own for loose objects."""
READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_TRIES = 20
_LARGE = 2**18
"""Bytes of a packed file from which on it is worth while to read it without the lock."""
_LONGEST_HEAD = 32


class LooseObject:
    """One object to be written below a folder of objects."""

    def __init__(self, folder: Path, kind: ObjectType, data: bytes) -> None:
        self._head, self._data = b"%s %d\0" % (_NAMES[kind], len(data)), data
        digest = hashlib.sha1(self._head, usedforsecurity=False)
        digest.update(data)
        self.oid = digest.hexdigest()
        """The hex id."""
        # A dozen for each decision: a Path takes several times as long.
        self.place = f"{folder}{os.sep}{self.oid[:2]}{os.sep}{self.oid[2:]}"

    def is_renewed(self) -> bool | None:
        """Whether it is there whole, None when it is not: a gc that runs now leaves it, as its time is new."""
        try:
            with suppress(PermissionError):  # another user's
                os.utime(self.place)
            with os.fdopen(os.open(self.place, READ), "rb") as file:
                packed = file.read()
        except FileNotFoundError:
            return None
        whole = self._head + self._data
        unpacker = zlib.decompressobj()
        try:
            return unpacker.decompress(packed, len(whole) + 1) == whole and unpacker.eof
        except zlib.error:
            return False

    def write(self, *, shared: str) -> None:
        """Write it for the users `core.sharedRepository` names; when it fails, nothing half-written is left."""
        packer = zlib.compressobj(_FAST)
        packed = b"".join((packer.compress(self._head), packer.compress(self._data), packer.flush()))
        for left in reversed(range(_TRIES)):
            try:
                put_file(self.place, packed, shared, permissions=0o444)
                return
            except FileNotFoundError:
                # A gc took the folder, as it was empty, or the file that nothing leads to.
                if not left:
                    raise
            except OSError:
                # On Windows what stands there cannot be replaced; a whole one is as good.
                if not self.is_renewed():
                    raise
                return


def blob_id(data: bytes) -> str:
    """Return the hex id these bytes have as a blob."""
    digest = hashlib.sha1(b"blob %d\0" % len(data), usedforsecurity=False)
    digest.update(data)
    return digest.hexdigest()


def read_large_blob(folder: Path, oid: str) -> bytes | None:
    """Return a large blob that lies loose below this folder of objects; None for what libgit2 has to read or refuse."""
    try:
        with os.fdopen(os.open(folder / oid[:2] / oid[2:], READ), "rb") as file:
            packed = file.read() if os.fstat(file.fileno()).st_size >= _LARGE else b""
        unpacker = zlib.decompressobj()
        head, _, begin = unpacker.decompress(packed, _LONGEST_HEAD).partition(b"\0")
        kind, size = head.split(b" ")
        # No more than the head announces, as libgit2: a few packed bytes may stand for gigabytes.
        data = begin + unpacker.decompress(unpacker.unconsumed_tail, max(int(size) - len(begin), 1))
    except (OSError, ValueError, zlib.error):
        return None
    return data if kind == b"blob" and blob_id(data) == oid else None


def put_file(place: str, data: bytes, shared: str, *, permissions: int) -> None:
    """Write a file under a temporary name and rename it; when it fails, nothing half-written is left."""
    folder = os.path.dirname(place)  # noqa: PTH120
    temporary = f"{folder}{os.sep}{_TEMPORARY}{secrets.token_hex(8)}"
    try:
        try:
            handle = os.open(temporary, _NEW, permissions)
        except FileNotFoundError:
            Path(folder).mkdir(exist_ok=True)
            share(folder, shared)
            handle = os.open(temporary, _NEW, permissions)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if os.name == "nt":
                file.flush()
                os.fsync(file.fileno())  # a file for reading only cannot be flushed there later
        share(temporary, shared)
        os.replace(temporary, place)  # noqa: PTH105
    except OSError:
        with suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108
        raise
