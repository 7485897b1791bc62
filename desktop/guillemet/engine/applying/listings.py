"""Listings that are no files though they were given as whole ones: diffs, other edits, and lines with their numbers."""

import re
from collections.abc import Sequence
from itertools import pairwise

from guillemet.engine.formats.unread import is_edit_of_no_format

_NUMBERED = re.compile(r"\s*(\d{1,7})(?:[ \t]?[|│:](?:[ \t]|\Z)|\t|\Z)")
_HUNK = re.compile(r"@@(?: |\Z)")
_SIDES = ("--- ", "+++ ")
_LEAST_NUMBERED = 3


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
