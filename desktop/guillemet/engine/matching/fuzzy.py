"""Sixth rung: lines that are nearly there, in one place that is clearly better than any other.

What is compared is the text of the lines without their indentation. Lines in another order count as nearly there. A
run that would be better still if it were longer than the rung allows is none: it would end in the middle of something.
"""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from guillemet.engine.matching.candidates import candidates
from guillemet.engine.matching.lines import Lines, Place, blank_ends

LEAST = 0.85
"""Similarity a place must have."""
LEAD = 0.05
"""How much better it must be than the next one that does not overlap it."""

_SLACK = 0.1
"""Share of the searched lines by which the place may have more or fewer, blank ones aside; one line at least."""
_BLANKS = 4
"""Blank lines by which the place may have more or fewer."""
_ORDER = 0.97
"""What lines in another order are worth, of lines in order."""
_LARGEST_COMPARED = 60_000
"""Characters of the searched lines; comparing grows with their square."""
_LEAST_LETTERS = 12
"""Letters and digits without which likeness says nothing."""


@dataclass(frozen=True, slots=True)
class Likely:
    """The one place found by likeness."""

    place: Place
    score: float


def likely(lines: Lines, searched: Sequence[str], *, deadline: float) -> Likely | None:
    """Return the place that resembles the lines enough and clearly most.

    The deadline is one of `time.monotonic`; TimeoutError says that it passed before every candidate was looked at.
    """
    head, tail = blank_ends(searched)
    wanted = [line.strip() for line in searched[head : len(searched) - tail]]
    letters = sum(sum(map(str.isalnum, line)) for line in wanted)
    if sum(map(len, wanted)) > _LARGEST_COMPARED or letters < _LEAST_LETTERS:
        return None
    found: list[Likely] = []
    for start in candidates(lines, wanted):
        window = _Window(lines.stripped, wanted, deadline=deadline)
        run = window.around(start)
        if run is not None:
            found.append(Likely(Place(run[0], run[1], head, tail), window.score))
    found.sort(key=lambda one: (-one.score, one.place.start))
    if not found or found[0].score < LEAST:
        return None
    rivals = (one.score for one in found[1:] if not _overlap(one.place, found[0].place))
    is_clear = found[0].score - next(rivals, 0.0) >= LEAD
    return found[0] if is_clear else None


class _Window:
    """Looks for the run of lines near one start that resembles the wanted ones most."""

    def __init__(self, lines: Sequence[str], wanted: Sequence[str], *, deadline: float) -> None:
        self._lines = lines
        self._wanted = "\n".join(wanted)
        self._sorted = "\n".join(sorted(wanted))
        self._count = len(wanted)
        self._spoken = sum(map(bool, wanted))
        self._slack = math.ceil(self._count * _SLACK) if self._spoken > 1 else 0
        self._reach = self._slack + (min(_BLANKS, self._count) if self._spoken > 1 else 0)
        self._deadline = deadline
        self.score = LEAST - LEAD - 0.0001
        """The best similarity so far; a rival that is worse than this does not matter."""

    def around(self, start: int) -> tuple[int, int] | None:
        """Return the start and the count of the best run; None where none comes near, or a longer one nearer."""
        run: tuple[int, int] | None = None
        # First the end, then the start, then the end again: a line more or less inside moves one of the two.
        for end in _nearest_first(start + self._count, self._reach):
            run = self._better(start, end) or run
        for other in _nearest_first(start, self._reach):
            run = self._better(other, run[0] + run[1] if run else other + self._count) or run
        for end in _nearest_first(start + self._count, self._reach):
            run = self._better(run[0] if run else start, end) or run
        return None if run is None or self._is_cut(*run) else run

    def _better(self, start: int, end: int) -> tuple[int, int] | None:
        if start < 0 or end > len(self._lines) or start >= end or not self._is_allowed(start, end):
            return None
        score = self._likeness(self._lines[start:end], least=self.score)
        if score <= self.score:
            return None
        self.score = score
        return start, end - start

    def _is_allowed(self, start: int, end: int) -> bool:
        """Whether the run has about as many lines as are wanted, with or without the blank ones."""
        spoken = sum(map(bool, self._lines[start:end]))
        return min(abs(end - start - self._count), abs(spoken - self._spoken)) <= self._slack

    def _is_cut(self, start: int, count: int) -> bool:
        """Whether going on beyond what is allowed would make the run better."""
        longest = count + max(count // 2, 2)
        longer = [(start, end) for end in range(start + count + 1, min(start + longest, len(self._lines)) + 1)]
        longer += [(first, start + count) for first in range(max(0, start + count - longest), start)]
        allowed = (self._lines[first:end] for first, end in longer if not self._is_allowed(first, end))
        return any(self._likeness(run, least=self.score) > self.score for run in allowed)

    def _likeness(self, standing: Sequence[str], *, least: float) -> float:
        if time.monotonic() > self._deadline:
            raise TimeoutError
        if sum(map(len, standing)) > 2 * _LARGEST_COMPARED:
            return 0.0
        in_order = fuzz.ratio(self._wanted, "\n".join(standing), score_cutoff=100 * least) / 100
        if in_order:
            return in_order
        return fuzz.ratio(self._sorted, "\n".join(sorted(standing)), score_cutoff=100 * least) / 100 * _ORDER


def _nearest_first(middle: int, reach: int) -> Iterator[int]:
    yield middle
    for distance in range(1, reach + 1):
        yield middle - distance
        yield middle + distance


def _overlap(one: Place, other: Place) -> bool:
    return one.start < other.start + other.count and other.start < one.start + one.count
