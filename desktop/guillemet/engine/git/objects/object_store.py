"""The objects of one repository: written, protected from a concurrent gc, and flushed before a ref moves.

Reading stays with libgit2; the contents read or written last are cached by id.

Until a ref leads to an object, a `git gc --prune=now` or `git prune` of another program may remove it, and a gc that
read the refs just before the move continues to remove objects after it. Therefore the objects of a step are kept in
memory until the next step, and written again where they are missing: before the ref moves and after it.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pygit2
from pygit2.enums import ObjectType

from guillemet.engine.git.objects import durability
from guillemet.engine.git.objects.loose_objects import LooseObject, read_large_blob

MOST_CACHED_BYTES = 32 * 2**20
MOST_BYTES = 64 * 2**20
"""Data kept in memory for one step; what is beyond is written once."""


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


class ObjectStore:
    """Writes objects; reading all but large blobs is libgit2's."""

    def __init__(self, handle: pygit2.Repository, folder: Path, config: Callable[[], Mapping[str, str]]) -> None:
        self._handle = handle
        self._folder = folder
        self._config = config
        self._unflushed: set[str] = set()
        self._shared: str | None = None
        """`core.sharedRepository`, read once between two flushes."""
        self._step: dict[str, tuple[ObjectType, bytes]] = {}
        self._step_before: dict[str, tuple[ObjectType, bytes]] = {}
        self._size = 0

    def read_large_blob(self, oid: str) -> bytes | None:
        """Return a large blob without holding the interpreter's lock; None for what libgit2 has to read."""
        return read_large_blob(self._folder, oid)

    def write(self, kind: ObjectType, data: bytes) -> str:
        """Write an object unless a whole one is kept, which is made young then; return its hex id.

        Raises what the disk and libgit2 raise; nothing half-written is left then.
        """
        loose = LooseObject(self._folder, kind, data)
        oid = loose.oid
        is_whole = loose.is_renewed()
        # Not asked about a damaged one: reading an object that was cut off, libgit2 1.9 never ends.
        if is_whole is False or (is_whole is None and not self._is_packed(oid, kind, data)):
            if self._shared is None:
                self._shared = self._config().get("core.sharedrepository", "")
            loose.write(shared=self._shared)
        # What was there already may have been written by another program a moment ago.
        self._unflushed.add(loose.place)
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

    def flush(self, ref_lock: Path | None = None) -> None:
        """Wait until all that was written is on the disk, and the new value of a ref, as far as the configuration says.

        The ref's lock holds that value.
        """
        self.restore()
        config = self._config()
        files = {*self._unflushed} if durability.is_flushed(config, "objects") else set()
        if ref_lock is not None and durability.is_flushed(config, "refs"):
            files.add(str(ref_lock))
        if files:
            durability.flush(self._folder, files)
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
