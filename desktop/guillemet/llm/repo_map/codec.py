"""Outlines as the cache keeps them, compact in memory and in a file, and as the reader's child process sends them.

`REQUEST` and `ANSWER` are the headers of a question to that process and of its answer; see `child`.
"""

import json
import struct
import zlib

from msgspec import Struct

from guillemet.engine.outline.outline import Definition, DefinitionKind, Outline

FORMAT = 1
"""Raised whenever outlines of the same bytes change, so that those kept before are thrown away."""
REQUEST = struct.Struct(">II")
"""The lengths of the path and of the data that follow, in bytes."""
ANSWER = struct.Struct(">I")
"""The length of the packed outline that follows."""


class StoredOutline(Struct, frozen=True):
    """An outline whose names are one text: a set of them takes ten times as much memory."""

    definitions: tuple[Definition, ...]
    names: str
    """Divided by blanks."""
    line_count: int


def kept(outline: Outline) -> StoredOutline:
    """Return an outline as it is kept."""
    return StoredOutline(outline.definitions, " ".join(sorted(outline.names)), outline.line_count)


def packed(outline: StoredOutline) -> bytes:
    """Return the bytes of an outline; `unpacked` reads them back."""
    reported = [[one.name, one.kind, one.lines, one.row, one.depth] for one in outline.definitions]
    return zlib.compress(json.dumps([outline.line_count, outline.names, reported]).encode(), level=1)


def unpacked(data: bytes) -> StoredOutline | None:
    """Return the outline of these bytes; None when they are none."""
    try:
        line_count, names, reported = json.loads(zlib.decompress(data))
        definitions = tuple(
            Definition(str(name), DefinitionKind(kind), tuple(map(str, lines)), int(row), int(depth))
            for name, kind, lines, row, depth in reported
        )
        return StoredOutline(definitions, str(names), int(line_count))
    except (zlib.error, ValueError, TypeError):
        return None
