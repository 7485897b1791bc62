"""Everything the diff pane needs of one file, made where there is time for it: hunks, pairs, lines fit to be shown."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import chain, pairwise
from operator import itemgetter

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.diff.hidden import (
    find_hidden,
    has_hidden,
    has_odd_blanks,
    odd_blanks,
    reveal,
    revealed_spans,
    source_column,
)
from guillemet.engine.diff.hunk_numbers import HunkNumber, numbered, proposed_hunks
from guillemet.engine.diff.insets import DecidedInset, Inset, Place
from guillemet.engine.diff.lines import ANY_ENDING, ChangedLines, buffer_of, changed, changed_buffers, split_lines
from guillemet.engine.diff.words import Pair, changed_spans, pair_lines
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.review import FileTexts, Kind
from guillemet.settings import WhiteSpace

LONGEST_WHOLE = 2_000
"""Characters of a line that is shown as one; a longer one is broken into pieces, each compared like a line."""
_SHORTEST, _LONGEST = 40, 600
"""Characters of a piece."""

# Where a piece ends depends on the signs there, and hardly on where it began: of all places between two words only some
# count, or behind a change no piece would be the same on both sides.
_PIECE = lazy_pattern(
    rf".{{{_SHORTEST},{_LONGEST - 2}}}?(?:[0-4a-m)][;,{{}}>\])\s]+(?=[0-4a-m(\"])|[、。，])"
    rf"|.{{{_SHORTEST},{_LONGEST - 2}}}?[05AMaemsz]{{2}}"
    rf"|.{{1,{_LONGEST}}}",
    re.DOTALL,
)
_NO_LINE_END = b"\xff\n"
"""Ends a piece for xdiff: no text has this byte in UTF-8, so a piece is never taken for a line."""
_MARK_NAME = "‹BOM›"
"""Stands before the first line where the byte-order mark is what changes."""
_ENDING_NAMES = {"\n": "‹LF›", "\r\n": "‹CRLF›", "\r": "‹CR›", "": "‹no newline at the end›"}
_ENDS = frozenset({"", *_ENDING_NAMES.values()})


class JoinedNumbers(Struct, frozen=True):
    """The line numbers of the sides of several files, one below the other, looked up when they are asked for."""

    parts: tuple[Sequence[int], ...]
    starts: tuple[int, ...]
    """The first line of each part."""

    def __len__(self) -> int:
        """Return how many lines there are."""
        return self.starts[-1] + len(self.parts[-1]) if self.parts else 0

    def __getitem__(self, line: int) -> int:
        """Return the number of a line, counted from 0."""
        part = bisect_right(self.starts, line) - 1
        return self.parts[part][line - self.starts[part]]


class Side(Struct, frozen=True):
    """The lines of one side, without endings."""

    lines: tuple[str, ...] = ()
    """As they are; what copying gives."""
    shown: tuple[str, ...] = ()
    """As they are shown: hidden characters and differing line endings written out."""
    numbers: tuple[int, ...] | JoinedNumbers | None = None
    """Line numbers where they are not just counted; negative for the further pieces of a line that was broken."""

    def number(self, line: int) -> int:
        """Return the line number, counted from 1; 0 for a further piece of the line above."""
        return line + 1 if self.numbers is None else max(self.numbers[line], 0)

    def number_in_file(self, line: int) -> int:
        """Return the line number, counted from 1; a further piece has that of the line it is of."""
        return abs(self.numbers[min(line, len(self.numbers) - 1)]) if self.numbers else line + 1

    def is_piece(self, line: int) -> bool:
        """Return whether this is a part of a line that was broken."""
        around = () if self.numbers is None else range(line, min(line + 2, len(self.numbers)))
        return any(not self.number(one) for one in around)

    def in_file(self, shown: slice | range) -> slice:
        """Return the lines of the file, counted from 0, that these lines and pieces are of."""
        if self.numbers is None:
            return slice(shown.start, shown.stop)
        start = self.number_in_file(shown.start) - 1
        return slice(start, start if shown.start == shown.stop else self.number_in_file(shown.stop - 1))

    def count_in_file(self, shown: slice | range) -> int:
        """Return how many lines of the file these lines and pieces are of."""
        lines = shown if self.numbers is None else self.in_file(shown)
        return int(lines.stop - lines.start)

    def first_shown(self, number: int) -> int:
        """Return the line, or the first piece of it, that has this number in the file."""
        return number - 1 if self.numbers is None else bisect_left(self.numbers, number, key=abs)

    @property
    def last_number(self) -> int:
        """The largest line number; 0 where there are no lines."""
        if self.numbers is None:
            return len(self.lines)
        return max(map(abs, map(itemgetter(-1), self._numbered)), default=0)

    @property
    def has_pieces(self) -> bool:
        """Whether lines were broken."""
        return any(not isinstance(part, range) and min(part) < 0 for part in self._numbered)

    @property
    def _numbered(self) -> tuple[Sequence[int], ...]:
        """The numbers, those of one file after the other."""
        parts = self.numbers.parts if isinstance(self.numbers, JoinedNumbers) else (self.numbers or (),)
        return tuple(filter(None, parts))

    def marks(self, line: int) -> tuple[tuple[int, int], ...]:
        """Return the columns of the shown line that are not in the file as they stand: what was written out."""
        shown = self.shown[line]
        source = self.lines[line]
        if shown is source:
            return ()
        text, blanks, start = self._revealed(line)
        end = start + len(text)
        return (
            *([(0, start)] if start else []),
            *((start + first, start + last) for first, last in revealed_spans(source, blanks=blanks)),
            *([(end, len(shown))] if end < len(shown) else []),
        )

    def copied(self, line: int, start: int, end: int | None) -> str:
        """Return what is copied when these columns of the shown line are selected; to the line's end for None."""
        source = self.lines[line]
        if self.shown[line] is source:
            return source[start:end]
        _, blanks, above = self._revealed(line)
        first = source_column(source, max(start - above, 0), blanks=blanks)
        return source[first:] if end is None else source[first : source_column(source, end - above, blanks=blanks)]

    def _revealed(self, line: int) -> tuple[str, bool, int]:
        """Return a shown line without its ending, whether odd blanks are written out in it, and where it begins."""
        source, shown = self.lines[line], self.shown[line]
        for blanks in (True, False):
            text = reveal(source, blanks=blanks)
            for before in ("", _MARK_NAME):
                if shown.startswith(before + text) and shown[len(before + text) :] in _ENDS:
                    return text, blanks, len(before)
        return source, False, 0


