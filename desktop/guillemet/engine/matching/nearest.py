"""The places that resemble lines which were not found, for showing; nothing is ever edited by likeness here.

Equal stripped lines vote for the offset at which they would fall into place; the offsets with most votes are scored as
whole windows. Where no line is equal, the windows around the lines most like the longest one are scored.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from guillemet.engine.matching.lines import Lines

BUDGET = 0.2
"""Seconds one search may take."""

_COMMON = 64
"""A line that stands more often says nothing of the place."""
_WINDOWS_SCORED = 12
_LINE_LIMIT = 400
"""Characters of a line that are compared."""
_LINES_LIMIT = 200
"""Lines of a window that are compared."""
_SHOWN_LIMIT = 20_000
"""Characters of a place that are kept for showing."""
_SEARCHED_FILE_LIMIT = 200_000
"""Lines of a file that are compared one by one when none is equal."""
_LEAST = 0.4


@dataclass(frozen=True, slots=True)
class Resemblance:
    """One place and how much it resembles the searched lines."""

    start: int
    """Counted from 0."""
    count: int
    similarity: float
    """0 to 1."""
    text: str
    """The lines that stand there, joined by LF, cut when they are very long."""


def nearest(
    lines: Sequence[str] | Lines, searched: Sequence[str], *, limit: int = 3, budget: float = BUDGET
) -> tuple[Resemblance, ...]:
    """Return the places that resemble the searched lines most, best first, none of them overlapping."""
    text = lines if isinstance(lines, Lines) else Lines(lines)
    if not any(line.strip() for line in searched) or not text.plain:
        return ()
    deadline = time.monotonic() + budget
    wanted = _window(searched, 0, len(searched))
    scored: dict[int, float] = {}
    for start in _candidates(text, searched):
        if start not in scored:
            scored[start] = _likeness(wanted, _window(text.plain, start, len(searched)))
        if time.monotonic() > deadline:
            break
    return tuple(_apart(text.plain, scored, count=len(searched), limit=limit))


def _candidates(text: Lines, searched: Sequence[str]) -> Iterator[int]:
    """Yield starts of windows, the likeliest first."""
    votes: Counter[int] = Counter()
    last = max(0, len(text.plain) - len(searched))
    for index, line in enumerate(searched):
        stripped = line.strip()
        at = text.positions.get(stripped, ()) if stripped else ()
        if len(at) <= _COMMON:
            # A longer line says more of the place than a brace does.
            weight = min(len(stripped), 40)
            votes.update({min(last, max(0, number - index)): weight for number in at})
    yield from (start for start, _ in votes.most_common(_WINDOWS_SCORED))
    if not votes:
        yield from (min(last, max(0, start)) for start in _around_similar_line(text, searched))


def _around_similar_line(text: Lines, searched: Sequence[str]) -> Iterable[int]:
    pivot = max(range(len(searched)), key=lambda index: len(searched[index].strip()))
    wanted = searched[pivot].strip()[:_LINE_LIMIT]
    choices = [line[:_LINE_LIMIT] for line in text.stripped[:_SEARCHED_FILE_LIMIT]]
    found = process.extract(wanted, choices, scorer=fuzz.ratio, limit=_WINDOWS_SCORED, score_cutoff=50)
    return [number - pivot for _, _, number in found]


def _apart(lines: Sequence[str], scored: dict[int, float], *, count: int, limit: int) -> Iterator[Resemblance]:
    taken: list[int] = []
    for start, similarity in sorted(scored.items(), key=lambda item: (-item[1], item[0])):
        if similarity < _LEAST or len(taken) == limit:
            return
        if all(abs(start - other) >= count for other in taken):
            taken.append(start)
            here = lines[start : start + count]
            shown = "\n".join(line[:_SHOWN_LIMIT] for line in here[:_SHOWN_LIMIT])[:_SHOWN_LIMIT]
            yield Resemblance(start, len(here), similarity, shown)


def _likeness(wanted: str, standing: str) -> float:
    return fuzz.ratio(wanted, standing, score_cutoff=100 * _LEAST) / 100


def _window(lines: Sequence[str], start: int, count: int) -> str:
    return "\n".join(line[:_LINE_LIMIT].rstrip() for line in lines[start : start + min(count, _LINES_LIMIT)])
