"""First rung: the lines as written."""

from collections.abc import Sequence

from guillemet.engine.matching.lines import Lines, Place, runs


def places(lines: Lines, searched: Sequence[str]) -> tuple[Place, ...]:
    """Return every place where the lines stand exactly as searched."""
    return tuple(Place(start, len(searched)) for start in runs(lines.plain, searched))
