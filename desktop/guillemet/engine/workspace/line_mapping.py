"""Lines of blocks as the window shows them: in the file as it is proposed, after all blocks of all replies.

A block finds its lines in the file as the blocks before left it, and that is what is kept. What is shown is followed
through the later blocks of that file, and through what the user changed of the proposal, and what the user chooses
there is traced back, so that a line is one place wherever it is read, clicked or typed.

    block 2 finds its place nearest at line 5 ── block 3 puts 2 lines in above ──▶ the proposed file has it at line 7
"""

import sys
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from guillemet.engine.applying.locate import ambiguous_at
from guillemet.engine.applying.options import Choice, InFile, PlaceAt
from guillemet.engine.blocks import EditBlock, WholeFile
from guillemet.engine.diff.lines import changed
from guillemet.engine.outcomes import Change, Nearest, Outcome, Reason

_PAGE = 128
"""Runs of a page when it is cut; no page grows to more than twice as many."""


class LineMap:
    """Where lines of a file are after changes, in their order; `prepend` puts one before them all.

    Changes are composed once, from the last to the first, into runs of lines that moved together, so that any number of
    lines is followed through any number of changes. Of a run, lines from the first on moved by one shift; or all of
    them are at one line, where what they said was replaced.
    """

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
        return self.all_followed((line,))[0]

    def all_followed(self, lines: Iterable[int]) -> list[int]:
        """Return where each of the lines is after the changes; those near each other are found at once."""
        found: list[int] = []
        first = end = 0
        starts, targets = self._starts[0], self._targets[0]
        for line in lines:
            if not first <= line < end:
                page = self._page_at(line)
                first, starts, targets = self._firsts[page], self._starts[page], self._targets[page]
                end = self._firsts[page + 1] if page + 1 < len(self._firsts) else sys.maxsize
            run = bisect_right(starts, line - first) - 1
            target, is_one = targets[run]
            found.append(target if is_one else target + line - first - starts[run])
        return found

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


OwnChanges = Mapping[int, Sequence[tuple[str, Change]]]
"""What the user changed of files, in order, by how many blocks were applied before."""
_NONE: OwnChanges = {}


def changes_between(before: str, after: str) -> tuple[Change, ...]:
    """Return what makes one text the other, as changes that follow each other from the top."""
    return tuple(Change(hunk.new_start + 1, hunk.old_count, hunk.new_count) for hunk in changed(before, after))


def as_shown(outcomes: Sequence[Outcome], own: OwnChanges = _NONE) -> tuple[Outcome, ...]:
    """Return the outcomes of all replies with their lines in the file as they, and the user, leave it together."""
    later: defaultdict[str, LineMap] = defaultdict(LineMap)
    shown: list[Outcome] = []
    for at in range(len(outcomes), 0, -1):
        for path, change in reversed(own.get(at, ())):
            later[path].prepend(change)
        outcome = outcomes[at - 1]
        is_moved = outcome.path in later or outcome.change is not None
        shown.append(_shown(outcome, later[outcome.path]) if is_moved else outcome)
    return tuple(reversed(shown))


def as_shown_now(outcomes: Sequence[Outcome], number: int, tried: Outcome, own: OwnChanges = _NONE) -> Outcome:
    """Return an outcome that the block of this number may come to with its lines in the file as it is proposed now."""
    present = outcomes[number - 1]
    now = [present.change] if present.change and present.path == tried.path else []
    changes = [*now, *_changes_since(outcomes, number, tried.path, own)]
    return _shown(replace(tried, change=None), LineMap(changes))


def as_found(outcomes: Sequence[Outcome], number: int, choice: Choice | None, own: OwnChanges = _NONE) -> Choice | None:
    """Return the choice for the block of this number, from 1, with its lines in the file as that block found it."""
    if not 1 <= number <= len(outcomes):
        return choice
    outcome = outcomes[number - 1]
    if isinstance(choice, InFile) and isinstance(choice.place, PlaceAt):
        changes = _changes_since(outcomes, number, choice.path, own)
        return replace(choice, place=_place_as_found(outcome, choice.place, choice.path, changes))
    if isinstance(choice, PlaceAt):
        return _place_as_found(outcome, choice, outcome.path, _changes_since(outcomes, number, outcome.path, own))
    return choice


