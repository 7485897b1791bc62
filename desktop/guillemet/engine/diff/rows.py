"""The rows a diff is shown in, side by side or unified, with unchanged runs folded.

Lines count from 0. Nothing is kept per unchanged line: rows are held as runs, and a `Row` is made when it is asked for.

    gap 0    lines before hunk 0      · · ·  folded but for the context beside a hunk
    bar 0    if asked for: the row in which hunk 0 is decided
    hunk 0
    decided  in a gap: the row in which lines are named that were decided by themselves; it is never folded
    inset    a row that is as high as the widget in it; others may stand between any two rows
    gap 1    lines between the hunks
    bar 1
    hunk 1
    gap 2    lines after the last hunk
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from heapq import merge
from itertools import groupby, islice, pairwise, takewhile
from operator import itemgetter
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.diff.insets import AnchoredInset, DecidedInset, Inset
from guillemet.engine.diff.lines import ChangedLines
from guillemet.engine.diff.words import Pair

CONTEXT = 3
"""Unchanged lines shown beside a hunk unless the user wants more or fewer."""
STEP = 20
"""Lines that a step of unfolding shows at either end of a fold."""
HEAD_HEIGHT = 2
"""Rows that the head of a file takes."""
_ALL = slice(None)


class RowKind(StrEnum):
    """What a row shows; the words are what a screen reader says."""

    SAME = "unchanged"
    CHANGED = "changed"
    """Side by side only: an old line beside the new line it became."""
    ADDED = "added"
    REMOVED = "removed"
    FOLD = "folded"
    BAR = "hunk"
    """Stands above a hunk, without a line of either side; it has the first lines of the hunk below."""
    HEAD = "file"
    """Stands above the rows of a file."""
    INSET = "inset"
    """Is kept free for a widget; it has the line of its place, or none below a head."""


_WITHOUT_LINE = (RowKind.FOLD, RowKind.BAR, RowKind.HEAD, RowKind.INSET)


class DiffRow(Struct, frozen=True):
    """One row; a side without a line is None."""

    kind: RowKind
    old: int | None = None
    new: int | None = None
    hunk: int | None = None
    gap: int | None = None
    count: int = 0
    """Of a fold: how many lines it hides. One that has a hunk hides lines that differ in ignored white space only."""
    partner: int | None = None
    """Of an added or removed row in the unified look: the line of the other side it is compared with."""
    file: int | None = None
    """Of an inset and the head of a file: the number of the file."""
    inset: Inset | None = None

    @property
    def has_line(self) -> bool:
        """Whether a line of the file stands in the row."""
        return self.kind not in _WITHOUT_LINE

    @property
    def is_changed(self) -> bool:
        """Whether the row shows a line that is added, removed or both."""
        return self.kind in (RowKind.CHANGED, RowKind.ADDED, RowKind.REMOVED)


class Unfolding(StrEnum):
    """How much more of a fold is shown; the words are those of a menu."""

    TOP = "Show 20 more lines above"
    BOTTOM = "Show 20 more lines below"
    ENDS = "Show 20 more lines at both ends"
    WHOLE = "Show all lines"


class Steps(NamedTuple):
    """How many further lines of a gap are shown."""

    top: int = 0
    bottom: int = 0
    ends: int = 0
    """At either end, unless that is an end of the file."""


class FoldState(Struct, frozen=True):
    """How much of what is unchanged is shown."""

    context: int = CONTEXT
    opened: frozenset[int] = frozenset()
    """Gaps that are shown whole."""
    steps: Mapping[int, Steps] = {}
    """Gaps that are shown in part."""
    shown: frozenset[int] = frozenset()
    """Ignored hunks that are shown."""
    is_all_open: bool = False

    def unfolded(self, fold: DiffRow, how: Unfolding = Unfolding.ENDS) -> "FoldState":
        """Return the state in which more of this fold is shown."""
        if fold.gap is None:
            return self if fold.hunk is None else replace(self, shown=self.shown | {fold.hunk})
        if how is Unfolding.WHOLE or fold.count <= (2 * STEP if how is Unfolding.ENDS else STEP):
            return replace(self, opened=self.opened | {fold.gap})
        top, bottom, ends = self.steps.get(fold.gap, Steps())
        more = {Unfolding.TOP: (STEP, 0, 0), Unfolding.BOTTOM: (0, STEP, 0), Unfolding.ENDS: (0, 0, STEP)}[how]
        return replace(self, steps={**self.steps, fold.gap: Steps(top + more[0], bottom + more[1], ends + more[2])})

    def is_folded(self, number: int, hunk: ChangedLines) -> bool:
        """Whether the hunk is shown as a fold."""
        return hunk.is_ignored and not self.is_all_open and number not in self.shown


class FileSpan(Struct, frozen=True):
    """Where a file is in the lines and hunks that rows are made for."""

    old: int
    new: int
    old_count: int
    new_count: int
    first_hunk: int
    last_hunk: int
    """The one behind its last."""
    has_head: bool = False
    decided: tuple[DecidedInset, ...] = ()
    """In order; their lines are counted in the file."""


class Run(Struct, frozen=True, gc=False):
    """Rows of one kind that follow each other: unchanged lines, one fold, bar, hunk, decided run, or head of a file."""

    first_row: int
    height: int
    old: int
    new: int
    number: int
    """The hunk's, the gap's, or the file's."""
    is_hunk: bool = False
    folded: int = 0
    """How many lines the fold hides; 0 for no fold."""
    is_bar: bool = False
    is_head: bool = False
    inset: Inset | None = None
    """Of lines that were decided by themselves; the number is that of the file."""


