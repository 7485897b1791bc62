"""Three-way merge of one file's bytes, by libgit2.

pygit2 hands out a merged text only when it is UTF-8 without NULs. Other bytes are therefore spelled as UTF-8 for the
merge, byte by byte (UTF-16: character by character), and spelled back after it: lines stay lines, and bytes stay what
they were.
"""

import codecs

import pygit2
from msgspec import Struct
from pygit2.enums import FileMode
from pygit2.index import MergeFileResult

from guillemet.engine.git.error_mapping import FOREIGN


class Merged(Struct, frozen=True):
    """Both changes went in."""

    data: bytes


class Conflict(Struct, frozen=True):
    """Both sides changed the same lines, or the bytes are not text."""

    text: str = ""
    """The merge with conflict markers, for showing only; empty when it cannot be shown."""


def merge3(base: bytes, ours: bytes, theirs: bytes) -> Merged | Conflict:
    """Return the file with both changes: `ours` is what lies on disk, `theirs` what is proposed."""
    if theirs in (ours, base):
        return Merged(ours)
    if ours == base:
        return Merged(theirs)
    encoding = _spelling(base, ours, theirs)
    if encoding is None:
        return Conflict()
    try:
        result = _merge(base.decode(encoding), ours.decode(encoding), theirs.decode(encoding))
        if result.automergeable:
            return Merged(result.contents.encode(encoding))
    except FOREIGN:
        return Conflict()
    shown = result.contents if encoding != _BYTES else result.contents.encode(encoding).decode("utf-8", "replace")
    return Conflict(shown)


_BYTES = "latin-1"
"""Spells every byte as one character."""


def _spelling(*sides: bytes) -> str | None:
    """Return the encoding in which every side can be merged as text; None when there is none."""
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if all(side.startswith(mark) for side in sides):
            return encoding if all(_round_trips(side, encoding) for side in sides) else None
    if any(b"\0" in side for side in sides):
        return None
    return "utf-8" if all(_round_trips(side, "utf-8") for side in sides) else _BYTES


def _round_trips(data: bytes, encoding: str) -> bool:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return "\0" not in text and text.encode(encoding) == data


def _merge(base: str, ours: str, theirs: str) -> MergeFileResult:
    """Merge without a repository: what is merged may be private, and no object of it is written to the disk."""
    handle, objects = pygit2.Repository(), pygit2.Odb()
    objects.add_backend(_MemoryBackend(), 1)
    handle.set_odb(objects)

    def entry(label: str, text: str) -> pygit2.IndexEntry:
        return pygit2.IndexEntry(label, handle.create_blob(text.encode()), FileMode.BLOB)

    # libgit2 labels the conflict markers with these "paths".
    return handle.merge_file_from_index(entry("before", base), entry("on disk", ours), entry("proposed", theirs))


class _MemoryBackend(pygit2.OdbBackend):
    """Objects held in memory, for libgit2, which merges objects only."""

    def __init__(self) -> None:
        super().__init__()
        self._objects: dict[pygit2.Oid, tuple[int, bytes]] = {}

    def write_cb(self, oid: pygit2.Oid, data: bytes, kind: int) -> None:
        self._objects[oid] = kind, data

    def read_cb(self, oid: pygit2.Oid) -> tuple[int, bytes]:
        return self._objects[oid]

    def read_header_cb(self, oid: pygit2.Oid) -> tuple[int, int]:
        kind, data = self._objects[oid]
        return kind, len(data)

    def exists_cb(self, oid: pygit2.Oid) -> bool:
        return oid in self._objects

    def refresh_cb(self) -> None:
        """Do nothing: no other program adds objects."""
