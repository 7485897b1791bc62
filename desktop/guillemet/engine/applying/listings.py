"""Listings that are no files though they were given as whole ones: diffs, other edits, and lines with their numbers.

A file may also stand in a second fence inside the one that gives it, which is taken off.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from guillemet.engine.formats.fences import Fence, read_fence
from guillemet.engine.formats.path_line import PROSE
from guillemet.engine.formats.whole_file import PAGES
from guillemet.engine.matching.lines import single_spaced
from guillemet.engine.reply.checks import is_edit_of_no_format

_FEW = 8
"""Lines of a file so short that it must also become shorter for its share to say anything."""
_TOO_FEW = 4
"""Lines of a file so short that its share says nothing."""
_NUMBERED = re.compile(r"\s*(\d{1,7})(?:[ \t]?[|│:](?:[ \t]|\Z)|\t|\Z)")
_HUNK = re.compile(r"@@(?: |\Z)")
_SIDES = ("--- ", "+++ ")
_LEAST_NUMBERED = 3
_LEAST_FENCES = 2


def dropped_by_whole(old: Sequence[str], new: Sequence[str]) -> str:
    """Return in a sentence how many lines vanish when new ones take the place of all; "" when half of them stay.

    Blank lines do not count, nor does where a line stands, nor its indentation.
    """
    before, after = _spoken(old), _spoken(new)
    count = before.total()
    dropped = (before - after).total()
    is_short = count < _TOO_FEW or (count < _FEW and after.total() >= count)
    if is_short or 2 * dropped <= count:
        return ""
    return f"The block gives a whole file, and drops {dropped:,} of {count:,} lines: it may be a part of the file."


def emptied(dropped: int) -> str:
    """Return in a sentence that an edit leaves nothing of a file that said something in so many lines."""
    return f"The block drops all {dropped:,} lines and leaves an empty file: maybe it is meant to be deleted."


def repeated(old: Sequence[str], new: Sequence[str]) -> str:
    """Return in a sentence how much of the file lines at its end say again; "" when it is less than half."""
    if len(new) < _TOO_FEW or 2 * len(new) < len(old):
        return ""
    before = _spoken(old)
    again = (before & _spoken(new)).total()
    if 2 * again <= before.total():
        return ""
    return f"They repeat {again:,} of its {before.total():,} lines: maybe they are to replace it."


def _spoken(lines: Sequence[str]) -> Counter[str]:
    return Counter(filter(None, map(single_spaced, lines)))


def why_no_file(old: Sequence[str], new: Sequence[str]) -> str:
    """Return in a sentence why the new lines cannot be what the old ones are to become; nothing when they can."""
    if _is_numbered(new) and not _is_numbered(old):
        return "Every line of the listing has its number before it, so it is not what the file is to hold."
    if _is_diff(old, new):
        return "The listing is a diff of the file, not the file: it shows lines that go, with a sign before them."
    if _only_adds(old, new):
        return "The listing is a diff of the file, not the file: it shows lines that come, with a sign before them."
    if is_edit_of_no_format(new) and not is_edit_of_no_format(old):
        return "The listing is an edit in a format that is not read, and not what the file is to hold."
    return ""


def without_fence(lines: tuple[str, ...], path: str) -> tuple[str, ...]:
    """Return the lines of a file without the fence around all of them; one of code may be all that a page holds."""
    fences = _fences(lines)
    spoken = [row for row, line in enumerate(lines) if line.strip()]
    if len(fences) < _LEAST_FENCES or (fences[0][0], fences[-1][0]) != (spoken[0], spoken[-1]):
        return lines
    (start, opened), (end, last) = fences[0], fences[-1]
    is_page = path.lower().endswith(PROSE)
    is_around = opened.language in PAGES if is_page else len(fences) == _LEAST_FENCES
    return lines[start + 1 : end] if is_around and last.closes(opened) else lines


def stray_fence(new: Sequence[str], *, old: Sequence[str], path: str) -> str:
    """Return a new line at the margin that is a fence, where a file of code, or half of a page, cannot have one."""
    fences = _fences(new)
    if not fences or _fences(old):
        return ""
    spoken = [row for row, line in enumerate(new) if line.strip()]
    at_ends = {row for row, _ in fences} & {spoken[0], spoken[-1]}
    is_page = path.lower().endswith(PROSE)
    is_stray = len(fences) % 2 or (len(at_ends) == _LEAST_FENCES == len(fences) if is_page else at_ends)
    return new[min(at_ends, default=fences[0][0])].strip() if is_stray else ""


def _fences(lines: Sequence[str]) -> list[tuple[int, Fence]]:
    """Return the lines at the margin that are fences of back-ticks or tildes."""
    found = ((row, read_fence(line.rstrip())) for row, line in enumerate(lines) if line.startswith(("```", "~~~")))
    return [(row, fence) for row, fence in found if fence is not None]


def _is_numbered(lines: Sequence[str]) -> bool:
    found = [_NUMBERED.match(line) for line in lines]
    numbers = [int(one[1]) for one in found if one]
    in_order = all(after == before + 1 for before, after in pairwise(numbers))
    return len(lines) == len(numbers) >= _LEAST_NUMBERED and in_order


def _is_diff(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether hunks begin among the lines, or some come, and all that have a minus before them stand in the file."""
    if any(map(_HUNK.match, new)) and not any(map(_HUNK.match, old)):
        return any(line.startswith(("+", "-")) for line in new)
    gone = [line for line in new if line.startswith("-") and not line.startswith(_SIDES) and line[1:].strip()]
    if not gone or not any(line.startswith("+") for line in new):
        return False
    standing = frozenset(line.strip() for line in old)
    return all(line[1:].strip() in standing and line.strip() not in standing for line in gone)


def _only_adds(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether every line has a plus or a blank before it, and all that have a blank stand in the file without it."""
    signed = [line for line in new if line.strip()]
    if {line[0] for line in signed} != {" ", "+"} or any(line.startswith("+") for line in old):
        return False
    standing = frozenset(old)
    return all(line[1:] in standing for line in signed if line[0] == " ")
