"""Where lines that are not there may have been meant: starts of windows, the likeliest first.

Equal stripped lines vote for the offset at which they would fall into place. Where no line is equal, the windows around
the lines most like the longest one are named. Work is bounded by the lines searched and the places of rare lines.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from rapidfuzz import fuzz, process

from guillemet.engine.matching.lines import Lines
from guillemet.engine.matching.work_budget import WorkBudget

LINE_LIMIT = 400
"""Characters of a line that are compared."""

_COMMON = 64
"""A line that stands more often says nothing of the place."""
_WINDOWS = 12
_SEARCHED_FILE_LIMIT = 200_000
"""Lines of a file that are compared one by one when none is equal."""
_LEAST_ALIKE = 50
"""Percent of likeness below which a single line names no window."""
_STEPS_A_LINE = 200
"""What looking for a line like another takes, for each line of the file."""


def candidates(text: Lines, searched: Sequence[str], *, effort: WorkBudget) -> Iterator[int]:
    """Yield starts of windows, counted from 0, that lie in the file; BudgetSpentError says that no effort was left."""
    votes: Counter[int] = Counter()
    last = max(0, len(text.plain) - len(searched))
    for index, line in enumerate(searched):
        stripped = line.strip()
        at = list(islice(text.stripped.positions(stripped), _COMMON + 1)) if stripped else ()
        if len(at) <= _COMMON:
            # A longer line says more of the place than a brace does.
            weight = min(len(stripped), 40)
            votes.update({min(last, max(0, number - index)): weight for number in at})
    yield from (start for start, _ in votes.most_common(_WINDOWS))
    if not votes:
        yield from dict.fromkeys(min(last, max(0, start)) for start in _around_similar_line(text, searched, effort))


def _around_similar_line(text: Lines, searched: Sequence[str], effort: WorkBudget) -> Iterable[int]:
    pivot = max(range(len(searched)), key=lambda index: len(searched[index].strip()))
    wanted = searched[pivot].strip()[:LINE_LIMIT]
    similar: list[int] | None = text.kept.get(("similar to", wanted))
    if similar is None:
        effort.spend(_STEPS_A_LINE * len(text.plain))
        choices = [line[:LINE_LIMIT] for line in text.stripped[:_SEARCHED_FILE_LIMIT]]
        found = process.extract(wanted, choices, scorer=fuzz.ratio, limit=_WINDOWS, score_cutoff=_LEAST_ALIKE)
        similar = text.kept["similar to", wanted] = [number for _, _, number in found]
    return [number - pivot for number in similar]
