"""The ladder: rungs from the strictest to the most forgiving; the first one with a place decides.

exact ──▶ whitespace ──▶ re-indented ──▶ elided ──▶ syntax ──▶ fuzzy ──▶ not found
└──────── find: the lines are there ───┘ └── find_likely: they are nearly there ─┘

The last rung finds lines that are nearly there, in one place that is clearly better than any other. What is compared
is the text of the lines without their indentation. Lines in another order count as nearly there. A run that would be
better still if it were longer than the rung allows is none: it would end in the middle of something.
"""

import math
from collections.abc import Callable, Sequence
from itertools import accumulate

from msgspec import Struct
from rapidfuzz.distance import Indel

from guillemet.engine.matching import ellipsis, sure_rungs, syntax
from guillemet.engine.matching.lines import Found, Lines, Place, blank_ends
from guillemet.engine.matching.nearest import candidates
from guillemet.engine.matching.work_budget import UNLIMITED, BudgetSpentError, WorkBudget, comparing
from guillemet.engine.outcomes import Rung
from guillemet.engine.text import common_ends

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
_MOSTLY_EQUAL = 0.7
"""Share of text in equal lines from which another order is worth a thought."""
_AS_GOOD_AS_IT_GETS = 0.995
"""Similarity from which no other run near the same start is looked at."""
_ENDS = 3
"""Ends of runs that are tried with every start."""
_COMPARED = 6
"""Runs near one start whose text is compared."""
_BEYOND_COMPARED = 8
"""Runs longer than allowed whose text is compared."""
_LARGEST_COMPARED = 60_000
"""Characters of the searched lines; comparing grows with their square."""
_STEPS_A_RUN = 3_000
"""What weighing a run takes before its text is compared."""
_LEAST_LETTERS = 12
"""Letters and digits without which likeness says nothing."""


class Likely(Struct, frozen=True):
    """The one place found by likeness."""

    place: Place
    score: float


def likely(lines: Lines, searched: Sequence[str], *, effort: WorkBudget) -> Likely | None:
    """Return the place that resembles the lines enough and clearly most.

    BudgetSpentError says that the effort was spent before every candidate was looked at.
    """
    head, tail = blank_ends(searched)
    wanted = list(map(str.strip, searched[head : len(searched) - tail]))
    letters = sum(map(str.isalnum, "".join(wanted)))
    if sum(map(len, wanted)) > _LARGEST_COMPARED or letters < _LEAST_LETTERS:
        return None
    found: list[Likely] = []
    for start in candidates(lines, wanted, effort=effort):
        window = _Window(lines.stripped, wanted, effort=effort)
        run = window.around(start)
        if run is not None:
            found.append(Likely(Place(run[0], run[1], head, tail), window.score))
    found.sort(key=lambda one: (-one.score, one.place.start))
    if not found or found[0].score < LEAST:
        return None
    rivals = (one.score for one in found[1:] if not one.place.overlaps(found[0].place))
    is_clear = found[0].score - next(rivals, 0.0) >= LEAD
    return found[0] if is_clear else None


