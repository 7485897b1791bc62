"""The ladder: rungs from the strictest to the most forgiving; the first one with a place decides.

exact ──▶ whitespace ──▶ re-indented ──▶ not found
"""

from collections.abc import Callable, Sequence

from guillemet.engine.matching import exact, reindented, whitespace
from guillemet.engine.matching.lines import Found, Lines, Place
from guillemet.engine.outcomes import Rung

_RUNGS: tuple[tuple[Rung, Callable[[Lines, Sequence[str]], tuple[Place, ...]]], ...] = (
    (Rung.EXACT, exact.places),
    (Rung.WHITESPACE, whitespace.places),
    (Rung.REINDENTED, reindented.places),
)


def find(lines: Sequence[str] | Lines, searched: Sequence[str], *, strict: bool) -> Found | None:
    """Return every place the first fitting rung finds; strict stops at the exact rung. Nothing is found of no lines.

    Give `Lines` when the same text is searched more than once.
    """
    text = lines if isinstance(lines, Lines) else Lines(lines)
    for rung, places in _RUNGS[:1] if strict else _RUNGS:
        found = places(text, searched)
        if found:
            return Found(rung, found)
    return None