class ChosenLines(NamedTuple):
    """Lines of one hunk."""

    hunk: int
    lines: ChangedLines


class DiffRows(Struct, frozen=True):
    """All rows of one look; `len` and index as a sequence.

    Insets are laid over the rows of the runs: they move what is below them, and split no run. Those of decided lines
    are runs themselves, unless they stand within a hunk.
    """

    runs: tuple[Run, ...]
    hunks: tuple[ChangedLines, ...]
    pairs: tuple[tuple[Pair, ...], ...]
    """The rows of each hunk side by side."""
    is_unified: bool
    heads: tuple[int, ...] = (0,)
    """The first row of each file."""
    at_hunks: tuple[int, ...] = ()
    """Where in the runs each hunk is."""
    at_files: tuple[int, ...] = ()
    """Where in the runs each file begins."""
    at_decided: tuple[int, ...] = ()
    """Where in the runs those of decided lines are that stand outside of hunks."""
    first_rows: tuple[int, ...] = ()
    """The first row of each run, not counting insets."""
    insets: tuple[AnchoredInset, ...] = ()
    """From the top."""
    above: tuple[int, ...] = ()
    """The row that each inset stands above, not counting insets."""

    def __len__(self) -> int:
        """Return how many rows there are."""
        return self._height + len(self.insets)

    def __getitem__(self, index: int) -> DiffRow:
        """Return the row; raises IndexError past the ends."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        passed = bisect_left(range(len(self.above)), index, key=self._row_of_inset)
        if passed < len(self.above) and self.above[passed] + passed == index:
            return _inset_row(self.insets[passed])
        index -= passed
        run = self.runs[bisect_right(self.first_rows, index) - 1]
        return self._row(run, index - run.first_row)

    def __iter__(self) -> Iterator[DiffRow]:
        """Yield every row, from the top."""
        rows = (self._row(run, offset) for run in self.runs for offset in range(run.height))
        start = 0
        for anchored, above in zip(self.insets, self.above, strict=True):
            yield from islice(rows, above - start)
            yield _inset_row(anchored)
            start = above
        yield from rows

    def inset_rows(self) -> Iterator[tuple[int, Inset]]:
        """Yield the row of every inset, from the top, and the inset."""
        return merge(self.laid_insets(), self._decided_rows(), key=itemgetter(0))

    def laid_insets(self) -> Iterator[tuple[int, Inset]]:
        """Yield the same of those that are laid over the runs."""
        return ((above + at, self.insets[at].inset) for at, above in enumerate(self.above))

    def _decided_rows(self) -> Iterator[tuple[int, Inset]]:
        runs = (self.runs[at] for at in self.at_decided)
        return ((self._moved(run.first_row), run.inset) for run in runs if run.inset)

    def decided_row(self, number: int) -> tuple[int, Inset | None]:
        """Return the row of decided lines of this number, counted from the top, and its inset."""
        run = self.runs[self.at_decided[number]]
        return self._moved(run.first_row), run.inset

    def decided_above(self, row: int) -> int:
        """Return how many rows of decided lines are above this row."""
        return bisect_left(self.at_decided, row, key=lambda at: self._moved(self.runs[at].first_row))

    @property
    def has_insets(self) -> bool:
        """Whether there are rows as high as what is shown in them."""
        return bool(self.above or self.at_decided)

    def hunk_row(self, hunk: int) -> int:
        """Return the first row of the hunk."""
        return self._moved(self.runs[self.at_hunks[hunk]].first_row)

    def hunk_height(self, hunk: int) -> int:
        """Return how many rows the hunk takes, with the insets in it."""
        return self._last_row(self.runs[self.at_hunks[hunk]]) - self.hunk_row(hunk) + 1

    def file_of(self, row: int) -> int:
        """Return the number of the file this row is of."""
        return max(bisect_right(self.heads, row) - 1, 0)

    def bar_rows(self, runs: slice = _ALL) -> Iterator[tuple[int, int]]:
        """Yield the row of every bar, and its hunk; only of those of some runs, if they are given."""
        return ((self._moved(run.first_row), run.number) for run in self.runs[runs] if run.is_bar)

    def bar_row(self, hunk: int) -> int:
        """Return the row of the bar above a hunk, or the first row of one that has none."""
        run = self.runs[self.at_hunks[hunk] - 1]
        return self._moved(run.first_row) if run.is_bar and run.number == hunk else self.hunk_row(hunk)

    def rows_of(self, hunk: int) -> list[DiffRow]:
        """Return the rows of a hunk, also of one that is folded."""
        run = next(run for run in self.runs if run.is_hunk and run.number == hunk)
        lines = self.hunks[hunk]
        height = lines.old_count + lines.new_count if self.is_unified else len(self.pairs[hunk])
        return [self._row(replace(run, folded=0), offset) for offset in range(height)]

    def changed_in(self, rows: range) -> Iterator[ChosenLines]:
        """Yield what these rows show of each hunk; of a folded one it is all.

        A line that became another one comes with that, also in the unified look, where that may be in another row.
        """
        for run, lines in self.lines_in(rows):
            if run.is_hunk:
                parts = self._with_partners(run, lines) if self.is_unified else (lines,)
                yield from (ChosenLines(run.number, part) for part in parts)

    def _with_partners(self, run: Run, lines: ChangedLines) -> Iterator[ChangedLines]:
        """Yield these lines of a hunk with those that they are compared with, in pieces that follow each other."""
        hunk = self.hunks[run.number]
        if lines == hunk:
            yield lines
            return
        old = {self._pair_row(run, line - run.old, side=0) for line in range(lines.old.start, lines.old.stop)}
        new = {self._pair_row(run, line - run.new, side=1) for line in range(lines.new.start, lines.new.stop)}
        for _, piece in groupby(enumerate(sorted(old | new)), key=lambda one: one[1] - one[0]):
            rows = [row for _, row in piece]
            yield _lines_beside(hunk, self.pairs[run.number][rows[0] : rows[-1] + 1])

    def lines_in(self, rows: range) -> Iterator[tuple[Run, ChangedLines]]:
        """Yield every run that these rows show a part of, with the lines of that part; of a fold it is all."""
        insets = range(len(self.above))
        start, stop = (row - bisect_left(insets, row, key=self._row_of_inset) for row in (rows.start, rows.stop))
        first = max(bisect_right(self.first_rows, start) - 1, 0)
        for run in takewhile(lambda run: run.first_row < stop, islice(self.runs, first, None)):
            shown = slice(max(start - run.first_row, 0), min(stop - run.first_row, run.height))
            if shown.start < shown.stop:
                yield run, self._lines_of(run, shown)

    def _lines_of(self, run: Run, shown: slice) -> ChangedLines:
        """Return the lines in these rows of a run."""
        if run.is_hunk:
            is_whole = run.folded or shown == slice(0, run.height)
            return self.hunks[run.number] if is_whole else self._part_of_hunk(run, shown)
        above = 0 if run.folded else shown.start
        count = 0 if run.is_bar or run.is_head or run.inset else run.folded or shown.stop - shown.start
        return ChangedLines(run.old + above, count, run.new + above, count)

    def _part_of_hunk(self, run: Run, shown: slice) -> ChangedLines:
        """Return the lines in these rows of a hunk."""
        hunk = self.hunks[run.number]
        if not self.is_unified:
            return _lines_beside(hunk, self.pairs[run.number][shown])
        old, new = range(hunk.old.start, hunk.old.stop), range(hunk.new.start, hunk.new.stop)
        old, new = old[shown], new[max(shown.start - len(old), 0) : max(shown.stop - len(old), 0)]
        return ChangedLines(old.start, len(old), new.start, len(new))

    def hunk_rows(self) -> tuple[tuple[int, int], ...]:
        """Return the first row and the height of every hunk, in order."""
        runs = [self.runs[at] for at in self.at_hunks]
        if not self.above:
            return tuple((run.first_row, run.height) for run in runs)
        return tuple((row := self._moved(run.first_row), self._last_row(run) - row + 1) for run in runs)

    def hunk_at(self, row: int) -> int:
        """Return the first hunk of which a row is at this one or below; the number of hunks when none is."""
        return bisect_left(self.at_hunks, row, key=lambda at: self._last_row(self.runs[at]))

    def row_of(self, line: int, *, is_old: bool) -> int | None:
        """Return the row that shows this old or new line; None when it is folded away."""
        side = _old if is_old else _new
        at = bisect_right(self.runs, line, key=side) - 1
        # Runs without a line on this side begin where the next one does, so the last run that begins here holds it.
        if at < 0 or self.runs[at].folded:
            return None
        run = self.runs[at]
        offset = line - side(run)
        if not run.is_hunk:
            return self._moved(run.first_row + offset) if offset < run.height else None
        hunk = self.hunks[run.number]
        if offset >= (hunk.old_count if is_old else hunk.new_count):
            return None
        if self.is_unified:
            return self._moved(run.first_row + offset + (0 if is_old else hunk.old_count))
        return self._moved(run.first_row + self._pair_row(run, offset, side=int(not is_old)))

    def fold_of(self, line: int, *, is_old: bool) -> int | None:
        """Return the row of the fold that hides this old or new line; None when none does."""
        at = bisect_right(self.runs, line, key=_old if is_old else _new) - 1
        return self._moved(self.runs[at].first_row) if at >= 0 and self.runs[at].folded else None

    def rest_of(self, fold: DiffRow, how: Unfolding) -> int | None:
        """Return the row of what is left of a fold of which one end was shown; None when nothing is."""
        if how not in (Unfolding.TOP, Unfolding.BOTTOM):
            return None
        return self.fold_of((fold.new or 0) + (STEP if how is Unfolding.TOP else 0), is_old=False)

    def row_or_fold(self, line: int, *, is_old: bool) -> int | None:
        """Return the row that shows this line, or that of the fold that hides it."""
        row = self.row_of(line, is_old=is_old)
        return self.fold_of(line, is_old=is_old) if row is None else row

    def lines(
        self, old: Sequence[str], new: Sequence[str], *, fold: Callable[[DiffRow], str], runs: slice = _ALL
    ) -> tuple[list[str], list[str]]:
        """Return what stands in each row of the left and the right document; unified has the left one only.

        `fold` gives the words of a fold; a side without a line is empty, as bars, heads and insets are. Only those of
        some `runs` can be asked for where there are no insets.
        """
        left: list[str] = []
        right: list[str] = []
        for run in self.runs[runs]:
            if run.folded:
                label = fold(self._row(run, 0))
                left.append(label)
                right.append(label)
            elif run.is_bar or run.is_head or run.inset:
                left += [""] * run.height
                right += [""] * run.height
            elif not run.is_hunk:
                left += old[run.old : run.old + run.height]
                right += new[run.new : run.new + run.height]
            elif self.is_unified:
                hunk = self.hunks[run.number]
                left += old[hunk.old]
                left += new[hunk.new]
            elif not ((hunk := self.hunks[run.number]).old_count and hunk.new_count):
                left += old[hunk.old] or [""] * run.height
                right += new[hunk.new] or [""] * run.height
            else:
                left += ["" if a is None else old[run.old + a] for a, _ in self.pairs[run.number]]
                right += ["" if b is None else new[run.new + b] for _, b in self.pairs[run.number]]
        left, right = self._spread(left), self._spread(right)
        return left, [] if self.is_unified else right

    @property
    def _height(self) -> int:
        """How many rows there are without insets."""
        return self.runs[-1].first_row + self.runs[-1].height if self.runs else 0

    def _row_of_inset(self, inset: int) -> int:
        return self.above[inset] + inset

    def _moved(self, row: int) -> int:
        """Return where a row is that has this number without insets."""
        return row + bisect_right(self.above, row)

    def _last_row(self, run: Run) -> int:
        return self._moved(run.first_row + run.height - 1)

    def _spread(self, lines: list[str]) -> list[str]:
        """Return these lines with an empty one for every inset."""
        spread: list[str] = []
        for start, end in pairwise((0, *self.above)):
            spread += lines[start:end]
            spread.append("")
        return spread + lines[self.above[-1] :] if self.above else lines

    def _row(self, run: Run, offset: int) -> DiffRow:
        if run.folded:
            gap, hunk = (None, run.number) if run.is_hunk else (run.number, None)
            return DiffRow(RowKind.FOLD, old=run.old, new=run.new, hunk=hunk, gap=gap, count=run.folded)
        if run.is_head or run.inset:
            return DiffRow(RowKind.INSET if run.inset else RowKind.HEAD, file=run.number, inset=run.inset)
        if run.is_bar:
            below = self.hunks[run.number]
            return DiffRow(
                RowKind.BAR,
                old=run.old if below.old_count else None,
                new=run.new if below.new_count else None,
                hunk=run.number,
            )
        if not run.is_hunk:
            return DiffRow(RowKind.SAME, old=run.old + offset, new=run.new + offset, gap=run.number)
        if self.is_unified:
            return self._unified_row(run, offset)
        a, b = self.pairs[run.number][offset]
        old = None if a is None else run.old + a
        new = None if b is None else run.new + b
        kind = RowKind.ADDED if old is None else RowKind.REMOVED if new is None else RowKind.CHANGED
        return DiffRow(kind, old=old, new=new, hunk=run.number)

    def _unified_row(self, run: Run, offset: int) -> DiffRow:
        old_count = self.hunks[run.number].old_count
        if offset < old_count:
            b = self.pairs[run.number][self._pair_row(run, offset, side=0)][1]
            partner = None if b is None else run.new + b
            return DiffRow(RowKind.REMOVED, old=run.old + offset, hunk=run.number, partner=partner)
        offset -= old_count
        a = self.pairs[run.number][self._pair_row(run, offset, side=1)][0]
        partner = None if a is None else run.old + a
        return DiffRow(RowKind.ADDED, new=run.new + offset, hunk=run.number, partner=partner)

    def _pair_row(self, run: Run, offset: int, *, side: int) -> int:
        pairs = self.pairs[run.number]
        # Only small hunks are paired by likeness; in all others the row is the offset.
        return offset if pairs[offset][side] == offset else next(r for r, p in enumerate(pairs) if p[side] == offset)


def _inset_row(anchored: AnchoredInset) -> DiffRow:
    inset, line = anchored.inset, anchored.line
    old, new = (line, None) if inset.place.is_old else (None, line)
    return DiffRow(RowKind.INSET, old=old, new=new, file=anchored.file, inset=inset)


def _lines_beside(hunk: ChangedLines, pairs: Sequence[Pair]) -> ChangedLines:
    """Return the lines in these rows of a hunk, which follow each other."""
    of_old, of_new = zip(*pairs, strict=True)
    old = _among(range(hunk.old.start, hunk.old.stop), of_old)
    new = _among(range(hunk.new.start, hunk.new.stop), of_new)
    return ChangedLines(old.start, len(old), new.start, len(new))


def _among(lines: range, shown: Sequence[int | None]) -> range:
    """Return the lines from the first to the last of those that are shown, counted from the first of all."""
    found = [line for line in shown if line is not None]
    return lines[found[0] : found[-1] + 1] if found else lines[:0]


def _old(run: Run) -> int:
    return run.old


def _new(run: Run) -> int:
    return run.new


NO_ROWS = DiffRows((), (), (), is_unified=False)
