"""Unified text that `git apply` accepts, of one file, on bytes: nothing is decoded.

diff --git a/old b/new
new file mode 100755 | deleted file mode 100644 | old mode … new mode … | rename from … rename to …
--- a/old
+++ b/new
@@ -1,3 +1,4 @@
…or, where a side holds a NUL, `GIT binary patch` with both sides whole (gitformat: literal, zlib, base 85).
"""

import base64
import hashlib
import zlib
from collections.abc import Iterator

from msgspec import Struct

from guillemet.engine.diff.lines import ChangedLines, changed_bytes

CONTEXT = 3
PLAIN_MODE = 0o100644

_NO_NEWLINE = b"\\ No newline at end of file\n"
_ESCAPES = {7: b"\\a", 8: b"\\b", 9: b"\\t", 10: b"\\n", 11: b"\\v", 12: b"\\f", 13: b"\\r", 34: b'\\"', 92: b"\\\\"}
_BYTES_A_LINE = 52


class PatchEntry(Struct, frozen=True):
    """One side of a file."""

    path: str
    data: bytes | None
    """None where the file does not exist."""
    mode: int = PLAIN_MODE
    """As git has it: 0o100644, 0o100755, 0o120000."""


def unified(old: PatchEntry, new: PatchEntry) -> bytes:
    """Return the patch that makes the old side the new one; empty when they are alike.

    Different paths with both sides present are a move.
    """
    header = list(_header(old, new))
    if old.data == new.data:
        return b"".join(header) if len(header) > 1 else b""
    return b"".join((*header, *_body(old, new)))


def quoted(path: bytes) -> bytes:
    """Return the path as git writes it: in quotes, with escapes, when a byte of it is odd."""
    if all(0x20 <= byte < 0x7F and byte not in b'"\\' for byte in path):
        return path
    written = (_ESCAPES.get(b) or (bytes([b]) if 0x20 <= b < 0x7F else b"\\%03o" % b) for b in path)
    return b'"' + b"".join(written) + b'"'


def _header(old: PatchEntry, new: PatchEntry) -> Iterator[bytes]:
    # Where a side is missing git still writes the path twice.
    before, after = _name(old), _name(new)
    yield b"diff --git %s %s\n" % (quoted(b"a/" + before), quoted(b"b/" + after))
    if old.data is None:
        yield b"new file mode %06o\n" % new.mode
    elif new.data is None:
        yield b"deleted file mode %06o\n" % old.mode
    else:
        if old.mode != new.mode:
            yield b"old mode %06o\nnew mode %06o\n" % (old.mode, new.mode)
        if before != after:
            yield b"rename from %s\nrename to %s\n" % (quoted(before), quoted(after))


def _body(old: PatchEntry, new: PatchEntry) -> Iterator[bytes]:
    before, after = old.data or b"", new.data or b""
    if b"\0" in before or b"\0" in after:
        yield b"index %s..%s\nGIT binary patch\n" % (_blob_id(old.data), _blob_id(new.data))
        yield from _literal(after)
        yield from _literal(before)
        return
    if not before and not after:
        return
    yield b"--- %s\n" % (b"/dev/null" if old.data is None else _file_line(b"a/" + _name(old)))
    yield b"+++ %s\n" % (b"/dev/null" if new.data is None else _file_line(b"b/" + _name(new)))
    yield from _hunks(_split(before), _split(after), changed_bytes(before, after))


def _hunks(old: list[bytes], new: list[bytes], hunks: tuple[ChangedLines, ...]) -> Iterator[bytes]:
    for group in _groups(hunks):
        first, last = group[0], group[-1]
        above = min(CONTEXT, first.old_start)
        old_start, new_start = first.old_start - above, first.new_start - above
        below = min(CONTEXT, len(old) - last.old_start - last.old_count)
        old_end = last.old.stop + below
        new_end = last.new.stop + below
        yield b"@@ -%s +%s @@\n" % (_range(old_start, old_end), _range(new_start, new_end))
        at = old_start
        for hunk in group:
            yield from _written(b" ", old[at : hunk.old_start])
            at = hunk.old.stop
            yield from _written(b"-", old[hunk.old_start : at])
            yield from _written(b"+", new[hunk.new])
        yield from _written(b" ", old[at:old_end])


def _groups(hunks: tuple[ChangedLines, ...]) -> Iterator[list[ChangedLines]]:
    """Yield hunks whose context lines touch together."""
    group: list[ChangedLines] = []
    for hunk in hunks:
        if group and hunk.old_start - group[-1].old_start - group[-1].old_count > 2 * CONTEXT:
            yield group
            group = []
        group.append(hunk)
    if group:
        yield group


def _written(sign: bytes, lines: list[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield sign + line if line.endswith(b"\n") else sign + line + b"\n" + _NO_NEWLINE


def _range(start: int, end: int) -> bytes:
    """Return a hunk's range; one without lines names the line before it."""
    return b"%d,%d" % (start + 1 if end > start else start, end - start)


def _split(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _name(entry: PatchEntry) -> bytes:
    return entry.path.encode("utf-8", "surrogateescape")


def _file_line(name: bytes) -> bytes:
    # git ends the name with a tab where a blank in it could be taken for the start of a date.
    written = quoted(name)
    return written + b"\t" if b" " in written and not written.startswith(b'"') else written


def _blob_id(data: bytes | None) -> bytes:
    if data is None:
        return b"0" * 40
    # Git's own name for the content, nothing secret.
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest().encode("ascii")


def _literal(data: bytes) -> Iterator[bytes]:
    yield b"literal %d\n" % len(data)
    packed = zlib.compress(data)
    for start in range(0, len(packed), _BYTES_A_LINE):
        piece = packed[start : start + _BYTES_A_LINE]
        length = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[len(piece) - 1 : len(piece)]
        yield length + base64.b85encode(piece, pad=True) + b"\n"
    yield b"\n"
