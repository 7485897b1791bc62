"""Changed lines by libgit2's xdiff, on buffers; no repository is opened here.

A text's lines end at LF, CRLF or a lone CR, as in `engine.text`. A line and its ending are compared together, so a
changed ending and a final newline that came or went are changes of that line.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from guillemet import process_settings

with process_settings.without_certificates():
    import pygit2
    from pygit2.enums import DiffOption

ANY_ENDING = re.compile(r"\r\n|\n|\r")
_LONE_CR = re.compile(r"\r(?!\n)")


class ChangedLines(Struct, frozen=True):
    """One run of changed lines; lines count from 0, and a side without lines names the place before which it stands."""

    old_start: int
    old_count: int
    new_start: int
    new_count: int

    @property
    def old(self) -> slice:
        """The old lines."""
        return slice(self.old_start, self.old_start + self.old_count)

    @property
    def new(self) -> slice:
        """The new lines."""
        return slice(self.new_start, self.new_start + self.new_count)


def changed(before: str, after: str) -> tuple[ChangedLines, ...]:
    """Return the runs of changed lines, in order, as few lines as xdiff finds."""
    return changed_bytes(_buffer(before), _buffer(after))


def changed_bytes(before: bytes, after: bytes) -> tuple[ChangedLines, ...]:
    """Return the runs of changed lines of two buffers whose lines end at LF only."""
    # FORCE_TEXT, or one NUL would make libgit2 call the buffers binary and find no hunks.
    patch = pygit2.Patch.create_from(
        before,
        after,
        flag=DiffOption.FORCE_TEXT | DiffOption.INDENT_HEURISTIC,
        context_lines=0,
        interhunk_lines=0,
    )
    # A side without lines counts from the line before the place: 0 is the start of the file.
    return tuple(
        ChangedLines(
            hunk.old_start - bool(hunk.old_lines),
            hunk.old_lines,
            hunk.new_start - bool(hunk.new_lines),
            hunk.new_lines,
        )
        for hunk in patch.hunks
    )


def changed_lines(before: Sequence[str], after: Sequence[str]) -> tuple[ChangedLines, ...]:
    """Return the runs of changed lines of two texts, given as lines without endings."""
    old, new = ("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass") for lines in (before, after))
    return changed_bytes(old, new)


def split_lines(text: str) -> tuple[str, ...]:
    """Return the lines without their endings; an empty text has none."""
    if "\r" in text:
        text = ANY_ENDING.sub("\n", text)
    if not text:
        return ()
    return tuple(text.removesuffix("\n").split("\n"))


def _buffer(text: str) -> bytes:
    if "\r" in text and text.count("\r") != text.count("\r\n"):
        # xdiff ends lines at LF only. No line with a lone CR can end in CR CR LF otherwise, so nothing is mixed up.
        text = _LONE_CR.sub("\r\r\n", text)
    return text.encode("utf-8", "surrogatepass")
