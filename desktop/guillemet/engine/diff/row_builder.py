"""Makes the rows of a diff: one file after the other, those of files that are shown as before taken over."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from msgspec.structs import replace

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.insets import AnchoredInset, DecidedInset, Inset
from guillemet.engine.diff.lines import ChangedLines
from guillemet.engine.diff.rows import HEAD_HEIGHT, DiffRows, FileSpan, FoldState, Run, Steps
from guillemet.engine.review import Decision

SMALLEST_FOLD = 4
"""Fewer lines are shown rather than a fold that takes hardly less space, and has to be opened."""


class RowsBefore(NamedTuple):
    """Rows of files with which those of which rows are made begin and end alike: shown, folded, and with insets."""

    rows: DiffRows
    files: Sequence[FileSpan]
    first: int
    """With how many files both begin."""
    last: int


def diff_rows(
    content: DiffContent,
    *,
    files: Sequence[FileSpan],
    folding: FoldState,
    is_unified: bool = False,
    has_bars: bool = False,
    insets: Sequence[AnchoredInset] = (),
    like: RowsBefore | None = None,
) -> DiffRows:
    """Return the rows with old and new lines beside each other, or the old ones of a hunk above its new ones.

    Those of files `like` before are taken over.
    """
    hunks, pairs = content.hunks, content.pairs
    heights = [hunk.old_count + hunk.new_count for hunk in hunks] if is_unified else [len(pair) for pair in pairs]
    builder = _RowBuilder(hunks, heights, folding, insets)
    builder.add_files(files, has_bars=has_bars, like=like)
    runs = tuple(builder.runs)
    at_hunks = tuple(at for at, run in enumerate(runs) if run.is_hunk)
    first_rows = tuple(map(attrgetter("first_row"), runs))
    heads, at_files = tuple(builder.heads), tuple(builder.at_files)
    at_decided = tuple(at for at, run in enumerate(runs) if run.inset)
    rows = DiffRows(runs, hunks, pairs, is_unified, heads, at_hunks, at_files, at_decided, first_rows)
    return _with_insets(rows, insets, files, folding)


class _RowBuilder:
    """Makes the runs of one file after the other."""

    def __init__(
        self,
        hunks: Sequence[ChangedLines],
        heights: Sequence[int],
        folding: FoldState,
        insets: Sequence[AnchoredInset],
    ) -> None:
        """Let each hunk take as many rows as `heights` has for it; lines with an inset are not folded away."""
        self.runs: list[Run] = []
        self.heads: list[int] = []
        self.at_files: list[int] = []
        self._row = 0
        self._hunks, self._heights, self._folding = hunks, heights, folding
        self._has_insets = bool(insets)
        self._old_lines, self._new_lines = (
            sorted(one.line for one in insets if one.line is not None and one.inset.place.is_old is is_old)
            for is_old in (True, False)
        )

    def add_files(self, files: Sequence[FileSpan], *, has_bars: bool, like: RowsBefore | None) -> None:
        """Add the runs of files; what can be taken over of those before is."""
        first, last = (like.first, len(files) - like.last) if like else (0, len(files))
        if like:
            self._take_over(like, range(first), files)
        for file in files[first:last]:
            self._add_file(file, has_bars=has_bars)
        if like:
            self._take_over(like, range(len(like.files) - like.last, len(like.files)), files[last:])

    def _take_over(self, before: RowsBefore, numbers: range, files: Sequence[FileSpan]) -> None:
        """Add the runs that files of these numbers had before, moved to where the files are now."""
        if not numbers:
            return
        starts, number = (*before.rows.at_files, len(before.rows.runs)), len(self.heads)
        runs = before.rows.runs[starts[numbers.start] : starts[numbers.stop]]
        was, file = before.files[numbers.start], files[0]
        at = len(self.runs)
        self.runs += _shifted(
            runs,
            row=self._row - runs[0].first_row,
            old=file.old - was.old,
            new=file.new - was.new,
            hunk=file.first_hunk - was.first_hunk,
            file=number - numbers.start,
        )
        self.at_files += [start - starts[numbers.start] + at for start in starts[numbers.start : numbers.stop]]
        self.heads += [self.runs[start].first_row for start in self.at_files[number:]]
        self._row = self.runs[-1].first_row + self.runs[-1].height

    def _add_file(self, file: FileSpan, *, has_bars: bool) -> None:
        """Add the runs of a file below the others."""
        number = len(self.heads)
        self.heads.append(self._row)
        self.at_files.append(len(self.runs))
        if file.has_head:
            self._add(Run(self._row, HEAD_HEIGHT, file.old, file.new, number, is_head=True))
        old, new = file.old, file.new
        decided = [one for one in file.decided if _place_within(one, file, self._hunks, self._folding) is None]
        for at in range(file.first_hunk, file.last_hunk + 1):
            hunk = self._hunks[at] if at < file.last_hunk else None
            count = (file.new + file.new_count if hunk is None else hunk.new_start) - new
            gap = at + number  # a file has one gap more than hunks
            kept = self._kept(old, new, count) if self._has_insets else ()
            ends = at == file.first_hunk, hunk is None
            if decided:
                above = [one for one in decided if hunk is None or _stands_above(one, hunk, file)]
                decided = decided[len(above) :]
                cuts = [(min(max(file.new + one.new - new, 0), count), one.inset) for one in above]
                self._add_divided_gap(Run(0, count, old, new, gap), cuts, number, is_end=ends, kept=kept)
                count = 0  # its rows are there
            for skipped, height, folded in _pieces(gap, count, self._folding, is_end=ends, kept=kept) if count else ():
                self.runs.append(Run(self._row, height, old + skipped, new + skipped, gap, folded=folded))
                self._row += height
            if hunk is not None:
                self._add_hunk(at, hunk, has_bars=has_bars)
                old, new = hunk.old.stop, hunk.new.stop

    def _add_divided_gap(
        self, gap: Run, cuts: Sequence[tuple[int, Inset]], file: int, *, is_end: tuple[bool, bool], kept: Sequence[int]
    ) -> None:
        """Add the rows of a gap, with insets above the lines that are so many below its first one."""
        old, new, number, at = gap.old, gap.new, gap.number, 0
        offsets = [offset for offset, _ in cuts]
        pieces = _pieces(number, gap.height, self._folding, is_end=is_end, kept=kept, cuts=offsets)
        for skipped, height, folded in pieces if gap.height else ():
            begin, end = skipped, skipped + (folded or height)
            while at < len(cuts) and offsets[at] < end:  # a fold has none but at its start
                if offsets[at] > begin:
                    self._add(Run(self._row, offsets[at] - begin, old + begin, new + begin, number))
                    begin = offsets[at]
                self._add(Run(self._row, 1, old + begin, new + begin, file, inset=cuts[at][1]))
                at += 1
            self._add(
                Run(self._row, height if folded else end - begin, old + begin, new + begin, number, folded=folded)
            )
        for _, inset in cuts[at:]:
            self._add(Run(self._row, 1, old + gap.height, new + gap.height, file, inset=inset))

    def _kept(self, old: int, new: int, count: int) -> list[int]:
        return sorted([*_offsets(self._old_lines, old, count), *_offsets(self._new_lines, new, count)])

    def _add_hunk(self, at: int, hunk: ChangedLines, *, has_bars: bool) -> None:
        folded = hunk.new_count if self._folding.is_folded(at, hunk) else 0
        if has_bars and not folded:
            self._add(Run(self._row, 1, hunk.old_start, hunk.new_start, at, is_bar=True))
        height = 1 if folded else self._heights[at]
        self._add(Run(self._row, height, hunk.old_start, hunk.new_start, at, is_hunk=True, folded=folded))

    def _add(self, run: Run) -> None:
        self.runs.append(run)
        self._row += run.height


def _shifted(runs: Sequence[Run], *, row: int, old: int, new: int, hunk: int, file: int) -> Sequence[Run]:
    """Return the runs of files with all numbers of rows, lines, hunks and files raised by so many."""
    if not (row or old or new or hunk or file):
        return runs
    return [
        Run(
            run.first_row + row,
            run.height,
            run.old + old,
            run.new + new,
            run.number + (file if run.is_head or run.inset else hunk if run.is_hunk or run.is_bar else hunk + file),
            run.is_hunk,
            run.folded,
            run.is_bar,
            run.is_head,
            run.inset,
        )
        for run in runs
    ]


def _pieces(
    gap: int,
    count: int,
    folding: FoldState,
    *,
    is_end: tuple[bool, bool],
    kept: Sequence[int],
    cuts: Sequence[int] = (),
) -> Iterator[tuple[int, int, int]]:
    """Yield the runs of a gap: lines skipped before it, its height, and how many lines it folds.

    `is_end` says whether the file begins with the gap, and whether it ends with it; `kept` lines, in order, are shown.
    No fold has lines above and below one of the `cuts`.
    """
    steps = folding.steps.get(gap, Steps())
    context = folding.context + steps.ends
    if folding.is_all_open or gap in folding.opened:
        is_end, context = (False, False), count
    above = steps.top + (0 if is_end[0] else context)
    below = steps.bottom + (0 if is_end[1] else context)
    shown = [(0, above), *((line - context, line + context + 1) for line in kept), (count - below, count)]
    if cuts:
        shown += [(cut - steps.ends - steps.bottom, cut + steps.ends + steps.top) for cut in cuts]
        shown.sort()
    begin = end = 0
    for first, last in shown:
        if first - end >= SMALLEST_FOLD:
            if end > begin:
                yield begin, end - begin, 0
            yield end, 1, first - end
            begin = end = first
        end = max(end, min(last, count))
    if end > begin:
        yield begin, end - begin, 0


def _stands_above(decided: DecidedInset, hunk: ChangedLines, file: FileSpan) -> bool:
    """Whether decided lines of a file stand above a hunk, rather than in it or below."""
    return file.new + decided.new <= hunk.new_start and file.old + decided.old <= hunk.old_start


def _offsets(lines: Sequence[int], start: int, count: int) -> Iterator[int]:
    """Yield how far behind the start those of these sorted lines are that are among so many from there."""
    return (line - start for line in lines[bisect_left(lines, start) : bisect_left(lines, start + count)])


def _place_within(
    decided: DecidedInset, file: FileSpan, hunks: Sequence[ChangedLines], folding: FoldState
) -> tuple[bool, int] | None:
    """Return above which line, (is old, line), of a hunk that is shown decided lines of a file stand.

    None where that is at an end of a hunk or outside of all. Accepted lines are known by their place among the old
    ones, rejected ones by that among the new ones: on the other side they may be anywhere in the hunk.
    """
    is_old = decided.run.decision is Decision.ACCEPTED
    line = file.old + decided.old if is_old else file.new + decided.new
    starts = [hunk.old_start if is_old else hunk.new_start for hunk in hunks[file.first_hunk : file.last_hunk]]
    at = file.first_hunk + bisect_left(starts, line) - 1
    if at < file.first_hunk or folding.is_folded(at, hunks[at]):
        return None
    return (is_old, line) if line < (hunks[at].old if is_old else hunks[at].new).stop else None


def _with_insets(
    rows: DiffRows, insets: Sequence[AnchoredInset], files: Sequence[FileSpan], folding: FoldState
) -> DiffRows:
    """Return these rows with insets between them; one whose line is folded away stands at the fold."""
    placed: list[tuple[int, int, AnchoredInset]] = []
    for anchored in insets:
        if anchored.line is None:
            row = rows.heads[anchored.file] + HEAD_HEIGHT * files[anchored.file].has_head
        else:
            at = rows.row_or_fold(anchored.line, is_old=anchored.inset.place.is_old)
            row = (at or 0) + (not anchored.inset.is_above)
        placed.append((row, anchored.file, anchored))
    for number, file in enumerate(files):
        for decided in file.decided:
            place = _place_within(decided, file, rows.hunks, folding)
            below = None if place is None else rows.row_of(place[1], is_old=place[0])
            if below is not None:
                placed.append((below, number, AnchoredInset(decided.inset, number, None)))
    placed.sort(key=lambda one: one[:2])
    above = tuple(row for row, _, _ in placed)
    heads = tuple(head + bisect_right(above, head) for head in rows.heads)
    return replace(rows, insets=tuple(one for _, _, one in placed), above=above, heads=heads)