class DiffContent(Struct, frozen=True):
    """One file, ready to be shown."""

    texts: FileTexts
    kind: Kind = Kind.CHANGED
    headline: str = ""
    """How the places were found, in a word or two: "exact", "re-indented"."""
    moved_from: str = ""
    old: Side = Side()
    new: Side = Side()
    hunks: tuple[ChangedLines, ...] = ()
    pairs: tuple[tuple[Pair, ...], ...] = ()
    hidden: int = 0
    """Hidden characters in the new lines of hunks, written out for showing."""
    odd_blanks: int = 0
    """Blanks that look like spaces and are none, in new lines where some of them changed: written out for showing."""
    is_proposed: bool = True
    """False for a file as it stands: it has a new side only, and nothing to decide."""
    is_of_commit: bool = False
    """Whether it is what the commit will change in a file, which is not proposed any more; both sides are there."""
    white_space: WhiteSpace = WhiteSpace.ALL
    """Which white space counts; hunks that differ in no other are marked as ignored."""
    numbers: tuple[HunkNumber, ...] = ()
    """Which hunks of the proposal those of `hunks` are."""
    decided: tuple[DecidedInset, ...] = ()
    """What was decided on lines by themselves, in order."""
    left_out: frozenset[int] = frozenset()
    """Which of `hunks` the user left out of the commit that is looked at."""

    @staticmethod
    def nothing() -> "DiffContent":
        """Return the content of no file."""
        return DiffContent(FileTexts("", "", ""))

    @property
    def made_of(self) -> tuple[object, ...]:
        """What all of it follows from: to compare that takes a tenth of the time."""
        about = self.kind, self.headline, self.moved_from, self.is_proposed, self.is_of_commit, self.white_space
        return self.texts, *about

    @property
    def path(self) -> str:
        """The file's path, relative to the worktree."""
        return self.texts.path

    @property
    def note(self) -> str:
        """Shown instead of a diff; empty when there is one."""
        return self.texts.note

    @property
    def is_compared(self) -> bool:
        """Whether it has two sides, rather than one."""
        return self.is_proposed or self.is_of_commit

    def name_of(self, hunk: int) -> str:
        """Return such as "hunk 2 of 3", or "hunk 2 of 3 · left out of the commit"."""
        number = self.numbers[hunk]
        return (
            f"{replace(number, is_of_commit=False)} · left out of the commit" if hunk in self.left_out else f"{number}"
        )

    def is_in_conflict(self, hunk: int) -> bool:
        """Whether all lines of a hunk are in conflict, or nothing but the whole file can be settled."""
        is_wholly = self.texts.conflict and not self.texts.conflicts
        return bool(is_wholly or self.conflict_of(hunk))

    def conflict_of(self, hunk: int) -> int:
        """Return the number of the conflict, from 1, that all lines of a hunk are in; 0 for none."""
        if not self.texts.conflicts:
            return 0
        lines = self.in_file(self.hunks[hunk])
        found = (
            number
            for number, one in enumerate(self.texts.conflicts, start=1)
            if one.mine[0] <= lines.old_start
            and lines.old.stop <= one.mine[1]
            and one.proposed[0] <= lines.new_start
            and lines.new.stop <= one.proposed[1]
        )
        return next(found, 0)

    @property
    def added(self) -> int:
        """Lines added."""
        return sum(self.new.count_in_file(hunk.new) for hunk in self._counted)

    @property
    def removed(self) -> int:
        """Lines removed."""
        return sum(self.old.count_in_file(hunk.old) for hunk in self._counted)

    @property
    def _counted(self) -> Iterator[ChangedLines]:
        """The hunks that count: not those that are ignored, nor those left out where others are committed."""
        left_out = frozenset[int]() if self.texts.is_left_out else self.left_out
        return (hunk for at, hunk in enumerate(self.hunks) if not (hunk.is_ignored or at in left_out))

    def lines_in_file(self, *, is_old: bool) -> tuple[str, ...]:
        """Return the lines of one side, none of them in pieces."""
        side = self.old if is_old else self.new
        return side.lines if side.numbers is None else split_lines(self.texts.before if is_old else self.texts.after)

    def in_file(self, lines: ChangedLines) -> ChangedLines:
        """Return changed lines and pieces as lines of the file."""
        old, new = self.old.in_file(lines.old), self.new.in_file(lines.new)
        return ChangedLines(old.start, old.stop - old.start, new.start, new.stop - new.start)

    @property
    def has_pieces(self) -> bool:
        """Whether long lines are shown in pieces."""
        return self.old.has_pieces or self.new.has_pieces

    @property
    def ignored(self) -> int:
        """Lines that differ only in white space that does not count."""
        return sum(self.new.count_in_file(hunk.new) for hunk in self.hunks if hunk.is_ignored)


