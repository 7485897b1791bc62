"""What to show of a block that failed: the places it may mean, how like they are, and how they differ in words."""

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice

from guillemet.engine.blocks import EditBlock
from guillemet.engine.matching.copy_artifacts import find_copied
from guillemet.engine.matching.ladder import find, find_likely
from guillemet.engine.matching.lines import Found, Lines, Place, can_be_aligned, runs, single_spaced
from guillemet.engine.matching.nearest import Resemblance, likeness, nearest, shown
from guillemet.engine.matching.sure_rungs import indentation
from guillemet.engine.matching.work_budget import UNLIMITED, WorkBudget
from guillemet.engine.outcomes import Nearest

_PLACES_SHOWN = 20
_NEAREST_SHOWN = 3
_STEPS_A_LINE = 5_000
"""What telling the difference takes, for each line compared."""
_MOST_REPORTED = 4


def resembling(
    block: EditBlock,
    path: str,
    lines: Lines,
    *,
    is_climbed: bool = False,
    changed_by: Callable[[int, int], int | None] | None = None,
    effort: WorkBudget = UNLIMITED,
) -> tuple[Nearest, ...]:
    """Return the places a user may have meant, best first; those of the whole ladder before those of likeness alone.

    `is_climbed` says that the ladder was climbed to its top in vain. `changed_by` says which block of this reply
    changed a run of lines, given its start, from 0, and its count. Nothing is reported when no effort is left.
    """
    if effort.is_spent:
        return ()
    places = () if is_climbed else _on_ladder(block, path, lines, effort)
    best = [_resemblance(block, lines, one) for one in places]
    apart = [
        one for one in nearest(lines, block.searched, effort=effort) if not any(_overlap(one, other) for other in best)
    ]
    reported = (best + apart)[:_NEAREST_SHOWN]
    effort.take(_STEPS_A_LINE * sum(len(block.searched) + one.count for one in reported))
    return tuple(_reported(block, path, lines, one, changed_by) for one in reported)


def choices(block: EditBlock, path: str, lines: Lines) -> tuple[Nearest, ...]:
    """Return the exact places among which the user has to choose."""
    text = "\n".join(block.searched)
    count = len(block.searched)
    found = islice(runs(lines.plain, block.searched), _PLACES_SHOWN)
    return tuple(Nearest(path, start + 1, count, 1, text) for start in found)


def _on_ladder(block: EditBlock, path: str, lines: Lines, effort: WorkBudget) -> Sequence[Place]:
    """Return what the whole ladder finds, however strict the format."""
    sure = find(lines, block.searched, strict=False)
    if not sure and (copied := find_copied(lines, block.searched, block.replacement, is_telling=True)):
        sure = copied[1]
    found = sure or find_likely(lines, block.searched, new=block.replacement, path=path, effort=effort)
    return found.places[:_NEAREST_SHOWN] if isinstance(found, Found) else ()


def _resemblance(block: EditBlock, lines: Lines, place: Place) -> Resemblance:
    standing = lines.plain[place.start : place.start + place.count]
    return Resemblance(place.start, place.count, likeness(block.searched, standing), shown(standing))


def _reported(
    block: EditBlock,
    path: str,
    lines: Lines,
    one: Resemblance,
    changed_by: Callable[[int, int], int | None] | None,
) -> Nearest:
    end = one.start + one.count
    reported = differences(block.searched, lines.plain[one.start : end], is_file_end=end == len(lines.plain))
    number = changed_by(one.start, one.count) if changed_by else None
    if number is not None:
        reported = (f"was changed by block {number} of this reply", *reported)
    return Nearest(path, one.start + 1, one.count, one.similarity, one.text, reported)


def _overlap(one: Resemblance, other: Resemblance) -> bool:
    return one.start < other.start + other.count and other.start < one.start + one.count


def differences(searched: Sequence[str], standing: Sequence[str], *, is_file_end: bool) -> tuple[str, ...]:
    """Return what differs; line numbers are those of the searched lines, from 1.

    `is_file_end` says that the standing lines are the last ones of the file.
    """
    if list(searched) == list(standing):
        return ()
    old, new = ([single_spaced(line) for line in lines] for lines in (searched, standing))
    if old == new:
        return tuple(_of_blanks(searched, standing))
    if [line for line in old if line] == [line for line in new if line]:
        return ("only blank lines differ",)
    if not can_be_aligned(old, new):
        return ("many lines differ",)
    reported = list(_of_lines(old, new, is_file_end=is_file_end))
    rest = len(reported) - _MOST_REPORTED
    return (*reported[:_MOST_REPORTED], f"and {rest} more differences") if rest > 1 else tuple(reported)


def _of_blanks(searched: Sequence[str], standing: Sequence[str]) -> Iterator[str]:
    pairs = [(indentation(a), indentation(b)) for a, b in zip(searched, standing, strict=True) if a.strip()]
    if any("\t" in a and "\t" not in b for a, b in pairs if a != b):
        yield "tabs instead of spaces"
    elif any("\t" in b and "\t" not in a for a, b in pairs if a != b):
        yield "spaces instead of tabs"
    elif any(a != b for a, b in pairs):
        yield "the indentation differs"
    else:
        yield "only blanks differ"


def _of_lines(old: Sequence[str], new: Sequence[str], *, is_file_end: bool) -> Iterator[str]:
    for tag, start, end, other_start, other_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        count = other_end - other_start
        if tag == "delete" and end == len(old) and is_file_end:
            yield f"the file ends before {_named(start, end)}"
        elif tag == "delete":
            yield f"{_named(start, end)} {'is' if end - start == 1 else 'are'} missing"
        elif tag == "insert":
            lines = "1 more line stands" if count == 1 else f"{count} more lines stand"
            yield f"{lines} {f'after line {start}' if start else 'before line 1'}"
        elif tag == "replace":
            yield f"{_named(start, end)} {'differs' if end - start == 1 else 'differ'}"


def _named(start: int, end: int) -> str:
    if end - start == 1:
        return f"line {end}"
    return f"lines {start + 1} {'and' if end - start == 2 else 'to'} {end}"
