"""The first three rungs, where the searched lines are there for certain; one function each.

exact        line by line as written
trimmed      trailing blanks are ignored, and blank lines at the two ends of the searched lines
reindented   evenly: every line is shifted by one common indentation, of blanks or tabs. Failing that, unevenly: the
             lines are equal but for their own indentation and inner runs of blanks; that says less, so it counts in one
             place only

trimmed:     searched      file            the place
             ""            "a  "  ◀─┐      both lines of the file; the blank line before them is not there
             "a"           "b"    ◀─┘
             "b"
"""

from collections.abc import Sequence

from guillemet.engine.matching.lines import Lines, Place, Places, blank_ends, single_spaced


def trimmed_places(lines: Lines, searched: Sequence[str]) -> tuple[Place, ...]:
    """Return every place where the lines stand but for blanks at their ends."""
    head, tail = blank_ends(searched)
    wanted = [line.rstrip() for line in searched[head : len(searched) - tail]]
    return tuple(widened(lines, start, len(wanted), ends=(head, tail)) for start in lines.trimmed.runs(wanted))


def widened(lines: Lines, start: int, count: int, *, ends: tuple[int, int]) -> Place:
    """Return the place together with as many blank lines around it as were searched and are there."""
    head, tail = ends
    before, after = start, start + count
    while head and before and not lines.plain[before - 1].strip():
        before, head = before - 1, head - 1
    while tail and after < len(lines.plain) and not lines.plain[after].strip():
        after, tail = after + 1, tail - 1
    return Place(before, after - before, head, tail)


def exact_places(lines: Lines, searched: Sequence[str]) -> Places:
    """Return every place where the lines stand exactly as searched."""
    return Places(lines.plain.starts(searched), len(searched))


def reindented_places(lines: Lines, searched: Sequence[str]) -> tuple[Place, ...]:
    """Return every place where the lines stand evenly shifted, else the only one where they stand unevenly."""
    ends = blank_ends(searched)
    wanted = searched[ends[0] : len(searched) - ends[1]]
    found = lines.stripped.runs([line.strip() for line in wanted])
    count = len(wanted)
    even = [start for start in found if even_shift(wanted, lines.plain[start : start + count]) is not None]
    starts = even or list(lines.spaced.runs([single_spaced(line) for line in wanted]))
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