def prepare(
    texts: FileTexts,
    *,
    kind: Kind = Kind.CHANGED,
    headline: str = "",
    moved_from: str = "",
    is_proposed: bool = True,
    is_of_commit: bool = False,
    white_space: WhiteSpace = WhiteSpace.ALL,
) -> DiffContent:
    """Return the content for the diff pane; about 150 ms for 100,000 lines, so not for the GUI thread.

    Lines longer than 2,000 characters are broken into pieces, each compared like a line. What is not proposed has one
    side and no hunks, but for what the commit will change.
    """
    if texts.note:
        empty = DiffContent(texts, kind, headline, moved_from, is_proposed=is_proposed, is_of_commit=is_of_commit)
        return replace(empty, white_space=white_space)
    before, after = texts.before, texts.after
    old_lines, new_lines = split_lines(before), split_lines(after)
    old_buffer, new_buffer = buffer_of(before), buffer_of(after)
    old_numbers = new_numbers = None
    if max(map(len, chain(old_lines, new_lines)), default=0) > LONGEST_WHOLE:
        old_lines, old_numbers, old_buffer = _broken(old_lines, old_buffer)
        new_lines, new_numbers, new_buffer = _broken(new_lines, new_buffer)
    is_compared = is_proposed or is_of_commit
    hunks = changed_buffers(old_buffer, new_buffer, white_space=white_space, marked=texts.marked) if is_compared else ()
    pairs = tuple(_paired(old_lines, new_lines, hunk) for hunk in hunks)
    hides = has_hidden(after)
    odd = _lines_with_odd_blanks(old_lines, new_lines, hunks, pairs) if has_odd_blanks(before + after) else ((), ())
    shown = _with_endings(
        texts,
        (_shown(old_lines, odd[0], hides=has_hidden(before)), _shown(new_lines, odd[1], hides=hides)),
        (old_numbers, new_numbers),
        hunks,
    )
    if is_compared and any(texts.marked):
        shown = _with_mark(shown[0], is_there=texts.marked[0]), _with_mark(shown[1], is_there=texts.marked[1])
    content = DiffContent(
        texts,
        kind,
        headline,
        moved_from,
        Side(old_lines, shown[0], old_numbers),
        Side(new_lines, shown[1], new_numbers),
        hunks,
        pairs,
        _hidden_added(new_lines, hunks) if hides else 0,
        odd_blanks=sum(len(odd_blanks(new_lines[line])) for line in odd[1]),
        is_proposed=is_proposed,
        is_of_commit=is_of_commit,
        white_space=white_space,
    )
    content = replace(content, numbers=_numbers(content), decided=tuple(_decided(content)))
    if not is_of_commit:
        return content
    numbers = tuple(replace(one, is_of_commit=True) for one in content.numbers)
    return replace(content, numbers=numbers, left_out=_left_out(content))


