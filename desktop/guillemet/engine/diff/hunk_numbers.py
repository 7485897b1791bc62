"""The hunks of the proposal for a file: found, numbered and counted in one way, whatever was decided on parts of them.

A hunk is a run of changed lines of all that was proposed, where all white space counts:

    base ──accepted──▶ before ──waiting──▶ after ──rejected──▶ first proposed

Runs of these three that touch are one hunk: one of which lines were decided by themselves stays one hunk, keeps its
number, and counts as decided only when none of its lines waits. What is committed is no longer proposed, nor counted.

The diff may cut hunks in another way: where some white space is ignored, between lines that were decided, and within
long lines. What it shows is then named by the hunks it is of: "hunk 2 of 5, part 1 of 2" or "hunks 2–3 of 5".
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.blocks import EditBlock
from guillemet.engine.diff.lines import ChangedLines, changed
from guillemet.engine.outcomes import Outcome, Rung
from guillemet.engine.review import FileTexts, HunkState, ProposedHunk


class HunkNumber(Struct, frozen=True):
    """Which hunks of the proposal a run of changed lines in the diff is of."""

    first: int
    """Counts from 1."""
    last: int
    count: int
    """Of all hunks of the file."""
    part: int = 1
    parts: int = 1
    """In how many runs the diff shows the hunk."""
    is_of_commit: bool = False
    """Whether it counts what will be committed of the file, not what is proposed for it."""

    def is_among(self, numbers: Collection[int]) -> bool:
        """Whether all hunks that the run is of have one of these numbers."""
        return all(number in numbers for number in range(self.first, self.last + 1))

    def __str__(self) -> str:
        """Return such as "hunk 2 of 5"."""
        every = f"{self.count:,}{' in the commit' if self.is_of_commit else ''}"
        if self.last > self.first:
            return f"hunks {self.first:,}–{self.last:,} of {every}"
        part = f", part {self.part:,} of {self.parts:,}" if self.parts > 1 else ""
        return f"hunk {self.first:,} of {every}{part}"


def proposed_hunks(
    waiting: Iterable[ChangedLines],
    *,
    accepted: Iterable[ChangedLines] = (),
    rejected: Iterable[tuple[int, int]] = (),
    committed: Iterable[tuple[int, int]] = (),
    state: HunkState = HunkState.WAITING,
) -> tuple[ProposedHunk, ...]:
    """Return the hunks of a proposal in order, with what was decided on each.

    `waiting` are the changes from the old side to the new one, which are of this state; the new sides of `accepted` are
    lines of the old side, `rejected` and `committed` are ranges of lines of the new one.
    """
    changes = tuple(waiting)
    found = [ProposedHunk(*_both_sides(hunk), state) for hunk in changes]
    for hunk in accepted:
        old = (hunk.new.start, hunk.new.stop)
        found.append(ProposedHunk(old, lines_after(old, changes), HunkState.ACCEPTED))
    back = turned(changes)
    for ranges, decided in ((rejected, HunkState.REJECTED), (committed, HunkState.COMMITTED)):
        found += [ProposedHunk(lines_after(new, back), new, decided) for new in ranges]
    return tuple(_joined(sorted(found, key=lambda one: (one.new, one.old))))


def with_waiting_lines(texts: FileTexts) -> tuple[tuple[ProposedHunk, tuple[ChangedLines, ...]], ...]:
    """Return the hunks of a file, decided ones too, each with its changed lines that wait for a decision."""
    waiting = changed(texts.before, texts.after, marked=texts.marked)
    hunks = texts.hunks or proposed_hunks(waiting)
    return tuple((hunk, tuple(run for run in waiting if _is_of(run, hunk))) for hunk in hunks)


def _is_of(run: ChangedLines, hunk: ProposedHunk) -> bool:
    sides = (run.old, hunk.old), (run.new, hunk.new)
    return all(first <= lines.start and lines.stop <= last for lines, (first, last) in sides)


def decided_hunk(hunks: Sequence[ProposedHunk], old: int | None, new: int | None) -> int | None:
    """Return which hunk was decided by itself that has this line of a side, counted from 1; None where none was.

    Lines count from 0. Of a decision that left no lines on a side, it is the line behind the place.
    """
    for number, hunk in enumerate(hunks, start=1):
        ranges = ((old, hunk.old), (new, hunk.new))
        if hunk.state & (HunkState.ACCEPTED | HunkState.REJECTED) and any(
            line is not None and start <= line < max(stop, start + 1) for line, (start, stop) in ranges
        ):
            return number
    return None


def is_decided(outcome: Outcome, hunks: Sequence[ProposedHunk]) -> bool:
    """Whether all that a placed block changes was decided by the hunk; `hunks` is empty where none was."""
    return bool(hunks) and outcome.is_success and HunkState.WAITING not in state_of_block(outcome, hunks)


def state_of_block(outcome: Outcome, every: Sequence[ProposedHunk]) -> HunkState:
    """Return what was decided on the hunks that a block is of: on all of them where its lines are not known.

    Where it has no changed lines any more, as the user edited them away, that is said of it which was decided on all.
    """
    hunks = every
    if isinstance(outcome.block, EditBlock) and outcome.lines and outcome.how is not Rung.ELIDED:
        start, count = outcome.lines[0] - 1, len(outcome.block.replacement)
        hunks = [hunk for hunk in every if _touches(hunk, start, start + count)]
    state = reduce(or_, (hunk.state for hunk in hunks or every), HunkState(0))
    return state if hunks or len(state) == 1 else HunkState.WAITING


def lines_of_block(outcome: Outcome) -> tuple[tuple[int, int], ...]:
    """Return which lines a block changed that was placed, without those it left as they were; none if not known."""
    if not isinstance(outcome.block, EditBlock) or not outcome.lines or outcome.how is Rung.ELIDED:
        return outcome.changed
    start, block = outcome.lines[0] - 1, outcome.block
    searched, replacement = ("".join(f"{line}\n" for line in lines) for lines in (block.searched, block.replacement))
    runs = changed(searched, replacement)
    if outcome.stood:  # which may say already what the block repeats of an earlier reply
        others = changed(f"{outcome.stood}\n", replacement)
        runs = tuple(run for run in runs if any(_meet(run, other) for other in others))
    return tuple((start + run.new.start, start + run.new.stop) for run in runs)


def _meet(one: ChangedLines, other: ChangedLines) -> bool:
    """Whether two runs have new lines in common, or those of one begin where those of the other end."""
    first, second = sorted((one, other), key=lambda run: run.new_start)
    return second.new_start <= first.new_start + first.new_count


def _touches(hunk: ProposedHunk, start: int, stop: int) -> bool:
    """Whether a hunk has some of these lines, or has none and is between them."""
    first, last = hunk.new
    return (first < stop and last > start) or start <= first == last <= stop


def place_after(line: int, changes: Iterable[ChangedLines], *, is_end: bool = False) -> int:
    """Return where a place between old lines is among the new ones; at changed lines, where these begin or end."""
    drift = 0
    for hunk in changes:
        if hunk.old_start > line:
            break
        if line <= hunk.old_start + hunk.old_count:
            return hunk.new_start + (hunk.new_count if is_end else 0)
        drift += hunk.new_count - hunk.old_count
    return line + drift


def lines_after(lines: tuple[int, int], changes: Sequence[ChangedLines]) -> tuple[int, int]:
    """Return where a range of old lines is among the new ones, with all the new ones of changed lines it touches."""
    start, stop = lines
    return place_after(start, changes), place_after(stop, changes, is_end=True)


def turned(changes: Iterable[ChangedLines]) -> tuple[ChangedLines, ...]:
    """Return the changes that lead from the new lines back to the old ones."""
    return tuple(ChangedLines(one.new_start, one.new_count, one.old_start, one.old_count) for one in changes)


def _both_sides(hunk: ChangedLines) -> tuple[tuple[int, int], tuple[int, int]]:
    return (hunk.old.start, hunk.old.stop), (hunk.new.start, hunk.new.stop)


def _joined(hunks: Iterable[ProposedHunk]) -> Iterator[ProposedHunk]:
    """Yield the hunks, those that touch as one."""
    last: ProposedHunk | None = None
    for hunk in hunks:
        if last is None or (hunk.new[0] > last.new[1] and hunk.old[0] > last.old[1]):
            if last is not None:
                yield last
            last = hunk
        else:
            old, new = _around(last.old, hunk.old), _around(last.new, hunk.new)
            last = replace(last, old=old, new=new, state=last.state | hunk.state)
    if last is not None:
        yield last


def _around(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return min(one[0], other[0]), max(one[1], other[1])


def numbered(runs: Sequence[ChangedLines], hunks: Sequence[ProposedHunk]) -> tuple[HunkNumber, ...]:
    """Return which of these hunks each run that is shown is of; both are in order, and name lines of the file."""
    spans = [_span(run, hunks) for run in runs]
    shown = Counter(first for first, _ in spans)
    seen: Counter[int] = Counter()
    numbers: list[HunkNumber] = []
    for first, last in spans:
        seen[first] += 1
        numbers.append(HunkNumber(first + 1, last + 1, len(hunks), seen[first], shown[first]))
    return tuple(numbers)


def _span(run: ChangedLines, hunks: Sequence[ProposedHunk]) -> tuple[int, int]:
    """Return the first and the last hunk that the run touches."""
    first = max(
        bisect_left(hunks, run.new.start, key=lambda one: one.new[1]),
        bisect_left(hunks, run.old.start, key=lambda one: one.old[1]),
    )
    behind = min(
        bisect_right(hunks, run.new.stop, key=lambda one: one.new[0]),
        bisect_right(hunks, run.old.stop, key=lambda one: one.old[0]),
    )
    # Where white space is ignored, a line may be compared with another one: it is of the hunk that is next.
    first = min(first, len(hunks) - 1)
    return first, max(first, behind - 1)
