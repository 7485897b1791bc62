"""The new lines of a block, shaped to the place where its old lines were found.

A line that stays is taken as the file has it, so that an edit found past white space changes only what it means to. All
other lines are shifted as the old ones were: together when the shift is even, else like the nearest line that stays.
"""

from collections.abc import Sequence
from dataclasses import dataclass
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
    kinship = _kinship(written, wanted)
    even = ("", "") if rung is Rung.WHITESPACE else even_shift(written, standing)
    shifts = [even] * len(wanted) if even else _shifts(written, standing, kinship=kinship, count=len(wanted))
    fitted = [shifted(line, shift) for line, shift in zip(wanted, shifts, strict=True)]
    for index, at in kinship.stays.items():
        # Blanks alone on a line belong to the shift, unless there is none.
        if wanted[index].strip() or rung is Rung.WHITESPACE or not even:
            fitted[index] = standing[at]
    return fitted


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


@dataclass(frozen=True, slots=True)
class _Kinship:
    """How the new lines relate to the old ones, as indexes of new lines to those of old lines."""

    stays: dict[int, int]
    """New lines that stood in the old part."""
    replaces: dict[int, int]
    """New lines that stand for one old line each, written with the same indentation."""


def _kinship(written: Sequence[str], wanted: Sequence[str]) -> _Kinship:
    old, new = [line.rstrip() for line in written], [line.rstrip() for line in wanted]
    if len(old) + len(new) > _LONGEST_COMPARED:
        return _Kinship({index: index for index, (a, b) in enumerate(zip(old, new, strict=False)) if a == b}, {})
    stays: dict[int, int] = {}
    replaces: dict[int, int] = {}
    for tag, a, b, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        pairs = zip(range(start, end), range(a, b), strict=False)
        if tag == "equal":
            stays.update(pairs)
        elif b - a == end - start:
            replaces.update((i, at) for i, at in pairs if indentation(new[i]) == indentation(old[at]))
    for index, line in enumerate(new):
        if line and index not in stays and old.count(line) == 1:
            stays[index] = old.index(line)
    return _Kinship(stays, replaces)


def _shifts(written: Sequence[str], standing: Sequence[str], *, kinship: _Kinship, count: int) -> list[tuple[str, str]]:
    """Return for each new line how its indentation moves where the old ones moved unevenly."""
    moved = [(indentation(a), indentation(b)) for a, b in zip(written, standing, strict=True)]
    known = {index: moved[at] for index, at in kinship.stays.items() if written[at].strip()}
    if not known:
        spoken = [shift for shift, line in zip(moved, written, strict=True) if line.strip()]
        return [spoken[min(index, len(spoken) - 1)] for index in range(count)]
    shifts = [known[min(known, key=lambda other: (abs(other - index), other))] for index in range(count)]
    for index, at in kinship.replaces.items():
        shifts[index] = moved[at]
    return shifts