def _left_out(content: DiffContent) -> frozenset[int]:
    texts, every = content.texts, enumerate(content.numbers)
    return frozenset(at for at, one in every if texts.is_left_out or one.is_among(texts.left_out))


def _numbers(content: DiffContent) -> tuple[HunkNumber, ...]:
    texts, count = content.texts, len(content.hunks)
    is_as_proposed = content.white_space is WhiteSpace.ALL and content.old.numbers is None
    if is_as_proposed and not texts.hunks:
        return tuple(HunkNumber(number, number, count) for number in range(1, count + 1))
    proposed = texts.hunks or proposed_hunks(changed(texts.before, texts.after, marked=texts.marked))
    return numbered([content.in_file(hunk) for hunk in content.hunks], proposed)


def _decided(content: DiffContent) -> Iterator[DecidedInset]:
    """Yield the insets of the lines that were decided by themselves."""
    texts, alike = content.texts, Counter[object]()
    of_hunk = Counter(run.hunk for run in texts.decided)
    for run in texts.decided:
        alike[run.hunk, run.state] += 1
        key = f"decided {run.state.name} {run.hunk} {alike[run.hunk, run.state]} of {texts.path}"
        is_whole = of_hunk[run.hunk] == 1 and texts.hunks[run.hunk - 1].state is run.state
        which = f"hunk {run.hunk:,} of {len(texts.hunks):,} {run.decision}"
        old, new = content.old.first_shown(run.old[0] + 1), content.new.first_shown(run.new[0] + 1)
        last = len(content.new.lines) - 1
        place = Place(texts.path, is_old=False, line=min(new, last))
        name = (which if is_whole else f"lines of {which}") + ", changed on disk since" * run.is_written_over
        inset = Inset(key, place, name=name, is_in_line=True, is_step=True, is_settled=True, height=1)
        yield DecidedInset(old, new, run, inset, is_whole_hunk=is_whole)


def _paired(old: Sequence[str], new: Sequence[str], hunk: ChangedLines) -> tuple[Pair, ...]:
    if hunk.is_ignored:
        return tuple((line, line) for line in range(hunk.new_count))
    return pair_lines(old[hunk.old], new[hunk.new])


def _hidden_added(new: tuple[str, ...], hunks: tuple[ChangedLines, ...]) -> int:
    return sum(1 for line in _added(new, hunks) for _ in find_hidden(line))


def _added(new: tuple[str, ...], hunks: tuple[ChangedLines, ...]) -> Iterator[str]:
    return (line for hunk in hunks for line in new[hunk.new])


def _broken(lines: Sequence[str], buffer: bytes) -> tuple[tuple[str, ...], tuple[int, ...], bytes]:
    """Return the lines with long ones in pieces, the line numbers of the pieces, and what xdiff gets of them."""
    pieces: list[str] = []
    numbers: list[int] = []
    made: list[bytes] = []
    for number, (line, source) in enumerate(zip(lines, BytesIO(buffer), strict=True), start=1):
        if len(line) <= LONGEST_WHOLE:
            pieces.append(line)
            numbers.append(number)
            made.append(source)
            continue
        of_line = [found[0] for found in _PIECE.finditer(line)]
        pieces += of_line
        numbers += [number] + [-number] * (len(of_line) - 1)
        encoded = [piece.encode("utf-8", "surrogatepass") for piece in of_line]
        made += [_NO_LINE_END.join(encoded), source[sum(map(len, encoded)) :]]
    return tuple(pieces), tuple(numbers), b"".join(made)


