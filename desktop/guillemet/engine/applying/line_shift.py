"""Line numbers of a file followed through what blocks changed above and around them, forwards and back.

block 2 finds its place nearest at line 5 ── block 3 puts 2 lines in above ──▶ the file as proposed has it at line 7

Changes are composed once, from the last to the first, into runs of lines that moved together, so that any number of
lines is followed through any number of changes.

    run    lines from `first` on: line + shift       or all of them: one line, where what they said was replaced
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from guillemet.engine.outcomes import Change

_PAGE = 128
"""Runs of a page when it is cut; no page grows to more than twice as many."""


class LineMap:
    """Where lines of a file are after changes, in their order; `prepend` puts one before them all."""

    __slots__ = ("_firsts", "_starts", "_targets")

    def __init__(self, changes: Iterable[Change] = ()) -> None:
        self._firsts = [0]
        """The line with which the first run of each page begins."""
        self._starts = [[0]]
        """Of each page, where its runs begin, counted from the first."""
        self._targets = [[(0, False)]]
        """For each run where its first line is, and whether the others are there, too."""
        for change in reversed(tuple(changes)):
            self.prepend(change)

    def followed(self, line: int) -> int:
        """Return where the line is after the changes; a line that went is where the change was made."""
        page = bisect_right(self._firsts, line) - 1
        offset, starts = line - self._firsts[page], self._starts[page]
        run = bisect_right(starts, offset) - 1
        target, is_one = self._targets[page][run]
        return target if is_one else target + offset - starts[run]

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
        return bisect_right(self._firsts, line) - 1

    def _cut(self, line: int) -> None:
        """Let a run begin at the line."""
        page = self._page_at(line)
        offset, starts = line - self._firsts[page], self._starts[page]
        run = bisect_right(starts, offset) - 1
        if starts[run] != offset:
            self._insert(line, (self.followed(line), self._targets[page][run][1]))

    def _insert(self, line: int, target: tuple[int, bool]) -> None:
        page = self._page_at(line)
        first, starts, targets = self._firsts[page], self._starts[page], self._targets[page]
        run = bisect_right(starts, line - first)
        starts.insert(run, line - first)
        targets.insert(run, target)
        if len(starts) > 2 * _PAGE:
            middle = starts[_PAGE]
            self._firsts.insert(page + 1, first + middle)
            self._starts[page : page + 1] = [starts[:_PAGE], [one - middle for one in starts[_PAGE:]]]
            self._targets[page : page + 1] = [targets[:_PAGE], targets[_PAGE:]]

    def _drop(self, start: int, end: int) -> None:
        """Drop the runs that begin from the start up to the end, where another one begins."""
        for page in range(self._page_at(end), self._page_at(start) - 1, -1):
            first, starts = self._firsts[page], self._starts[page]
            low, high = bisect_left(starts, start - first), bisect_left(starts, end - first)
            del starts[low:high], self._targets[page][low:high]
            if not starts:
                del self._firsts[page], self._starts[page], self._targets[page]
            elif offset := starts[0]:
                self._firsts[page] += offset
                self._starts[page] = [one - offset for one in starts]

    def _shift(self, line: int, by: int) -> None:
        """Let the runs that begin at the line and below begin so many lines further down."""
        page = self._page_at(line)
        starts = self._starts[page]
        run = bisect_left(starts, line - self._firsts[page])
        if run:
            starts[run:] = [one + by for one in starts[run:]]
            page += 1
        self._firsts[page:] = [one + by for one in self._firsts[page:]]


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
