"""The lines of a text in the forms in which they are compared, each form made once and only when asked for."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain, compress, islice, repeat
from operator import eq
from typing import Any, overload

from msgspec import Struct

from guillemet.engine.outcomes import Rung
from guillemet.engine.patterns import lazy_pattern

_CLOSER = lazy_pattern(
    r"[)\]}]+[)\]};,\s]*|</[^<>]*>[)\]};,\s]*|(?:end(?:if|for|foreach|while|function)?|fi|done|esac)[);,.]*",
    re.IGNORECASE,
)

MOST_PLACES = 1_000
"""The number of places of one block that are returned; further ones do not help the user."""

_SEARCHES_UNINDEXED = 16
"""How often a text is looked through before an index pays."""
_SHORTEST_INDEXED = 512
"""Lines of a text for which looking through all of it is always cheap."""
_SHARE_MOVED = 64
"""An index is made again after one of so many lines came or went."""
_STEPS_A_COMPARISON = 10
"""A line compared in Python takes as long as so many that are looked through by `list.index`."""
_LONGEST_SPACED = 10_000
_STRAIGHT = str.maketrans("“”„‟‘’‚‛", 4 * '"' + 4 * "'")
_MOST_ALIGNED = 20_000
_MOST_PAIRS = 100_000


class LineIndex(Sequence[str]):
    """Lines that are searched and replaced; the places that a search yields are valid until the next change.

    A search looks through a plain list. Only a long text that is searched often gets an index of its lines: where each
    stood when the index was made; no line has moved farther than lines came or went since, and after many a new index
    is made. A plain list is as fast for ordinary replies (benchmarks/applying.py); with 10,000 blocks on one file
    ("blocks in no order" in benchmarks/hostile.py) it took 3.8 s instead of 3.2 s, and its share grows with the square.
    """

    __slots__ = ("_asked", "_change", "_lines", "_moved", "_starts", "_where", "steps")

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = list(lines)
        self._where: dict[str, list[int]] | None = None
        """Where each line stood when the index was made, or when it was put in; replaced lines stay listed."""
        self._moved = 0
        """How far lines may have moved since then."""
        self._asked: tuple[str, ...] = ()
        """The lines of the last question that `starts` answered."""
        self._starts: list[int] = []
        """What it answered; correct but for the change."""
        self._change: tuple[int, int, int] | None = None
        """The only change since that answer: its first line, how many lines went, how many came."""
        self.steps = 0
        """Lines that were looked at in all searches so far."""

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        return self._lines[index]

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def onwards(self, start: int) -> Iterator[str]:
        """Yield the lines from an index, counted from 0, to the end."""
        for line in islice(self._lines, start, None):
            self.steps += _STEPS_A_COMPARISON
            yield line

    def positions(self, line: str, *, first: int = 0) -> Iterator[int]:
        """Yield where the line stands, in order, from the index `first` on."""
        return chain.from_iterable(self._chunks(line, first))

    def runs(self, searched: Sequence[str], *, first: int = 0) -> Iterator[int]:
        """Yield the indexes, from `first` on, where the searched lines stand as one run; overlapping runs too.

        The time is linear in the number of lines; the search ends after MOST_PLACES.
        """
        if not searched or len(searched) > len(self._lines):
            return iter(())
        found = self._runs(list(searched), first) if len(searched) > 1 else self.positions(searched[0], first=first)
        return islice(found, MOST_PLACES)

    def starts(self, searched: Sequence[str]) -> Sequence[int]:
        """Return the indexes of all runs of the searched lines.

        Replies of many equal blocks ask for the same lines after each change: the last answer is brought up to date
        instead of searching the text again, which took a third of the time of 3,000 blocks that fit many places.
        """
        wanted = tuple(searched)
        if wanted != self._asked:
            self._asked, self._starts = wanted, list(self.runs(wanted))
        elif self._change:
            self._starts = self._starts_after(*self._change)
        self._change = None
        return self._starts

    def _starts_after(self, start: int, count: int, new_count: int) -> list[int]:
        """Return where the lines of the last question stand after the change."""
        wanted, known = self._asked, self._starts
        first = max(0, start - len(wanted) + 1)
        end = start + new_count + len(wanted) - 1
        around = _by_borders(self._lines[first:end], wanted, first=first)
        self.steps += _STEPS_A_COMPARISON * (end - first) + len(known)
        by = new_count - count
        below = [one + by for one in known[bisect_left(known, start + count) :]]
        found = [*known[: bisect_left(known, first)], *around, *below][:MOST_PLACES]
        if len(found) < len(known) == MOST_PLACES:
            # The search for these ended before the end of the text.
            found += islice(self.runs(wanted, first=found[-1] + 1 if found else 0), MOST_PLACES - len(found))
        return found

    def splice(self, start: int, count: int, new: Sequence[str]) -> None:
        """Replace `count` lines from `start`, as many as there are, by the new ones."""
        self._lines[start : start + count] = new
        if self._change:
            self._asked = ()
        self._change = (start, count, len(new)) if self._asked else None
        self._moved += abs(len(new) - count)
        if self._where is None:
            return
        if self._moved > max(_SHORTEST_INDEXED, len(self._lines)) // _SHARE_MOVED:
            self._where = None
            return
        for index, line in enumerate(new, start):
            self._where.setdefault(line, []).append(index)

    def _chunks(self, line: str, first: int) -> Iterator[Iterator[int]]:
        lines, ahead = self._lines, 1
        for start, stop in self._stretches(line):
            end = min(stop, len(lines))
            first = max(start, first)
            try:
                while first < end:
                    found = lines.index(line, first, end)
                    # Where a line stands in many places, the lines below each are compared at once, more every time.
                    near, ahead = min(found + ahead, end), 2 * ahead
                    self.steps += near - first
                    first = near
                    yield compress(range(found, near), map(eq, lines[found:near], repeat(line)))
            except ValueError:
                self.steps += end - first
                first = end

    def _runs(self, wanted: list[str], first: int) -> Iterator[int]:
        lines, count, before = self._lines, len(wanted), self.steps
        pivot = self._rarest(wanted)
        for index in self.positions(wanted[pivot], first=first + pivot):
            start = index - pivot
            self.steps += _STEPS_A_COMPARISON
            # One other line is enough to exclude most places of a frequent line.
            if start + count > len(lines) or lines[start] != wanted[0]:
                continue
            self.steps += count
            if lines[start : start + count] == wanted:
                yield start
            if self.steps - before > 2 * _STEPS_A_COMPARISON * len(lines):
                self.steps += _STEPS_A_COMPARISON * (len(lines) - start)
                yield from _by_borders(islice(lines, start + 1, None), wanted, first=start + 1)
                return

    def _rarest(self, wanted: Sequence[str]) -> int:
        """Return the index of a line that stands in few places: without an index the longest line."""
        where = self._indexed()
        places = [len(where.get(line, ())) for line in wanted] if where is not None else [0] * len(wanted)
        return min(range(len(wanted)), key=lambda index: (places[index], -len(wanted[index])))

    def _stretches(self, line: str) -> Iterator[tuple[int, int]]:
        """Yield runs of lines, in order, outside of which the line does not stand."""
        where = self._indexed()
        known = where.get(line, ()) if where is not None else None
        if known is None or len(known) * (2 * self._moved + _STEPS_A_COMPARISON) > len(self._lines):
            # Without an index, and for a frequent line, one look through the text is the shortest way.
            yield 0, len(self._lines)
            return
        for index in sorted(known):
            yield max(0, index - self._moved), index + self._moved + 1

    def _indexed(self) -> dict[str, list[int]] | None:
        """Return the index, made now if it pays; None while it does not."""
        length = len(self._lines)
        if self._where is None and length > _SHORTEST_INDEXED and self.steps >= _SEARCHES_UNINDEXED * length:
            self.steps += _STEPS_A_COMPARISON * length
            self._where, self._moved = {}, 0
            for index, line in enumerate(self._lines):
                self._where.setdefault(line, []).append(index)
        return self._where


def _by_borders(lines: Iterable[str], wanted: Sequence[str], *, first: int) -> Iterator[int]:
    """Search as Knuth, Morris and Pratt do: no line is compared again, however many of them are equal."""
    borders = [0] * len(wanted)
    known = 0
    for index in range(1, len(wanted)):
        while known and wanted[index] != wanted[known]:
            known = borders[known - 1]
        known += wanted[index] == wanted[known]
        borders[index] = known
    known = 0
    for index, line in enumerate(lines, first):
        while known and line != wanted[known]:
            known = borders[known - 1]
        known += line == wanted[known]
        if known == len(wanted):
            yield index - known + 1
            known = borders[known - 1]


class Place(Struct, frozen=True, gc=False):
    """A run of whole lines of the file, and which of the searched lines stand there."""

    start: int
    """Counted from 0."""
    count: int
    skipped_head: int = 0
    """Blank lines at the start of the searched lines that the file does not have here."""
    skipped_tail: int = 0
    """The same at their end."""
    pieces: tuple["Place", ...] = ()
    """Where each piece between elisions stands, when lines were left out; the lines between them stay."""

    @property
    def end(self) -> int:
        """The line after the last one of the place."""
        return self.start + self.count

    def standing(self, lines: Sequence[str]) -> list[str]:
        """Return the lines of the file that are in the place."""
        return list(lines[self.start : self.end])

    def found(self, searched: Sequence[str]) -> Sequence[str]:
        """Return the searched lines without the blank ones at the ends that the file does not have here."""
        return searched[self.skipped_head : len(searched) - self.skipped_tail]

    def overlaps(self, other: "Place") -> bool:
        """Whether a line is in both places."""
        return self.start < other.end and other.start < self.end


class Places(Sequence[Place]):
    """Runs of equally many lines; a `Place` is made of one only when it is asked for, since most never are."""

    __slots__ = ("line_count", "starts")

    def __init__(self, starts: Sequence[int], line_count: int) -> None:
        self.starts = starts
        """Counted from 0."""
        self.line_count = line_count

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, index: int) -> Place: ...

    @overload
    def __getitem__(self, index: slice) -> "Places": ...

    def __getitem__(self, index: int | slice) -> "Place | Places":
        if isinstance(index, slice):
            return Places(self.starts[index], self.line_count)
        return Place(self.starts[index], self.line_count)

    def __iter__(self) -> Iterator[Place]:
        return map(Place, self.starts, repeat(self.line_count))


class Found(Struct, frozen=True):
    """Every place where one rung of the ladder found the lines."""

    rung: Rung
    places: Sequence[Place]
    score: float | None = None
    """Similarity of the place, 0 to 1, when it was found by likeness."""


class Lines:
    """The lines of one text; its forms live as long as it does, and change with it."""

    __slots__ = ("_forms", "kept", "plain")

    def __init__(self, plain: Iterable[str]) -> None:
        self.plain = LineIndex(plain)
        """As written."""
        self.kept: dict[Hashable, Any] = {}
        """What was found out about the text with some effort; it holds until the text changes."""
        self._forms: dict[Callable[[str], str], LineIndex] = {}

    @property
    def trimmed(self) -> LineIndex:
        """Without trailing blanks."""
        return self._form(str.rstrip)

    @property
    def stripped(self) -> LineIndex:
        """Without blanks at both ends."""
        return self._form(str.strip)

    @property
    def spaced(self) -> LineIndex:
        """Stripped, and every inner run of blanks one blank."""
        return self._form(single_spaced)

    @property
    def straight(self) -> LineIndex:
        """With straight quotes in the place of typographic ones."""
        return self._form(straight)

    @property
    def unspaced(self) -> LineIndex:
        """Without any blanks."""
        return self._form(unspaced)

    @property
    def steps(self) -> int:
        """Lines that were looked at in all searches so far."""
        return self.plain.steps + sum(form.steps for form in self._forms.values())

    def splice(self, start: int, count: int, new: Sequence[str]) -> None:
        """Replace `count` lines from `start`, counted from 0, by the new ones."""
        self.kept.clear()
        self.plain.splice(start, count, new)
        for bring, form in self._forms.items():
            form.splice(start, count, list(map(bring, new)))

    def _form(self, bring: Callable[[str], str]) -> LineIndex:
        form = self._forms.get(bring)
        if form is None:
            form = self._forms[bring] = LineIndex(map(bring, self.plain))
        return form


def single_spaced(line: str) -> str:
    """Return the line stripped, with every inner run of blanks as one blank; a huge line is stripped only."""
    return " ".join(line.split()) if len(line) <= _LONGEST_SPACED else line.strip()


def unspaced(line: str) -> str:
    """Return the line without its blanks."""
    return "".join(line.split())


def straight(line: str) -> str:
    """Return the line with straight quotes in the place of typographic ones."""
    return line if line.isascii() else line.translate(_STRAIGHT)


def only_closes(line: str) -> bool:
    """Whether the line does nothing but close what others opened: brackets, a tag, or a word such as `end`."""
    return _CLOSER.fullmatch(line.strip()) is not None


def parts_of_lines(lines: Iterable[str], text: str) -> Iterator[tuple[int, int]]:
    """Yield where the text stands in lines that hold more, not inside a word: the line and the column, from 0."""
    before = r"(?<!\w)" if text[0].isalnum() else ""
    after = r"(?!\w)" if text[-1].isalnum() else ""
    whole = re.compile(before + re.escape(text) + after)
    for row, line in enumerate(lines):
        if text in line:
            yield from ((row, found.start()) for found in whole.finditer(line))


def starts_of(places: Sequence[Place]) -> Sequence[int]:
    """Return where the places begin, counted from 0."""
    return places.starts if isinstance(places, Places) else [one.start for one in places]


def can_be_aligned(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether aligning the lines takes no long time: aligning grows with the pairs of equal ones, again and again."""
    if len(one) + len(other) > _MOST_ALIGNED:
        return False
    counted = Counter(other)
    return sum(counted[line] for line in one) <= _MOST_PAIRS


def blank_ends(lines: Sequence[str]) -> tuple[int, int]:
    """Return how many lines at the start and at the end are blank; when all are, they count as the start."""
    head = tail = 0
    while head < len(lines) and not lines[head].strip():
        head += 1
    while tail < len(lines) - head and not lines[-1 - tail].strip():
        tail += 1
    return head, tail


def without_blank_ends(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines without the blank ones at the start and at the end."""
    head, tail = blank_ends(lines)
    return lines[head : len(lines) - tail]