def _lines_with_odd_blanks(
    old: Sequence[str], new: Sequence[str], hunks: Iterable[ChangedLines], pairs: Iterable[Iterable[Pair]]
) -> tuple[Sequence[int], Sequence[int]]:
    """Return the lines of each side in which blanks that only look like spaces changed, or are new."""
    odd: tuple[list[int], list[int]] = ([], [])
    for hunk, of_hunk in zip(hunks, pairs, strict=True):
        starts = hunk.old_start, hunk.new_start
        for pair in of_hunk:
            at = tuple(None if line is None else line + start for line, start in zip(pair, starts, strict=True))
            lines = [of[line] if line is not None else "" for line, of in zip(at, (old, new), strict=True)]
            columns = [odd_blanks(line) if not line.isascii() else [] for line in lines]
            if not any(columns):
                continue
            words = changed_spans(*lines) if None not in at else ((), ())
            if not any(words):  # there is no partner, or one that has little in common
                words = ((0, len(lines[0])),), ((0, len(lines[1])),)
            for line, blanks, spans, found in zip(at, columns, words, odd, strict=True):
                if line is not None and any(start <= blank < end for blank in blanks for start, end in spans):
                    found.append(line)
    return odd


def _shown(lines: tuple[str, ...], odd: Sequence[int], *, hides: bool) -> tuple[str, ...]:
    """Return the lines as they are shown, with the odd blanks of these written out."""
    shown = tuple(map(reveal, lines)) if hides else lines
    if not odd:
        return shown
    with_blanks = list(shown)
    for line in odd:
        with_blanks[line] = reveal(lines[line], blanks=True)
    return tuple(with_blanks)


def _with_mark(shown: tuple[str, ...], *, is_there: bool) -> tuple[str, ...]:
    """Return the shown lines of one side, the first with a byte-order mark that the other side has not."""
    return (_MARK_NAME + shown[0], *shown[1:]) if is_there and shown else shown


def _with_endings(
    texts: FileTexts,
    shown: tuple[tuple[str, ...], tuple[str, ...]],
    numbers: tuple[Sequence[int] | None, Sequence[int] | None],
    hunks: tuple[ChangedLines, ...],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the shown lines, those in hunks with their ending written out where endings are part of the change."""
    before, after = texts.before, texts.after
    has_returns = "\r" in before or "\r" in after
    if has_returns and len({*_endings(before), *_endings(after)} - {""}) > 1:
        old_named = new_named = frozenset(_ENDING_NAMES)
    else:
        # A missing newline at the end is part of the change where the other side has one, there or after that line.
        old, new = shown
        is_gained = _ends_whole(after) or any(_goes_on_after(old[-1:], new, hunk.new) for hunk in hunks[-1:])
        is_lost = _ends_whole(before) or any(_goes_on_after(new[-1:], old, hunk.old) for hunk in hunks[-1:])
        old_named, new_named = (frozenset({""} if named else ()) for named in (is_gained, is_lost))
    return (
        _with_names(shown[0], before, numbers[0], [hunk.old for hunk in hunks], named=old_named),
        _with_names(shown[1], after, numbers[1], [hunk.new for hunk in hunks], named=new_named),
    )


def _goes_on_after(last: tuple[str, ...], lines: tuple[str, ...], changed: slice) -> bool:
    """Return whether a last line is among the changed ones of the other side, and another line follows it there."""
    return any(line in lines[changed.start : min(changed.stop, len(lines) - 1)] for line in last)


def _with_names(
    shown: tuple[str, ...],
    text: str,
    numbers: Sequence[int] | None,
    changed: Iterable[slice],
    *,
    named: frozenset[str],
) -> tuple[str, ...]:
    """Return the lines of one side, the changed ones with their ending written out where it is to be named."""
    if _ends_whole(text) and named <= {""}:
        return shown
    lines, endings = list(shown), _endings_of(text, numbers)
    for hunk in changed:
        for line in range(hunk.start, hunk.stop):
            lines[line] += _ENDING_NAMES[ending] if (ending := endings[line]) in named else ""
    return tuple(lines)


def _endings_of(text: str, numbers: Sequence[int] | None) -> Sequence[str]:
    """Return the ending of each line, or of each piece: a sign that is none for one that another follows."""
    endings = _endings(text)
    if numbers is None:
        return endings
    return ["…" if next_one < 0 else endings[abs(number) - 1] for number, next_one in pairwise((*numbers, 0))]


def _endings(text: str) -> list[str]:
    found = ANY_ENDING.findall(text)
    return found if _ends_whole(text) else [*found, ""]


def _ends_whole(text: str) -> bool:
    """Return whether the last line has an ending, or there is none."""
    return not text or text.endswith(("\n", "\r"))
