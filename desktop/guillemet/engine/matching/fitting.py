"""The new lines of a block, shaped to the place where its old lines were found.

A line that stays is taken as the file has it, so that an edit found past white space changes only what it means to. All
other lines are shifted as the old ones were: together when the shift is even, else like the nearest line that stays.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher

from guillemet.engine.matching.lines import Place
from guillemet.engine.matching.reindented import even_shift, indentation
from guillemet.engine.outcomes import Rung

_LONGEST_COMPARED = 4_000


def fit(new: Sequence[str], *, searched: Sequence[str], lines: Sequence[str], place: Place, rung: Rung) -> list[str]:
    """Return the lines to put in the place of those found there."""
    if rung is Rung.EXACT:
        return list(new)
    written = searched[place.skipped_head : len(searched) - place.skipped_tail]
    standing = lines[place.start : place.start + place.count]
    wanted = _without_missing_blanks(new, place)
    stays = _staying(written, wanted)
    shifts = _shifts(written, standing, stays=stays, count=len(wanted), rung=rung)
    return [
        standing[stays[index]] if index in stays else shifted(line, shifts[index]) for index, line in enumerate(wanted)
    ]


def shifted(line: str, shift: tuple[str, str]) -> str:
    """Return the line with its indentation moved the way the first of the pair became the second."""
    before, after = shift
    if not line.strip() or before == after:
        return line
    own, rest = indentation(line), line.lstrip()
    if own.startswith(before):
        return after + _in_unit_of(own[len(before) :], before, after) + rest
    if after.endswith(before):
        return after[: len(after) - len(before)] + line
    if before.endswith(after):
        return own[min(len(own), len(before) - len(after)) :] + rest
    return after[: len(own) * len(after) // len(before)] + rest


def _in_unit_of(deeper: str, before: str, after: str) -> str:
    """Return further indentation in the file's own unit where blanks became tabs or tabs became blanks."""
    blanks, tabs = before.strip(" ") == "" != before, after.strip("\t") == "" != after
    if blanks and tabs and deeper.strip(" ") == "":
        width = max(1, len(before) // len(after))
        return "\t" * (len(deeper) // width) + " " * (len(deeper) % width)
    if before.strip("\t") == "" != before and after.strip(" ") == "" != after and deeper.strip("\t") == "":
        return " " * (len(deeper) * (len(after) // len(before)))
    return deeper


def _without_missing_blanks(new: Sequence[str], place: Place) -> Sequence[str]:
    """Leave out the blank lines at both ends that the file does not have here either."""
    start, end = 0, len(new)
    while start < min(place.skipped_head, end) and not new[start].strip():
        start += 1
    while len(new) - end < place.skipped_tail and end > start and not new[end - 1].strip():
        end -= 1
    return new[start:end]


def _staying(written: Sequence[str], wanted: Sequence[str]) -> dict[int, int]:
    """Return which old line each new line is, for the new lines that stood in the old part."""
    old, new = [line.rstrip() for line in written], [line.rstrip() for line in wanted]
    if len(old) + len(new) > _LONGEST_COMPARED:
        return {index: index for index, (a, b) in enumerate(zip(old, new, strict=False)) if a == b}
    stays = {
        new_start + step: old_start + step
        for old_start, new_start, size in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
        for step in range(size)
    }
    for index, line in enumerate(new):
        if line and index not in stays and old.count(line) == 1:
            stays[index] = old.index(line)
    return stays


def _shifts(
    written: Sequence[str], standing: Sequence[str], *, stays: dict[int, int], count: int, rung: Rung
) -> list[tuple[str, str]]:
    """Return for each new line how its indentation moves."""
    even = even_shift(written, standing)
    if rung is Rung.WHITESPACE or even is not None:
        return [even or ("", "")] * count
    known = {
        index: (indentation(written[at]), indentation(standing[at]))
        for index, at in stays.items()
        if written[at].strip()
    }
    if known:
        return [known[min(known, key=lambda other: (abs(other - index), other))] for index in range(count)]
    pairs = [(indentation(a), indentation(b)) for a, b in zip(written, standing, strict=True) if a.strip()]
    return [pairs[min(index, len(pairs) - 1)] for index in range(count)]
