"""Outlines as the cache keeps them, compact in memory and in a file, and as the reader's child process sends them.

`REQUEST` and `ANSWER` are the headers of a question to that process and of its answer; see `child`.
"""

import struct
import zlib

from msgspec import Struct, json

from guillemet.engine.outline.outline import Definition, Outline

FORMAT = 1
"""Raised whenever outlines of the same bytes change, so that those kept before are thrown away."""
REQUEST = struct.Struct(">II")
"""The lengths of the path and of the data that follow, in bytes."""
ANSWER = struct.Struct(">I")
"""The length of the packed outline that follows."""


class StoredOutline(Struct, frozen=True, array_like=True):
    """An outline whose names are one text: a set of them takes ten times as much memory."""

    line_count: int
    names: str
    """Divided by blanks."""
    definitions: tuple[Definition, ...]


def kept(outline: Outline) -> StoredOutline:
    """Return an outline as it is kept."""
    return StoredOutline(outline.line_count, " ".join(sorted(outline.names)), outline.definitions)


def packed(outline: StoredOutline) -> bytes:
    """Return the bytes of an outline; `unpacked` reads them back."""
    return zlib.compress(json.encode(outline), level=1)


def unpacked(data: bytes) -> StoredOutline | None:
    """Return the outline of these bytes; None when they are none."""
    try:
        return json.decode(zlib.decompress(data), type=StoredOutline)
    except (zlib.error, ValueError):
        return None
