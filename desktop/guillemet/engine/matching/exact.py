"""First rung: the lines as written."""

from collections.abc import Sequence
from itertools import repeat

from guillemet.engine.matching.lines import Lines, Place, runs


def places(lines: Lines, searched: Sequence[str]) -> tuple[Place, ...]:
    """Return every place where the lines stand exactly as searched."""
    return tuple(map(Place, runs(lines.plain, searched), repeat(len(searched))))
