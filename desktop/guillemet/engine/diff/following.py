"""Where lines of one text are in a later version of it, however often their words occur there.

before            after
1 def a():        1 import os
2     return x    2 def a():
3 def b():        3     return x
4     return x    4 def b():
                  5     return x      line 4 is followed to line 5, though line 3 says the same and is nearer
"""

from collections.abc import Sequence

from msgspec import Struct

from guillemet.engine.diff.lines import ChangedLines, changed, changed_lines, common_head, common_tail, split_lines


class LinesIn(Struct, frozen=True):
    """Where some lines begin in a text."""

    text: str
    first: int
    """From 1."""
    are_there: bool = True
    """False when they are gone: then it is where they would begin."""


def followed(lines: Sequence[str], before: LinesIn, text: str) -> LinesIn:
    """Return where the lines begin in another version of the text in which they stood.

    Where they were put elsewhere as a whole, they are found there if they are new in one place only.
    """
    if text == before.text:
        return before
    start = at = before.first - 1
    changes, now = changed(before.text, text), split_lines(text)
    is_kept = True
    for change in changes:
        if change.old.stop <= start:
            at += change.new_count - change.old_count
        elif change.old_start <= start:
            at = change.new_start + max(0, min(start - change.old_start, change.new_count - 1))
            is_kept = False
    if is_kept and _stand_at(at, lines, now):
        return LinesIn(text, at + 1)
    new = (line for change in changes for line in range(change.new_start, change.new.stop))
    found = [line for line in new if _stand_at(line, lines, now)]
    if len(found) == 1:
        return LinesIn(text, found[0] + 1)
    return LinesIn(text, max(1, min(at + 1, len(now))), are_there=False)


class FollowedLines:
    """Where the lines of a text, counted from 0, are in a later version of it; only what differs is compared."""

    def __init__(self, before: Sequence[str], now: Sequence[str]) -> None:
        most = min(len(before), len(now))
        self._head = common_head(before, now, most)
        tail = common_tail(before, now, most - self._head)
        self._before, self._now = (lines[self._head : len(lines) - tail] for lines in (before, now))
        self._last = len(now) - 1
        self._changes: tuple[ChangedLines, ...] | None = None

    def follow(self, line: int) -> int:
        """Return where a line is now; of one that is gone, where it would be."""
        at = line - self._head
        if at < 0:
            return line
        if at >= len(self._before):
            return line + len(self._now) - len(self._before)
        if self._changes is None:
            self._changes = changed_lines(self._before, self._now)
        above = [change for change in self._changes if change.old_start <= at][-1:]
        for change in above:
            if at < change.old.stop:
                at = change.new_start + min(at - change.old_start, max(change.new_count - 1, 0))
            else:
                at += change.new.stop - change.old.stop
        return min(self._head + at, self._last)


def found_in(lines: Sequence[str], first: int, text: str) -> LinesIn:
    """Return where the lines begin that began at this line, counted from 1, of a text that is not known any more.

    They are there still, or where alone they occur; of several other places none is taken for theirs.
    """
    now = split_lines(text)
    if not _stand_at(first - 1, lines, now):
        found = [at for at in range(len(now)) if _stand_at(at, lines, now)]
        return LinesIn(text, found[0] + 1) if len(found) == 1 else LinesIn(text, first, are_there=False)
    return LinesIn(text, first)


def _stand_at(at: int, lines: Sequence[str], text: Sequence[str]) -> bool:
    return 0 <= at < len(text) and text[at] == lines[0] and tuple(text[at : at + len(lines)]) == tuple(lines)
