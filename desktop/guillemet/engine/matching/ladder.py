"""The ladder: rungs from the strictest to the most forgiving; the first one with a place decides.

exact ──▶ whitespace ──▶ re-indented ──▶ elided ──▶ syntax ──▶ fuzzy ──▶ not found
└──────── find: the lines are there ───┘ └── find_likely: they are nearly there ─┘
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from guillemet.engine.matching import ellipsis, fuzzy, sure_rungs, syntax
from guillemet.engine.matching.lines import Found, Lines, Place
from guillemet.engine.matching.work_budget import UNLIMITED, BudgetSpentError, WorkBudget
from guillemet.engine.outcomes import Rung

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
        likely = fuzzy.likely(text, searched, effort=effort)
    except BudgetSpentError:
        return CutShort()
    return Found(Rung.FUZZY, (likely.place,), likely.score) if likely else None
