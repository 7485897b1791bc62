"""Several files of a proposal, one below the other, as one content to be shown.

The lines and hunks of all files are joined, so that rows, colours, search and keys work over all of them as over one
file. A file that is closed, or not read yet, takes part with its head only.

    file 0   lines 0 …      hunks 0, 1
    file 1   lines 120 …    hunks 2         the lines of each side count on from file to file, and so do the hunks
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, chain, takewhile
from operator import eq
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.diff.content import DiffContent, JoinedNumbers, Side
from guillemet.engine.diff.following import FollowedLines
from guillemet.engine.diff.hunk_numbers import decided_hunk
from guillemet.engine.diff.insets import AnchoredInset, Inset, Place
from guillemet.engine.diff.lines import ChangedLines, together
from guillemet.engine.diff.moves import Move, MovedLines, moved_lines
from guillemet.engine.diff.rows import ChosenLines, DiffRow, DiffRows, FileSpan, FoldState
from guillemet.engine.review import FileTexts


class DocumentFile(Struct, frozen=True):
    """One file of a document."""

    path: str
    content: DiffContent | None = None
    """None while it is not read."""
    is_closed: bool = False

    @property
    def shown(self) -> DiffContent:
        """What of its content takes part in the document."""
        content = self.content
        return content if content is not None and not self.is_closed else _NOTHING


class HunkText(Struct, frozen=True):
    """A hunk in words that hold for another document, too."""

    path: str
    removed: tuple[str, ...]
    added: tuple[str, ...]


class DiffDocument(Struct, frozen=True):
    """The joined content, and where the files are in it."""

    files: tuple[DocumentFile, ...]
    content: DiffContent
    spans: tuple[FileSpan, ...]

    def is_of(self, files: Sequence[DocumentFile]) -> bool:
        """Whether it is the document of these files, as they are."""
        return len(self.files) == len(files) == _count_same(self.files, files)

    def count_like(self, before: "DiffDocument") -> tuple[int, int]:
        """Return with how many files both begin, and with how many others both end, that are shown alike."""
        return _count_alike(before.files, self.files)

    def file_of_hunk(self, hunk: int) -> int:
        """Return the number of the file this hunk is in."""
        return bisect_right(self.spans, hunk, key=lambda span: span.first_hunk) - 1

    def can_decide(self, hunk: int, decided: Collection[str]) -> bool:
        """Whether this hunk can be decided, where these files are."""
        file = self.files[self.file_of_hunk(hunk)]
        return not file.shown.is_of_commit and file.path not in decided

    def can_leave_out(self, hunk: int) -> bool:
        """Whether this hunk is one of the next commit that can be left out of it, or included again."""
        shown = self.files[self.file_of_hunk(hunk)].shown
        return shown.is_of_commit and not shown.texts.whole_only

    def file_of_line(self, line: int, *, is_old: bool) -> int:
        """Return the number of the file this line of the document is in."""
        return bisect_right(self.spans, line, key=lambda span: span.old if is_old else span.new) - 1

    def number(self, path: str) -> int | None:
        """Return the number of the file of this path."""
        return next((number for number, file in enumerate(self.files) if file.path == path), None)

    def hunk_of_file(self, hunk: int) -> tuple[DiffContent, int]:
        """Return the content a hunk is of, and its number there."""
        number = self.file_of_hunk(hunk)
        return self.files[number].shown, hunk - self.spans[number].first_hunk

    def together(self, hunk: int) -> range:
        """Return the hunks that are decided as one with this one: those without an unchanged line between."""
        content, number = self.hunk_of_file(hunk)
        whole, first = together(content.hunks, number), hunk - number
        return range(first + whole.start, first + whole.stop)

    def text_of_hunk(self, hunk: int) -> HunkText:
        """Return what names a hunk."""
        return _text_of_hunk(*self.hunk_of_file(hunk))

    def first_changed(self, before: "DiffDocument", *, current: int) -> int | None:
        """Return the first hunk that the document before did not have, else the one behind the first that is gone.

        One that is left out of the commit now, or was before, is another. In the commit, it is one of the current file:
        a file that is left out was shown alone, so that those around it were not in the document before.
        """
        known = {file.path: file.content for file in before.files}
        for number, (file, span) in enumerate(zip(self.files, self.spans, strict=True)):
            if self.content.is_of_commit and number != current:
                continue
            was, now = known.get(file.path), file.content
            if now is not None and now.left_out and file.path not in known:  # the others of it are left out as before
                return span.first_hunk + next((at for at in range(len(now.hunks)) if at not in now.left_out), 0)
            if was is None or now is None or now is was:
                continue
            same = sum(takewhile(bool, map(eq, _hunks_shown(was), _hunks_shown(now))))
            if same < max(len(was.hunks), len(now.hunks)) and self.content.hunks:
                return self._or_first(min(span.first_hunk + same, span.last_hunk), span)
        return None

    def hunk_of_text(self, text: HunkText) -> int | None:
        """Return the hunk of this text; None when there is none, or which one is uncertain."""
        number = self.number(text.path)
        if number is None:
            return None
        span = self.spans[number]
        found = [hunk for hunk in range(span.first_hunk, span.last_hunk) if self.text_of_hunk(hunk) == text]
        return found[0] if len(found) == 1 else None

    def local(self, row: DiffRow) -> DiffRow:
        """Return the row with the lines, and the hunk, counted in their file."""
        number = self.file_of(row)
        span = self.spans[number]
        return replace(
            row,
            old=None if row.old is None else row.old - span.old,
            new=None if row.new is None else row.new - span.new,
            partner=None if row.partner is None else row.partner - (span.old if row.old is None else span.new),
            hunk=None if row.hunk is None else row.hunk - span.first_hunk,
        )

    def lines_in_file(self, chosen: ChosenLines) -> ChangedLines:
        """Return lines of a hunk as lines of its file."""
        number = self.file_of_hunk(chosen.hunk)
        span, lines = self.spans[number], chosen.lines
        local = replace(lines, old_start=lines.old_start - span.old, new_start=lines.new_start - span.new)
        return self.files[number].shown.in_file(local)

    def place_of(self, row: DiffRow) -> Place | None:
        """Return where the row is, in words that hold for another document of the same files, too."""
        if row.inset is not None:
            return row.inset.place
        if row.file is not None:
            return Place(self.files[row.file].path, is_old=False, line=-1)
        is_old = row.new is None
        line = row.old if is_old else row.new
        if line is None:
            return None
        number = self.file_of_line(line, is_old=is_old)
        span = self.spans[number]
        return Place(self.files[number].path, is_old, line - (span.old if is_old else span.new))

    def line_of(self, place: Place) -> int | None:
        """Return the line of the document a place is at; None when its file is not shown or shorter."""
        number = self.number(place.path)
        return None if number is None else self._line_of(place, number)

    def followed(self, places: Iterable[Place], before: "DiffDocument") -> Iterator[Place]:
        """Yield where these places of another document are in this one, whatever came or went above them."""
        known: dict[tuple[str, bool], FollowedLines | None] = {}
        for place in places:
            side = place.path, place.is_old
            if side not in known:
                was, now = before.lines_of(place), self.lines_of(place)
                known[side] = FollowedLines(was, now) if was and now else None  # a closed file has none
            lines = known[side]
            yield place if lines is None or place.line < 0 else replace(place, line=lines.follow(place.line))

    def lines_of(self, place: Place) -> Sequence[str]:
        """Return the lines that are shown of the side of a file that a place is on."""
        number = self.number(place.path)
        shown = _NOTHING if number is None else self.files[number].shown
        return (shown.old if place.is_old else shown.new).lines

    def anchored(self, insets: Iterable[Inset]) -> Iterator[AnchoredInset]:
        """Yield those of these insets whose line is shown, and those below the head of a file, closed or not."""
        numbers = {file.path: number for number, file in enumerate(self.files)}
        for inset in insets:
            number = numbers.get(inset.place.path)
            line = None if number is None else self._line_of(inset.place, number)
            if number is not None and (line is not None or inset.place.line < 0):
                yield AnchoredInset(inset, number, line)

    def place_of_gap(self, gap: int) -> Place:
        """Return the first line of a gap between hunks, as rows number them."""
        number = bisect_right(range(len(self.spans)), gap, key=self._first_gap) - 1
        span, hunk = self.spans[number], gap - number - 1
        start = self.content.hunks[hunk].new.stop - span.new if hunk >= span.first_hunk else 0
        return Place(self.files[number].path, is_old=False, line=start)

    def gap_at(self, place: Place) -> int | None:
        """Return the gap that a new line is in; None when its file is not there."""
        number = self.number(place.path)
        if number is None:
            return None
        span = self.spans[number]
        line = span.new + place.line
        hunks = self.content.hunks
        return number + bisect_right(
            hunks, line, lo=span.first_hunk, hi=span.last_hunk, key=lambda hunk: hunk.new_start
        )

    def folding_like(self, folding: FoldState, before: "DiffDocument") -> FoldState:
        """Return what is shown of this document where this was shown of the one before."""
        gaps = *folding.opened, *folding.steps
        places = self.followed(map(before.place_of_gap, gaps), before)
        now = {gap: self.gap_at(place) for gap, place in zip(gaps, places, strict=True)}
        opened = frozenset(there for gap in folding.opened if (there := now[gap]) is not None)
        steps = {there: step for gap, step in folding.steps.items() if (there := now[gap]) is not None}
        return replace(folding, opened=opened, steps=steps, shown=frozenset())

    def moved_lines(self, moves: Sequence[Move]) -> MovedLines:
        """Return the other end of every moved line that is shown."""
        paths = {path for move in moves for path in (move.old_path, move.new_path)}
        return {
            (is_old, line + (span.old if is_old else span.new)): end
            for file, span in zip(self.files, self.spans, strict=True)
            if file.path in paths and file.shown.path and file.shown.is_proposed and file.shown.new.numbers is None
            for (is_old, line), end in moved_lines(moves, file.path).items()
        }

    def own_lines(self) -> frozenset[int]:
        """Return the old lines that the user wrote since the proposals were made."""
        return frozenset(
            span.old + line
            for file, span in zip(self.files, self.spans, strict=True)
            for number in file.shown.texts.own_lines
            for line in range(*map(file.shown.old.first_shown, (number + 1, number + 2)))
            if line < span.old_count
        )

    def hunk_meant(self, row: DiffRow, current: int | None) -> int | None:
        """Return the hunk that is decided at a row: its own, the current one of its file, or the next there."""
        if row.hunk is not None or row.inset is not None:
            return row.hunk
        span, place = self.spans[self.file_of(row)], self.place_of(row)
        if span.first_hunk == span.last_hunk:
            return None
        if place is None or current in range(span.first_hunk, span.last_hunk):
            return current
        return self.hunk_behind(replace(place, is_old=False))

    def decided_hunk(self, row: DiffRow | None) -> tuple[int, str] | None:
        """Return which hunk of its file is decided by itself at a row, from 1, and the identity of the texts."""
        if row is None or not (row.has_line or row.inset):
            return None
        content, row = self.files[self.file_of(row)].shown, self.local(row)
        if row.inset:
            at_row = (one.run.hunk for one in content.decided if one.inset == row.inset)
            return next(((hunk, content.texts.identity) for hunk in at_row), None)
        sides = (content.old, row.old), (content.new, row.new)
        old, new = (None if at is None else side.number_in_file(at) - 1 for side, at in sides)
        number = decided_hunk(content.texts.hunks, old, new)
        return None if number is None else (number, content.texts.identity)

    def old_line(self, row: DiffRow | None) -> int | None:
        """Return the number, counted from 0, of the line of a row in its file without the proposal."""
        if row is None or not row.has_line:
            return None
        content = self.content
        side, at = (content.old, row.old) if content.is_compared else (content.new, row.new)
        return None if at is None else side.number_in_file(at) - 1

    def hunk_behind(self, place: Place) -> int | None:
        """Return the first hunk of the file at this new line or behind it, else its first; else the next file's.

        Behind the last file the first hunk of all comes next; None when there is none.
        """
        number = self.number(place.path)
        hunks = self.content.hunks
        if number is None or not hunks:
            return 0 if hunks else None
        span = self.spans[number]
        line = span.new + place.line
        hunk = bisect_left(hunks, line, lo=span.first_hunk, hi=span.last_hunk, key=lambda hunk: hunk.new_start)
        return self._or_first(hunk, span)

    def _or_first(self, hunk: int, span: FileSpan) -> int:
        """Return this hunk of a file, or behind its last one its first."""
        if hunk == span.last_hunk:
            hunk = span.first_hunk  # one that was left out before; git add -p goes back to it, too
        return hunk if hunk < len(self.content.hunks) else 0

    def _line_of(self, place: Place, number: int) -> int | None:
        span = self.spans[number]
        count = span.old_count if place.is_old else span.new_count
        is_there = 0 <= place.line < count
        return (span.old if place.is_old else span.new) + place.line if is_there else None

    def _first_gap(self, number: int) -> int:
        return self.spans[number].first_hunk + number

    def line_on_disk(self, rows: DiffRows, at: int) -> int:
        """Return the line of a row in its file as it lies on the disk, counted from 1; 0 for no lines."""
        of_file = self.file_of(rows[at])
        above = takewhile(lambda row: self.file_of(row) == of_file, (rows[index] for index in range(at, -1, -1)))
        sides = ((row.old, row.new) for row in map(self.local, above))
        shown = self.files[of_file].shown
        if not shown.old.lines:  # nothing is proposed, or a new file was accepted
            return next((shown.new.number_in_file(new) for _, new in sides if new is not None), 0)
        return next((shown.old.number_in_file(old) for old, _ in sides if old is not None), 1)

    def line_before(self, path: str, line: int) -> int:
        """Return where a line of a file as it is proposed is in the file on the disk, both counted from 1.

        A line that is new is taken for the one that it replaces, or that follows it.
        """
        number = self.number(path)
        shown = _NOTHING if number is None else self.files[number].shown
        if not shown.old.lines:  # nothing is proposed, or a new file was accepted
            return line
        at = shown.new.first_shown(line)
        above = bisect_right(shown.hunks, at, key=lambda hunk: hunk.new_start)
        for hunk in shown.hunks[max(above - 1, 0) : above]:
            inside = min(at - hunk.new_start, hunk.old_count)
            at = hunk.old_start + inside if at < hunk.new.stop else at - hunk.new.stop + hunk.old.stop
        return shown.old.number_in_file(min(at, len(shown.old.lines) - 1))

    def file_of(self, row: DiffRow) -> int:
        """Return the number of the file this row is of."""
        if row.file is not None:
            return row.file
        if row.hunk is not None:
            return self.file_of_hunk(row.hunk)
        return self.file_of_line((row.old if row.new is None else row.new) or 0, is_old=row.new is None)


_NOTHING = DiffContent(FileTexts("", "", ""))


def _text_of_hunk(content: DiffContent, hunk: int) -> HunkText:
    lines = content.hunks[hunk]
    return HunkText(content.path, content.old.lines[lines.old], content.new.lines[lines.new])


def _hunks_shown(content: DiffContent) -> Iterator[tuple[HunkText, bool]]:
    return ((_text_of_hunk(content, hunk), hunk in content.left_out) for hunk in range(len(content.hunks)))


def document_of(content: DiffContent) -> DiffDocument:
    """Return the document of one file, which has no head."""
    old_count, new_count = len(content.old.lines), len(content.new.lines)
    span = FileSpan(0, 0, old_count, new_count, 0, len(content.hunks), decided=content.decided)
    return DiffDocument((DocumentFile(content.path, content),), content, (span,))


def join(files: Sequence[DocumentFile], *, like: DiffDocument | None = None) -> DiffDocument:
    """Return the document of these files, each with a head.

    What it begins and ends with like another one that was joined is taken over from there.
    """
    before = like if like is not None else DiffDocument((), _NOTHING, ())
    contents = [file.shown for file in files]
    spans = tuple(_spans(contents))
    first, last = _count_alike(before.files, files)
    start, stop = _start(before.spans, first), _start(before.spans, len(before.files) - last)
    end, inner = _start(spans, len(files) - last), slice(first, len(files) - last)
    moved = (_moved(file.hunks, span.old, span.new) for file, span in zip(contents[inner], spans[inner], strict=True))
    rest = _moved(before.content.hunks[stop.hunk :], end.old - stop.old, end.new - stop.new)
    pairs = chain.from_iterable(content.pairs for content in contents[inner])
    is_of_commit = any(file.content.is_of_commit for file in files if file.content is not None)
    joined = DiffContent(
        FileTexts("", "", ""),
        old=_spliced(before.content.old, slice(start.old, stop.old), [one.old for one in contents], inner),
        new=_spliced(before.content.new, slice(start.new, stop.new), [one.new for one in contents], inner),
        hunks=(*before.content.hunks[: start.hunk], *chain.from_iterable(moved), *rest),
        pairs=(*before.content.pairs[: start.hunk], *pairs, *before.content.pairs[stop.hunk :]),
        hidden=sum(content.hidden for content in contents),
        odd_blanks=sum(content.odd_blanks for content in contents),
        is_proposed=not is_of_commit,
        is_of_commit=is_of_commit,
        left_out=frozenset(
            span.first_hunk + one for span, file in zip(spans, contents, strict=True) for one in file.left_out
        ),
    )
    return DiffDocument(tuple(files), joined, spans)


def _spans(contents: Iterable[DiffContent]) -> Iterator[FileSpan]:
    """Yield where each of these contents is in the joined one."""
    old = new = hunk = 0
    for content in contents:
        old_count, new_count, last = len(content.old.lines), len(content.new.lines), hunk + len(content.hunks)
        yield FileSpan(old, new, old_count, new_count, hunk, last, has_head=True, decided=content.decided)
        old, new, hunk = old + old_count, new + new_count, last


def _count_alike(before: Sequence[DocumentFile], now: Sequence[DocumentFile]) -> tuple[int, int]:
    """Return with how many files both begin, and with how many of the others both end, that are shown alike."""
    first = _count_same(before, now)
    return first, min(_count_same(reversed(before), reversed(now)), len(before) - first, len(now) - first)


def _count_same(before: Iterable[DocumentFile], now: Iterable[DocumentFile]) -> int:
    """Return with how many files both begin that are shown alike."""
    same = (
        one.content is other.content and one.is_closed is other.is_closed and one.path == other.path
        for one, other in zip(before, now, strict=False)
    )
    return sum(takewhile(bool, same))


class _Start(NamedTuple):
    """Where a file begins in the lines and hunks of a document."""

    old: int
    new: int
    hunk: int


def _start(spans: Sequence[FileSpan], number: int) -> _Start:
    """Return where this file begins, or behind the last one the document ends."""
    if number < len(spans):
        return _Start(spans[number].old, spans[number].new, spans[number].first_hunk)
    if not spans:
        return _Start(0, 0, 0)
    last = spans[-1]
    return _Start(last.old + last.old_count, last.new + last.new_count, last.last_hunk)


def _moved(hunks: Sequence[ChangedLines], old: int, new: int) -> Sequence[ChangedLines]:
    """Return these hunks so many lines further down."""
    if not (old or new):
        return hunks
    return [
        ChangedLines(hunk.old_start + old, hunk.old_count, hunk.new_start + new, hunk.new_count, hunk.is_ignored)
        for hunk in hunks
    ]


def _spliced(before: Side, lines: slice, sides: Sequence[Side], inner: slice) -> Side:
    """Return the joined sides, with the lines of some of them in the place of some lines of a side joined before."""
    joined = _spliced_lines(before.lines, lines, [side.lines for side in sides[inner]])
    is_plain = before.shown is before.lines and all(side.shown is side.lines for side in sides[inner])
    shown = joined if is_plain else _spliced_lines(before.shown, lines, [side.shown for side in sides[inner]])
    starts = tuple(accumulate((len(side.lines) for side in sides[:-1]), initial=0)) if sides else ()
    # Sides of single files, whose numbers are not joined ones.
    parts = tuple(side.numbers if isinstance(side.numbers, tuple) else range(1, len(side.lines) + 1) for side in sides)
    return Side(joined, shown, JoinedNumbers(parts, starts))


def _spliced_lines(before: tuple[str, ...], lines: slice, inner: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return before[: lines.start] + tuple(chain.from_iterable(inner)) + before[lines.stop :]
