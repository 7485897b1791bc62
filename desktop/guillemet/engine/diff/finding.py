"""Finds text in both sides of a diff, in the lines that are folded away too."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from msgspec import Struct

from guillemet.engine.diff.content import DiffContent

MOST = 10_000
"""Places beyond this many are not looked for."""


class TextMatch(Struct, frozen=True):
    """One place, in the lines as they are shown."""

    is_old: bool
    line: int
    start: int
    end: int


class TextFinder:
    """Looks through one content again and again, while a query is typed.

    Unchanged lines are the same on both sides and searched once; capitals matter when the query has one.
    """

    def __init__(self, content: DiffContent) -> None:
        self._hunks = content.hunks
        self._old_lines = [n for h in content.hunks for n in range(h.old_start, h.old_start + h.old_count)]
        self._old = _Searched([content.old.shown[line] for line in self._old_lines])
        self._new = _Searched(content.new.shown)

    def find(self, query: str) -> tuple[TextMatch, ...]:
        """Return the places in reading order: the old lines of a hunk before its new ones."""
        if not query:
            return ()
        new = [TextMatch(is_old=False, line=line, start=start, end=end) for line, start, end in self._new.places(query)]
        old = [
            TextMatch(is_old=True, line=self._old_lines[row], start=start, end=end)
            for row, start, end in self._old.places(query)
        ]
        if not old:
            return tuple(new)
        return tuple(sorted([*old, *new], key=self._reading_order))

    def _reading_order(self, found: TextMatch) -> tuple[int, int, int, int]:
        if not found.is_old:
            return found.line, 1, 0, found.start
        hunk = self._hunks[bisect_right(self._hunks, found.line, key=lambda hunk: hunk.old_start) - 1]
        return hunk.new_start, 0, found.line, found.start


class _Searched:
    """Lines joined to one text, which is searched many times as fast as line by line."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._text = "\n".join(lines)
        lowered = self._text.lower()
        # A few letters change their length when lowered, which would shift every column behind them.
        self._lowered = lowered if len(lowered) == len(self._text) else ""
        self._starts = list(accumulate((len(line) + 1 for line in lines), initial=0))

    def places(self, query: str) -> Iterator[tuple[int, int, int]]:
        """Yield line, start and end column of every place."""
        for count, (start, end) in enumerate(self._spans(query)):
            if count == MOST:
                return
            line = bisect_right(self._starts, start) - 1
            yield line, start - self._starts[line], end - self._starts[line]

    def _spans(self, query: str) -> Iterator[tuple[int, int]]:
        is_exact = query != query.lower()
        if not is_exact and not self._lowered:
            yield from (found.span() for found in re.finditer(re.escape(query), self._text, re.IGNORECASE))
            return
        text = self._text if is_exact else self._lowered
        at = text.find(query)
        while at >= 0:
            yield at, at + len(query)
            at = text.find(query, at + len(query))
