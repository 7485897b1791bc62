"""The lines of a text in the forms in which they are compared, each form made once and only when asked for."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from guillemet.engine.outcomes import Rung

MOST_PLACES = 1_000
"""How many places of one block are told; further ones would help nobody."""

_LONGEST_SPACED = 10_000
_MOST_ALIGNED = 20_000
_MOST_PAIRS = 100_000


@dataclass(frozen=True, slots=True)
class Place:
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


@dataclass(frozen=True, slots=True)
class Found:
    """Every place where one rung of the ladder found the lines."""

    rung: Rung
    places: tuple[Place, ...]
    score: float | None = None
    """Similarity of the place, 0 to 1, when it was found by likeness."""


class Lines:
    """The lines of one text; its forms live as long as it does."""

    __slots__ = ("_positions", "_spaced", "_stripped", "_trimmed", "plain")

    def __init__(self, plain: Sequence[str]) -> None:
        self.plain: Sequence[str] = plain
        self._trimmed: list[str] | None = None
        self._stripped: list[str] | None = None
        self._spaced: list[str] | None = None
        self._positions: dict[str, list[int]] | None = None

    def changed_to(self, plain: Sequence[str], *, start: int, count: int, new: Sequence[str]) -> "Lines":
        """Return the lines of the same text after `count` of them became new; forms made already are carried over."""
        made = Lines(plain)
        if self._trimmed is not None:
            made._trimmed = [*self._trimmed[:start], *map(str.rstrip, new), *self._trimmed[start + count :]]
        if self._stripped is not None:
            made._stripped = [*self._stripped[:start], *map(str.strip, new), *self._stripped[start + count :]]
        if self._spaced is not None:
            made._spaced = [*self._spaced[:start], *map(single_spaced, new), *self._spaced[start + count :]]
        return made

    @property
    def trimmed(self) -> list[str]:
        """Without trailing blanks."""
        if self._trimmed is None:
            self._trimmed = list(map(str.rstrip, self.plain))
        return self._trimmed

    @property
    def stripped(self) -> list[str]:
        """Without blanks at both ends."""
        if self._stripped is None:
            self._stripped = list(map(str.strip, self.plain))
        return self._stripped

    @property
    def spaced(self) -> list[str]:
        """Stripped, and every inner run of blanks one blank."""
        if self._spaced is None:
            self._spaced = list(map(single_spaced, self.plain))
        return self._spaced

    @property
    def positions(self) -> dict[str, list[int]]:
        """Where each stripped line stands."""
        if self._positions is None:
            self._positions = {}
            for number, line in enumerate(self.stripped):
                self._positions.setdefault(line, []).append(number)
        return self._positions


def single_spaced(line: str) -> str:
    """Return the line stripped, with every inner run of blanks as one blank; a huge line is stripped only."""
    return " ".join(line.split()) if len(line) <= _LONGEST_SPACED else line.strip()


def runs(lines: Sequence[str], searched: Sequence[str]) -> Iterator[int]:
    """Yield the indexes, counted from 0, where the searched lines stand as one run; overlapping runs too.

    Time is linear in the lines, whatever they are; it ends after MOST_PLACES.
    """
    if not searched or len(searched) > len(lines):
        return iter(())
    return islice(_by_longest(lines, list(searched)), MOST_PLACES)


def _by_longest(lines: Sequence[str], wanted: list[str]) -> Iterator[int]:
    # The longest line is the rarest, most of the time; looking for it is one call of C per place.
    count = len(wanted)
    pivot = max(range(count), key=lambda index: len(wanted[index]))
    text, end = wanted[pivot], len(lines) - (count - pivot - 1)
    at, compared = pivot - 1, 0
    while compared <= len(lines):
        try:
            at = lines.index(text, at + 1, end)
        except ValueError:
            return
        start = at - pivot
        if lines[start] == wanted[0]:
            compared += count
            if list(lines[start : start + count]) == wanted:
                yield start
        compared += 1
    yield from _by_borders(lines, wanted, first=at - pivot + 1)


def _by_borders(lines: Sequence[str], wanted: list[str], *, first: int) -> Iterator[int]:
    """Search as Knuth, Morris and Pratt do: no line is looked at twice, however alike they are."""
    borders = [0] * len(wanted)
    known = 0
    for index in range(1, len(wanted)):
        while known and wanted[index] != wanted[known]:
            known = borders[known - 1]
        known += wanted[index] == wanted[known]
        borders[index] = known
    known = 0
    for index in range(first, len(lines)):
        line = lines[index]
        while known and line != wanted[known]:
            known = borders[known - 1]
        known += line == wanted[known]
        if known == len(wanted):
            yield index - known + 1
            known = borders[known - 1]


def can_be_aligned(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether aligning the lines takes no long time: aligning grows with the pairs of equal ones, again and again."""
    if len(one) + len(other) > _MOST_ALIGNED:
        return False
    counted = Counter(other)
    return sum(counted[line] for line in one) <= _MOST_PAIRS


def blank_ends(lines: Sequence[str]) -> tuple[int, int]:
    """Return how many lines at the start and at the end are blank; when all are, they count as the start."""
    head = _blank_run(lines.__getitem__, range(len(lines)))
    tail = _blank_run(lines.__getitem__, range(len(lines) - 1, head - 1, -1))
    return head, tail


def _blank_run(line_at: Callable[[int], str], indexes: range) -> int:
    for count, index in enumerate(indexes):
        if line_at(index).strip():
            return count
    return len(indexes)
