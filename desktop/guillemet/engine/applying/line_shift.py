"""Line numbers of a file followed through what blocks changed above and around them, forwards and back.

block 2 finds its place nearest at line 5 ── block 3 puts 2 lines in above ──▶ the file as proposed has it at line 7

Changes are composed once, from the last to the first, into runs of lines that moved together, so that any number of
lines is followed through any number of changes.

    run    lines from `first` on: line + shift       or all of them: one line, where what they said was replaced
"""

from bisect import bisect_right
from collections.abc import Iterable
from operator import attrgetter

from guillemet.engine.outcomes import Change

_PAGE = 128
"""Runs of a page when it is cut; no page grows to more than twice as many."""


class _Page:
    """Some runs, in order; `first` is that of the first of them, and `starts` count from it."""

    __slots__ = ("first", "starts", "targets")

    def __init__(self, first: int, starts: list[int], targets: list[tuple[int, bool]]) -> None:
        self.first = first
        self.starts = starts
        self.targets = targets
        """For each run where its first line is, and whether the others are there, too."""


class LineMap:
    """Where lines of a file are after changes, in their order; `prepend` puts one before them all."""

    __slots__ = ("_pages",)

    def __init__(self, changes: Iterable[Change] = ()) -> None:
        self._pages = [_Page(0, [0], [(0, False)])]
        for change in reversed(tuple(changes)):
            self.prepend(change)

    def followed(self, line: int) -> int:
        """Return where the line is after the changes; a line that went is where the change was made."""
        page = self._pages[self._page_at(line)]
        index = bisect_right(page.starts, line - page.first) - 1
        target, is_one = page.targets[index]
        return target if is_one else target + line - page.first - page.starts[index]

    def prepend(self, change: Change) -> None:
        """Follow lines through this change before all others."""
        start, count, new_count = change.line, change.count, change.new_count
        if count == new_count:
            return
        last = self.followed(start + max(0, new_count - 1))
        kept = min(count, new_count)
        self._cut(start + kept)
        self._cut(start + new_count)
        self._drop(start + kept, start + new_count)
        self._shift(start + new_count, count - new_count)
        if count > new_count:
            self._insert(start + new_count, (last, True))

    def _page_at(self, line: int) -> int:
        return bisect_right(self._pages, line, key=attrgetter("first")) - 1

    def _cut(self, line: int) -> None:
        """Let a run begin at the line."""
        page = self._pages[self._page_at(line)]
        index = bisect_right(page.starts, line - page.first) - 1
        if page.starts[index] != line - page.first:
            self._insert(line, (self.followed(line), page.targets[index][1]))

    def _insert(self, line: int, target: tuple[int, bool]) -> None:
        number = self._page_at(line)
        page = self._pages[number]
        index = bisect_right(page.starts, line - page.first)
        page.starts.insert(index, line - page.first)
        page.targets.insert(index, target)
        if len(page.starts) > 2 * _PAGE:
            first = page.starts[_PAGE]
            rest = _Page(page.first + first, [one - first for one in page.starts[_PAGE:]], page.targets[_PAGE:])
            del page.starts[_PAGE:], page.targets[_PAGE:]
            self._pages.insert(number + 1, rest)

    def _drop(self, start: int, end: int) -> None:
        """Drop the runs that begin from the start up to the end, where another one begins."""
        for page in self._pages[self._page_at(start) : self._page_at(end) + 1]:
            kept = [at for at, one in enumerate(page.starts) if not start <= page.first + one < end]
            page.starts, page.targets = [page.starts[at] for at in kept], [page.targets[at] for at in kept]
        self._pages = [page for page in self._pages if page.starts]
        for page in self._pages:
            page.first, offset = page.first + page.starts[0], page.starts[0]
            page.starts = [one - offset for one in page.starts] if offset else page.starts

    def _shift(self, line: int, by: int) -> None:
        """Let the runs that begin at the line and below begin so many lines further down."""
        number = self._page_at(line)
        page = self._pages[number]
        index = bisect_right(page.starts, line - page.first - 1)
        page.starts[index:] = [one + by for one in page.starts[index:]]
        for later in self._pages[number + 1 :]:
            later.first += by
        if index == 0:
            page.first += page.starts[0]
            page.starts = [one - by for one in page.starts]


def traced(line: int, changes: Iterable[Change]) -> int:
    """Return where the line was before these changes, the last one first; a new line is where the change was made."""
    for change in changes:
        line = moved(line, change.line, change.new_count, change.count)
    return line


def moved(line: int, start: int, count: int, new_count: int) -> int:
    """Return where the line is after the lines from the start on were replaced by so many others."""
    if line < start:
        return line
    if line >= start + count:
        return line + new_count - count
    return start + max(0, min(line - start, new_count - 1))