class _Window:
    """Looks for the run of lines near one start that resembles the wanted ones most.

    Equal lines say which runs are worth comparing; the text of the few best ones is compared.
    """

    def __init__(self, lines: Sequence[str], wanted: Sequence[str], *, effort: WorkBudget) -> None:
        self._lines = lines
        self._wanted = wanted
        self._size = sum(map(len, wanted)) + len(wanted)
        self._count = len(wanted)
        self._non_blank = sum(map(bool, wanted))
        self._known = frozenset(wanted)
        self._slack = math.ceil(self._count * _SLACK) if self._non_blank > 1 else 0
        self._effort = effort
        self.score = LEAST - LEAD - 0.0001
        """The best similarity so far; a rival that is worse than this does not matter."""

    def around(self, start: int) -> tuple[int, int] | None:
        """Return the start and the count of the best run; None where none comes near, or a longer one nearer."""
        reach = self._slack + (min(_BLANKS, self._count) if self._slack else 0)
        self._effort.spend(_STEPS_A_RUN * (8 * reach + self._count))
        sums = _Sums(self._lines, self._known, start, start + self._count, reach + self._count // 2)
        # The end first, then the start: a line more or less in the middle moves one of them. Neither is a blank line,
        # as none is of the wanted lines: it could stand for one inside of them.
        ends = self._promising(sums, [(start, start + self._count + by) for by in range(-reach, reach + 1)])
        ends = [run for run in ends if self._lines[run[1] - 1]][:_ENDS]
        runs = [(start + by, end) for _, end in ends for by in range(-reach, reach + 1)]
        runs = [run for run in self._promising(sums, [*ends, *runs]) if self._lines[run[0]]]
        best: tuple[int, int] | None = None
        for run in runs[:_COMPARED]:
            best = self._better(sums, run) or best
            if self.score >= _AS_GOOD_AS_IT_GETS:
                break
        if best is None or self._is_cut(sums, best):
            return None
        return best[0], best[1] - best[0]

    def _promising(self, sums: "_Sums", runs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the runs that are allowed, once each, the most promising first, then those of wanted length."""
        allowed = [
            run for run in dict.fromkeys(runs) if sums.holds(*run) and self._is_allowed(sums.non_blank(*run), *run)
        ]
        return sorted(allowed, key=lambda run: (-self._promise(sums, run), abs(run[1] - run[0] - self._count)))

    def _promise(self, sums: "_Sums", run: tuple[int, int]) -> float:
        """Return how much of the text of both is in equal lines, 0 to 1."""
        return 2 * sums.equal(*run) / max(1, self._size + sums.size(*run))

    def _better(self, sums: "_Sums", run: tuple[int, int]) -> tuple[int, int] | None:
        if sums.size(*run) > 2 * _LARGEST_COMPARED:
            return None
        standing = self._lines[run[0] : run[1]]
        score = _likeness(self._wanted, standing, least=self.score, effort=self._effort)
        if score <= self.score and self._promise(sums, run) >= _MOSTLY_EQUAL:
            score = _likeness(sorted(self._wanted), sorted(standing), least=self.score, effort=self._effort) * _ORDER
        if score <= self.score:
            return None
        self.score = score
        return run

    def _is_allowed(self, non_blank: int, start: int, end: int) -> bool:
        """Whether the run has about as many lines as are wanted, with or without the blank ones."""
        return min(abs(end - start - self._count), abs(non_blank - self._non_blank)) <= self._slack

    def _is_cut(self, sums: "_Sums", best: tuple[int, int]) -> bool:
        """Whether going on at one end, beyond what is allowed, would make the run better."""
        start, end = best
        most = end - start + max(self._count // 2, 2)
        longer = [(start, other) for other in range(end + 1, start + most + 1)]
        longer += [(other, end) for other in range(end - most, start)]
        beyond = [run for run in longer if sums.holds(*run) and not self._is_allowed(sums.non_blank(*run), *run)]
        promised = self._promise(sums, best)
        beyond = sorted(
            (run for run in beyond if self._promise(sums, run) > promised), key=lambda run: -self._promise(sums, run)
        )
        score = self.score
        is_cut = any(self._better(sums, run) for run in beyond[:_BEYOND_COMPARED])
        self.score = score
        return is_cut


class _Sums:
    """What runs of one stretch of lines hold, each reported in no time however long it is."""

    def __init__(self, lines: Sequence[str], known: frozenset[str], start: int, end: int, reach: int) -> None:
        self._first, self._last = max(0, start - reach), min(len(lines), end + reach)
        stretch = lines[self._first : self._last]
        self._non_blank = [0, *accumulate(map(bool, stretch))]
        self._size = [0, *accumulate(len(line) + 1 for line in stretch)]
        self._equal = [0, *accumulate(len(line) + 1 if line in known else 0 for line in stretch)]

    def holds(self, start: int, end: int) -> bool:
        """Whether the run has a line and lies in the stretch."""
        return self._first <= start < end <= self._last

    def non_blank(self, start: int, end: int) -> int:
        """Return how many lines are not blank."""
        return self._non_blank[end - self._first] - self._non_blank[start - self._first]

    def size(self, start: int, end: int) -> int:
        """Return how many characters the run has."""
        return self._size[end - self._first] - self._size[start - self._first]

    def equal(self, start: int, end: int) -> int:
        """Return how many of them are in lines that are wanted."""
        return self._equal[end - self._first] - self._equal[start - self._first]


def _likeness(wanted: Sequence[str], standing: Sequence[str], *, least: float, effort: WorkBudget) -> float:
    """Return how alike the texts are, 0 to 1; 0 when that is less than asked for.

    Lines that both begin and end with are equal in the best of all alignments, so only the rest is compared.
    """
    head, tail = common_ends(wanted, standing)
    one, other = ("\n".join(lines[head : len(lines) - tail]) for lines in (wanted, standing))
    shared = sum(len(line) + 1 for line in (*wanted[:head], *wanted[len(wanted) - tail :]))
    size = 2 * shared + len(one) + len(other)
    effort.spend(comparing(len(one), len(other)))
    apart = Indel.distance(one, other, score_cutoff=int(size * (1 - least)))
    likeness = 1 - apart / size if size else 1.0
    return likeness if likeness >= least else 0.0


_RUNGS: tuple[tuple[Rung, Callable[[Lines, Sequence[str]], Sequence[Place]]], ...] = (
    (Rung.EXACT, sure_rungs.exact_places),
    (Rung.WHITESPACE, sure_rungs.trimmed_places),
    (Rung.REINDENTED, sure_rungs.reindented_places),
)


class CutShort(Struct, frozen=True):
    """The search took too much work and was ended; there may be a place."""


def find(lines: Sequence[str] | Lines, searched: Sequence[str], *, strict: bool) -> Found | None:
    """Return every place the first fitting sure rung finds; strict stops at the exact one. No lines stand nowhere.

    Give `Lines` when the same text is searched more than once.
    """
    text = lines if isinstance(lines, Lines) else Lines(lines)
    for rung, places in _RUNGS[:1] if strict else _RUNGS:
        found = places(text, searched)
        if found:
            return Found(rung, found)
    return None


def find_likely(
    lines: Sequence[str] | Lines,
    searched: Sequence[str],
    *,
    new: Sequence[str],
    path: str,
    effort: WorkBudget = UNLIMITED,
) -> Found | CutShort | None:
    """Return the places of the first fitting rung beyond the sure ones.

    `new` are the lines to be put in, whose elisions must be those of the searched ones; the path tells the language.
    The effort is what all blocks together may still take.
    """
    text = lines if isinstance(lines, Lines) else Lines(lines)
    if not any(map(str.strip, searched)):
        return None
    try:
        effort.spend(0)
        if places := ellipsis.places(text, searched, new, effort=effort):
            return Found(Rung.ELIDED, places)
        if places := syntax.places(text, searched, path=path, effort=effort):
            return Found(Rung.SYNTAX, places)
        alike = likely(text, searched, effort=effort)
    except BudgetSpentError:
        return CutShort()
    return Found(Rung.FUZZY, (alike.place,), alike.score) if alike else None
