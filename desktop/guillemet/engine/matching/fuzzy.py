"""Sixth rung: lines that are nearly there, in one place that is clearly better than any other."""

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
"""Share of the searched lines by which the place may be longer or shorter."""
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
    text = "\n".join(wanted)
    if len(text) > _LARGEST_COMPARED or sum(map(str.isalnum, text)) < _LEAST_LETTERS:
        return None
    best: list[Likely] = []
    for start in candidates(lines, wanted):
        if time.monotonic() > deadline:
            raise TimeoutError
        window = _Window(lines.stripped, text, slack=int(len(wanted) * _SLACK), deadline=deadline)
        found = window.around(start, len(wanted))
        if found is not None:
            best.append(Likely(Place(found[0], found[1], head, tail), window.score))
    best.sort(key=lambda one: -one.score)
    if not best or best[0].score < LEAST:
        return None
    rivals = (one.score for one in best[1:] if not _overlap(one.place, best[0].place))
    return best[0] if best[0].score - next(rivals, 0.0) >= LEAD else None


class _Window:
    """Looks for the run of lines near one start that resembles the searched text most."""

    def __init__(self, lines: Sequence[str], wanted: str, *, slack: int, deadline: float) -> None:
        self._lines = lines
        self._wanted = wanted
        self._slack = slack
        self._deadline = deadline
        self.score = LEAST - LEAD - 0.0001
        """The best similarity so far; a rival that is worse than this does not matter."""

    def around(self, start: int, count: int) -> tuple[int, int] | None:
        """Return the start and the count of the best run; None where none comes near."""
        found: tuple[int, int] | None = None
        # First the end, then the start: a line more or less inside the run moves one of the two.
        for end in _nearest_first(start + count, self._slack):
            found = self._better(start, end - start) or found
        for other in _nearest_first(start, self._slack):
            for end in (start + count, found[0] + found[1] if found else other + count):
                if abs(end - other - count) <= self._slack:
                    found = self._better(other, end - other) or found
        return found

    def _better(self, start: int, count: int) -> tuple[int, int] | None:
        if start < 0 or count <= 0 or start + count > len(self._lines):
            return None
        if time.monotonic() > self._deadline:
            raise TimeoutError
        standing = self._lines[start : start + count]
        if sum(map(len, standing)) > 2 * _LARGEST_COMPARED:
            return None
        score = fuzz.ratio(self._wanted, "\n".join(standing), score_cutoff=100 * self.score) / 100
        if score <= self.score:
            return None
        self.score = score
        return start, count


def _nearest_first(middle: int, slack: int) -> Iterator[int]:
    yield middle
    for distance in range(1, slack + 1):
        yield middle - distance
        yield middle + distance


def _overlap(one: Place, other: Place) -> bool:
    return one.start < other.start + other.count and other.start < one.start + one.count
