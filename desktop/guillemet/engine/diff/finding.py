"""Finds text in both sides of a diff, in the lines that are folded away too."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, islice

from msgspec import Struct

from guillemet.engine.diff.content import DiffContent, Side
from guillemet.engine.diff.hidden import reveal
from guillemet.engine.diff.lines import split_lines
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.review import HunkState

MOST = 10_000
"""Places beyond this many are not looked for."""

_ESCAPE = lazy_pattern(r"\\.", re.DOTALL)


class Query(Struct, frozen=True):
    """What to find."""

    text: str = ""
    is_pattern: bool = False
    """It is a regular expression."""
    is_changed_only: bool = False
    """Only in lines that are added or removed, also those that were decided by themselves."""

    @property
    def is_exact(self) -> bool:
        r"""Whether capitals matter: when the query has one that is not part of an escape such as `\\S`."""
        letters = _ESCAPE.sub("", self.text) if self.is_pattern else self.text
        return letters != letters.lower()


class TextMatch(Struct, frozen=True):
    """One place, in the lines of a file as they are shown, or in a row of lines that were decided by themselves."""

    is_old: bool
    line: int
    """In such a row, the new line that it stands above."""
    start: int
    end: int
    row: str = ""
    """The key of the inset of such a row; empty for a place in a line of the file."""
    text: str = ""
    """The line in such a row."""


LineSearch = Callable[[Sequence[str]], Iterator[tuple[int, int, int]]]
"""Yields the index of the line, and start and end column, of every place in these lines."""


def find_in(content: DiffContent, search: LineSearch, *, is_changed_only: bool = False) -> tuple[TextMatch, ...]:
    """Return the places in reading order: the old lines of a hunk before its new ones.

    Unchanged lines are the same on both sides and searched once.
    """
    hunks = tuple(hunk for hunk in content.hunks if not (is_changed_only and hunk.is_ignored))
    old_lines = [line for hunk in hunks for line in range(hunk.old.start, hunk.old.stop)]
    new_lines: Sequence[int] = range(len(content.new.shown))
    if is_changed_only:
        waiting = (line for hunk in hunks for line in range(hunk.new.start, hunk.new.stop))
        new_lines = sorted({*waiting, *_decided(content)})
    new = _places(content.new, new_lines, search, is_old=False)
    old = _places(content.old, old_lines, search, is_old=True)
    in_rows = list(islice(_places_in_rows(content, search), MOST)) if content.decided else []
    if not (old or in_rows):
        return tuple(new)

    def reading_order(found: TextMatch) -> tuple[int, int, int, int]:
        if found.row:
            return found.line, -1, 0, 0  # they are in order, and stay so
        if not found.is_old:
            return found.line, 1, 0, found.start
        hunk = hunks[bisect_right(hunks, found.line, key=lambda hunk: hunk.old_start) - 1]
        return hunk.new_start, 0, found.line, found.start

    return tuple(sorted([*in_rows, *old, *new], key=reading_order))


def _decided(content: DiffContent) -> Iterator[int]:
    """Yield the new lines that were decided by themselves, which stand on both sides now."""
    for run in (decided.run for decided in content.decided):
        if not run.is_written_over:
            yield from range(*(content.new.first_shown(line + 1) for line in run.new))


def _places_in_rows(content: DiffContent, search: LineSearch) -> Iterator[TextMatch]:
    """Yield the places in what a decision keeps out of the file: accepted removals, and rejected lines."""
    for decided in content.decided:
        is_old = decided.run.state is HunkState.ACCEPTED
        lines = [reveal(line) for line in split_lines(decided.run.before if is_old else decided.run.after)]
        for at, start, end in search(lines):
            yield TextMatch(is_old, decided.new, start, end, decided.inset.key, lines[at])


def _places(side: Side, lines: Sequence[int], search: LineSearch, *, is_old: bool) -> list[TextMatch]:
    """Return the places in these lines of one side."""
    places: Iterator[tuple[int, int, int]]
    if side.numbers is None:
        texts = side.shown if len(lines) == len(side.shown) else [side.shown[line] for line in lines]
        places = ((lines[row], start, end) for row, start, end in search(texts))
    else:
        places = _places_in_pieces(side, lines, search)
    return [TextMatch(is_old, line, start, end) for line, start, end in islice(places, MOST)]


def _places_in_pieces(side: Side, lines: Iterable[int], search: LineSearch) -> Iterator[tuple[int, int, int]]:
    """Yield the places in lines whose pieces are searched as one; a place in two pieces has its end in the first."""
    runs: list[list[int]] = []
    for line in lines:
        if runs and not side.number(line) and runs[-1][-1] == line - 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    searched, starts = -1, [0]
    for row, start, end in search(["".join(side.shown[line] for line in run) for run in runs]):
        if row != searched:
            searched, starts = row, list(accumulate((len(side.shown[line]) for line in runs[row]), initial=0))
        piece = bisect_right(starts, start, hi=len(runs[row])) - 1
        yield runs[row][piece], start - starts[piece], min(end, starts[piece + 1]) - starts[piece]


def plain_search(query: Query) -> LineSearch:
    """Return the search for a text as it is."""

    def places(lines: Sequence[str]) -> Iterator[tuple[int, int, int]]:
        # Lines joined to one text are searched many times as fast as line by line.
        text = "\n".join(lines)
        starts: list[int] = []
        for start, end in _spans(text, query):
            starts = starts or list(accumulate((len(line) + 1 for line in lines), initial=0))
            row = bisect_right(starts, start) - 1
            yield row, start - starts[row], end - starts[row]

    return places


def _spans(text: str, query: Query) -> Iterator[tuple[int, int]]:
    sought, searched = query.text, text
    if not query.is_exact:
        searched = text.lower()
        if len(searched) != len(text):
            # A few letters change their length when lowered, which would shift every column behind them.
            yield from (found.span() for found in re.finditer(re.escape(sought), text, re.IGNORECASE))
            return
    at = searched.find(sought)
    while at >= 0:
        yield at, at + len(sought)
        at = searched.find(sought, at + len(sought))