def _changes_since(outcomes: Sequence[Outcome], number: int, path: str, own: OwnChanges) -> list[Change]:
    """Return what was changed of a file after the block of this number, in order."""
    found: list[Change] = []
    for at in range(number, len(outcomes) + 1):
        outcome = outcomes[at - 1]
        if at > number and outcome.change and outcome.path == path:
            found.append(outcome.change)
        found += [change for changed_path, change in own.get(at, ()) if changed_path == path]
    return found


def _place_as_found(outcome: Outcome, choice: PlaceAt, path: str, changes: Sequence[Change]) -> PlaceAt:
    is_own = path == outcome.path
    own = [outcome.change] if outcome.change and is_own else []
    if is_own and (place := _named_place(outcome, LineMap(changes), choice)):
        return place
    back = [*reversed(changes), *own]
    line = traced(choice.line, back)
    count = choice.count
    if count:
        count = max(0, _traced_end(choice.line + count, back) - line)
    return PlaceAt(line, count)


def _named_place(outcome: Outcome, since: LineMap, choice: PlaceAt) -> PlaceAt | None:
    """Return the place of the block itself, or one of those it named, that the choice is after the changes since."""
    for whole in _whole(outcome):
        there = _followed(Nearest(outcome.path, whole.line, whole.new_count, 1), since)
        if (there.line, there.count) == (choice.line, choice.count):
            return PlaceAt(whole.line, whole.count)
    shown = _shown(outcome, since)
    for found, there in zip(outcome.nearest, shown.nearest, strict=True):
        if there.line == choice.line and choice.count in (None, there.count):
            return PlaceAt(found.line, None if choice.count is None else found.count)
    if choice.count is None and choice.line in shown.lines:
        return PlaceAt(outcome.lines[shown.lines.index(choice.line)])
    return None


def _whole(outcome: Outcome) -> tuple[Change, ...]:
    """Return the change of a block that moved lines together with the lines it left as they were, if it has a place."""
    block, change = outcome.block, outcome.change
    if not change or not outcome.lines or not isinstance(block, EditBlock | WholeFile):
        return ()
    new_count = len(block.replacement if isinstance(block, EditBlock) else block.new)
    return (Change(outcome.lines[0], new_count + change.count - change.new_count, new_count),)


def _traced_end(end: int, changes: Iterable[Change]) -> int:
    """Return where lines that end above this one ended before these changes, the last one first.

    The last of new lines ends where the last of those ended that they replaced.
    """
    for change in changes:
        if end >= change.line + max(1, change.new_count):
            end += change.count - change.new_count
        elif end > change.line:
            end = change.line + min(end - change.line, change.count)
    return end


def _shown(outcome: Outcome, since: LineMap) -> Outcome:
    """Return the outcome with its lines after the changes since; from then on those include its own."""
    first = since.all_followed(outcome.lines[:1])
    nearest = tuple(_followed(near, since) if near.path == outcome.path else near for near in outcome.nearest)
    changed_now = tuple(_lines_followed(lines, since) for lines in outcome.changed)
    if outcome.change:
        since.prepend(outcome.change)
    lines = (*first, *since.all_followed(outcome.lines[1:]))
    message = outcome.message
    if outcome.reason is Reason.AMBIGUOUS:
        message = message.replace(ambiguous_at(outcome.lines), ambiguous_at(lines))
    return replace(outcome, lines=lines, message=message, nearest=nearest, changed=changed_now)


def _lines_followed(lines: tuple[int, int], since: LineMap) -> tuple[int, int]:
    """Return where lines are after the changes, counted from 0 and half-open as they are."""
    first = since.followed(lines[0] + 1) - 1
    return first, since.followed(lines[1]) if lines[0] < lines[1] else first


def _followed(near: Nearest, since: LineMap) -> Nearest:
    line = since.followed(near.line)
    last = since.followed(near.line + near.count - 1) if near.count else line
    return replace(near, line=line, count=max(last + 1 - line, 1) if near.count else 0)


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
