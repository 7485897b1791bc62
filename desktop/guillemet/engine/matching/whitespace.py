"""Second rung: trailing blanks are ignored, and blank lines at the two ends of the searched lines.

searched      file            the place
""            "a  "  ◀─┐      both lines of the file; the blank line before them is not there
"a"           "b"    ◀─┘
"b"
"""

from collections.abc import Sequence

from guillemet.engine.matching.lines import Lines, Place, blank_ends, runs


def places(lines: Lines, searched: Sequence[str]) -> tuple[Place, ...]:
    """Return every place where the lines stand but for blanks at their ends."""
    head, tail = blank_ends(searched)
    wanted = [line.rstrip() for line in searched[head : len(searched) - tail]]
    return tuple(widened(lines, start, len(wanted), ends=(head, tail)) for start in runs(lines.trimmed, wanted))


def widened(lines: Lines, start: int, count: int, *, ends: tuple[int, int]) -> Place:
    """Return the place together with as many blank lines around it as were searched and are there."""
    head, tail = ends
    before, after = start, start + count
    while head and before and not lines.plain[before - 1].strip():
        before, head = before - 1, head - 1
    while tail and after < len(lines.plain) and not lines.plain[after].strip():
        after, tail = after + 1, tail - 1
    return Place(before, after - before, head, tail)
