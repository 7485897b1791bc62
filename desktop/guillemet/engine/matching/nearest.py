"""Where lines that are not there may have been meant: starts of windows, the likeliest first, and what they look like.

Equal stripped lines vote for the offset at which they would fall into place. Where no line is equal, the windows around
the lines most like the longest one are taken. Work is bounded by the lines searched and the places of rare lines.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct
from rapidfuzz import fuzz, process

from guillemet.engine.matching.lines import Lines
from guillemet.engine.matching.work_budget import UNLIMITED, BudgetSpentError, WorkBudget, comparing

LINE_LIMIT = 400
"""Characters of a line that are compared."""

_COMMON = 64
"""A line that stands more often says nothing of the place."""
_WINDOWS = 12
_SEARCHED_FILE_LIMIT = 200_000
"""Lines of a file that are compared one by one when none is equal."""
_LEAST_ALIKE = 50
"""Percent of likeness below which a single line names no window."""
_STEPS_A_CANDIDATE = 200
"""What looking for a line like another takes, for each line of the file."""
_STEPS_A_LINE = 200
"""What voting takes, for each of the searched lines."""
_LINES_LIMIT = 200
"""Lines of a window that are compared."""
_SHOWN_LIMIT = 20_000
"""Characters of a place that are kept for showing."""
_LEAST = 0.4
_MOST_PLACES = 12
_NAMING = 12
"""Characters of a line that says by itself where it stands, when it stands there only."""
_NAMED = 0.2
"""How much likeness a place is given for such a line: functions made alike differ in a letter of their names."""


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


def _named(text: Lines, searched: Sequence[str]) -> set[int]:
    """Return the starts at which a long line falls into place that stands once in the file, and once in the search."""
    stripped = [line.strip() for line in searched]
    often = Counter(stripped)
    names = [(index, line) for index, line in enumerate(stripped) if len(line) >= _NAMING and often[line] == 1]
    found = ((index, list(islice(text.stripped.positions(line), 2))) for index, line in names)
    return {at[0] - index for index, at in found if len(at) == 1}


def _around_similar_line(text: Lines, searched: Sequence[str], effort: WorkBudget) -> Iterable[int]:
    pivot = max(range(len(searched)), key=lambda index: len(searched[index].strip()))
    wanted = searched[pivot].strip()[:LINE_LIMIT]
    similar: list[int] | None = text.kept.get(("similar to", wanted))
    if similar is None:
        effort.spend(_STEPS_A_CANDIDATE * len(text.plain))
        choices: list[str] | None = text.kept.get("beginnings")
        if choices is None:
            choices = [line[:LINE_LIMIT] for line in text.stripped[:_SEARCHED_FILE_LIMIT]]
            text.kept["beginnings"] = choices
        found = process.extract(wanted, choices, scorer=fuzz.ratio, limit=_WINDOWS, score_cutoff=_LEAST_ALIKE)
        similar = text.kept["similar to", wanted] = [number for _, _, number in found]
    return [number - pivot for number in similar]


class Resemblance(Struct, frozen=True):
    """One place and how much it resembles the searched lines."""

    start: int
    """Counted from 0."""
    count: int
    similarity: float
    """0 to 1."""
    text: str
    """The lines that stand there, joined by LF, cut when they are very long."""


def nearest(
    lines: Sequence[str] | Lines, searched: Sequence[str], *, effort: WorkBudget = UNLIMITED
) -> tuple[Resemblance, ...]:
    """Return the places that resemble the searched lines most, best first, none of them overlapping.

    A little less alike may be better: where a line stands that is nowhere else, such as the head of a function.
    The effort is what all searches together may still take; of what it does not suffice for nothing is said.
    """
    text = lines if isinstance(lines, Lines) else Lines(lines)
    if not any(line.strip() for line in searched) or not text.plain:
        return ()
    wanted = _window(searched, 0, len(searched))
    scored: dict[int, float] = {}
    try:
        effort.spend(_STEPS_A_LINE * len(searched))
        for start in candidates(text, searched, effort=effort):
            if start not in scored:
                window = _window(text.plain, start, len(searched))
                effort.spend(comparing(len(wanted), len(window)))
                scored[start] = _likeness(wanted, window)
    except BudgetSpentError:
        # The likeliest places come first, so those that were looked at are reported.
        pass
    return tuple(_apart(text.plain, scored, searched, named=_named(text, searched)))


def likeness(searched: Sequence[str], standing: Sequence[str]) -> float:
    """Return how alike the lines are, 0 to 1; trailing blanks do not count."""
    return fuzz.ratio(_window(searched, 0, len(searched)), _window(standing, 0, len(standing))) / 100


def shown(standing: Sequence[str]) -> str:
    """Return the lines of a place joined by LF, cut when they are very long."""
    return "\n".join(line[:_SHOWN_LIMIT] for line in standing[:_SHOWN_LIMIT])[:_SHOWN_LIMIT]


def _apart(
    lines: Sequence[str], scored: dict[int, float], searched: Sequence[str], *, named: Container[int]
) -> Iterator[Resemblance]:
    taken: list[int] = []
    like = [(similarity + _NAMED * (start in named), start) for start, similarity in scored.items()]
    for _, start in sorted(like, key=lambda item: (-item[0], item[1])):
        similarity = scored[start]
        if len(taken) == _MOST_PLACES:
            return
        if similarity < _LEAST:
            continue
        if all(abs(start - other) >= len(searched) for other in taken):
            taken.append(start)
            begin, end = _without_blank_ends(lines, start, searched)
            here = lines[begin:end]
            alike = similarity if len(here) == len(searched) else likeness(searched, here)
            yield Resemblance(begin, len(here), alike, shown(here))


def _without_blank_ends(lines: Sequence[str], start: int, searched: Sequence[str]) -> tuple[int, int]:
    """Return the window without blank lines at its ends where the searched ones are not: they are no part of it."""
    begin, end = start, min(start + len(searched), len(lines))
    while end - begin > 1 and not lines[end - 1].strip() and searched[end - 1 - start].strip():
        end -= 1
    while end - begin > 1 and not lines[begin].strip() and searched[begin - start].strip():
        begin += 1
    return begin, end


def _likeness(wanted: str, standing: str) -> float:
    return fuzz.ratio(wanted, standing, score_cutoff=100 * _LEAST) / 100


def _window(lines: Sequence[str], start: int, count: int) -> str:
    return "\n".join(line[:LINE_LIMIT].rstrip() for line in lines[start : start + min(count, _LINES_LIMIT)])
