"""Third rung: the lines are there with another indentation.

Evenly: every line is shifted by one common indentation, of blanks or tabs. Failing that, unevenly: the lines are equal
but for their own indentation and inner runs of blanks; since that says less, it counts in one place only.
"""

from collections.abc import Sequence

from guillemet.engine.matching.lines import Lines, Place, blank_ends, runs, single_spaced
from guillemet.engine.matching.whitespace import widened


def places(lines: Lines, searched: Sequence[str]) -> tuple[Place, ...]:
    """Return every place where the lines stand evenly shifted, else the only one where they stand unevenly."""
    ends = blank_ends(searched)
    wanted = searched[ends[0] : len(searched) - ends[1]]
    found = runs(lines.stripped, [line.strip() for line in wanted])
    count = len(wanted)
    even = [start for start in found if even_shift(wanted, lines.plain[start : start + count]) is not None]
    starts = even or list(runs(lines.spaced, [single_spaced(line) for line in wanted]))
    if not even and len(starts) > 1:
        return ()
    return tuple(widened(lines, start, count, ends=ends) for start in starts)


def even_shift(written: Sequence[str], standing: Sequence[str]) -> tuple[str, str] | None:
    """Return the indentation all written lines share and the one standing for it; None if they are not so shifted."""
    written, standing = [line.rstrip() for line in written], [line.rstrip() for line in standing]
    before, after = shared_indentation(written), shared_indentation(standing)
    inner = [line[len(before) :] for line in written]
    return (before, after) if inner == [line[len(after) :] for line in standing] else None


def shared_indentation(lines: Sequence[str]) -> str:
    """Return the blanks with which every line that is not blank begins."""
    found = [indentation(line) for line in lines if line.strip()]
    if not found:
        return ""
    # What the first and the last in order share, all share.
    first, last = min(found), max(found)
    differing = (index for index, (a, b) in enumerate(zip(first, last, strict=False)) if a != b)
    return first[: next(differing, len(first))]


def indentation(line: str) -> str:
    """Return the blanks with which the line begins."""
    return line[: len(line) - len(line.lstrip())]
