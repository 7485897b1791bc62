"""What to show of a block that failed: the places it may mean, how like they are, and how they differ in words.

And whether another block makes the change that it failed to make.
"""

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice
from textwrap import dedent

from msgspec import Struct
from rapidfuzz import fuzz

from guillemet.engine.applying.locate import is_telling
from guillemet.engine.blocks import Block, BrokenBlock, EditBlock, WholeFile
from guillemet.engine.matching.copy_artifacts import find_copied
from guillemet.engine.matching.ladder import find, find_likely
from guillemet.engine.matching.lines import Found, Lines, Place, can_be_aligned, parts_of_lines, single_spaced
from guillemet.engine.matching.nearest import Resemblance, likeness, nearest, shown
from guillemet.engine.matching.sure_rungs import indentation
from guillemet.engine.matching.work_budget import UNLIMITED, WorkBudget
from guillemet.engine.outcomes import Nearest
from guillemet.engine.text import common_ends

_PLACES_SHOWN = 20
_NEAREST_SHOWN = 12
_STEPS_A_LINE = 5_000
"""What telling the difference takes, for each line compared."""
_STEPS_A_PART = 20
"""What looking for a part of a line takes, for each line of the file."""
_LEAST_LETTERS = 2
"""Letters and digits of a part of a line that says where it may stand."""
_MOST_REPORTED = 4
_LEAST_BEGUN = 3
"""Lines that a block that broke off shares with the one in which it is whole."""
_ALIKE = 60
"""Percent of likeness from which lines that two blocks take away are the same ones."""
_NEARLY_EQUAL = 85
"""Percent of likeness of what two blocks put in."""
_MOST_COMPARED = 2_000
"""Letters."""


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

    Before all others come the lines of which a single searched line is a part: no rung finds those.

    `is_climbed` says that the ladder was climbed to its top in vain. `changed_by` says which block of this reply
    changed a run of lines, given its start, from 0, and its count. Nothing is reported when no effort is left.
    """
    if effort.is_spent:
        return ()
    places = _containing(lines, block.searched, effort)
    if not is_climbed:
        places += [one for one in _on_ladder(block, path, lines, effort) if not any(map(one.overlaps, places))]
    best = [_resemblance(block, lines, one) for one in places]
    similar = nearest(lines, block.searched, effort=effort)
    apart = [one for one in similar if not any(map(Place(one.start, one.count).overlaps, places))]
    reported = (best + apart)[:_NEAREST_SHOWN]
    effort.take(_STEPS_A_LINE * sum(len(block.searched) + one.count for one in reported))
    return tuple(_reported(block, path, lines, one, changed_by) for one in reported)


def choices(block: EditBlock, path: str, lines: Lines) -> tuple[Nearest, ...]:
    """Return the exact places among which the user has to choose."""
    text = "\n".join(block.searched)
    count = len(block.searched)
    found = islice(lines.plain.runs(block.searched), _PLACES_SHOWN)
    return tuple(Nearest(path, start + 1, count, 1, text) for start in found)


class _LineChange(Struct, frozen=True):
    """The lines that a block takes away and puts in, and those it leaves above and below them."""

    gone: list[str]
    come: list[str]
    above: Sequence[str]
    below: Sequence[str]


def makes_change_of(
    block: Block | BrokenBlock, failed: Block | BrokenBlock, near: Sequence[Nearest], *, is_same_file: bool = True
) -> bool:
    """Whether a block makes the change that another block failed to make, which was for the same file or for none.

    It puts in the same lines, as one run, where lines resemble those that the other one takes away, or where the same
    line is above or below. Nearly the same lines do where it takes away lines of the first of the places that are
    `near` to what the other one searched for. A block that broke off must be the beginning of this one.
    """
    if isinstance(failed, BrokenBlock):
        begun = failed.written[:-1]
        return len(begun) >= _LEAST_BEGUN and block.written[: len(begun)] == begun
    if isinstance(failed, EditBlock) and isinstance(block, EditBlock | WholeFile):
        change, missed = _change_of(block), _change_of(failed)
        is_whole = isinstance(block, WholeFile)
        if not is_same_file and not _is_alike(missed.gone, change.gone, ratio=fuzz.ratio):
            return False  # a part that is alike is too little to say that this is the file
        return _holds(change, missed, is_whole=is_whole) or (not is_whole and _is_mended(change, missed, near[:1]))
    return isinstance(failed, WholeFile) and isinstance(block, WholeFile) and block.new == failed.new


def _holds(change: _LineChange, failed: _LineChange, *, is_whole: bool) -> bool:
    """Whether a change holds the one that failed; `is_whole` says that all lines of the file come by it."""
    gone, come = failed.gone, failed.come
    if not is_telling(come):
        return (gone, come) == (change.gone, change.come) and is_telling(gone)
    at = _run_in(change.come, come)
    if at is None:
        return False
    if is_whole:
        return bool(gone) and _run_in(change.come, gone) is None
    if gone:
        return _is_alike(gone, change.gone)
    above, below = (*change.above, *change.come[:at]), (*change.come[at + len(come) :], *change.below)
    return _is_same_line(failed.above[-1:], above[-1:]) or _is_same_line(failed.below[:1], below[:1])


def _is_mended(change: _LineChange, failed: _LineChange, near: Sequence[Nearest]) -> bool:
    """Whether a change of the nearest lines puts in about what the one that failed would have put in."""
    if not (is_telling(failed.come) and change.gone):
        return False
    is_there = any(_run_in(one.text.split("\n"), change.gone) is not None for one in near)
    come, wanted = ("\n".join(lines)[:_MOST_COMPARED] for lines in (change.come, failed.come))
    return is_there and fuzz.ratio(come, wanted) >= _NEARLY_EQUAL


def _change_of(block: EditBlock | WholeFile) -> _LineChange:
    if isinstance(block, WholeFile):
        return _LineChange([], list(block.new), (), ())
    old, new = block.searched, block.replacement
    head, tail = common_ends(old, new)
    gone, come = (_flush(lines[head : len(lines) - tail]) for lines in (old, new))
    return _LineChange(gone, come, old[:head], old[len(old) - tail :])


def _flush(lines: Sequence[str]) -> list[str]:
    return dedent("\n".join(line.rstrip() for line in lines)).split("\n") if lines else []


def _run_in(lines: Sequence[str], run: Sequence[str]) -> int | None:
    """Return where the run begins, whatever its indentation."""
    wanted, count = _flush(run), len(run)
    starts = (at for at in range(len(lines) - count + 1) if lines[at].strip() == wanted[0].strip())
    return next((at for at in starts if _flush(lines[at : at + count]) == wanted), None)


def _is_alike(
    one: Sequence[str], other: Sequence[str], ratio: Callable[[str, str], float] = fuzz.partial_ratio
) -> bool:
    texts = ("\n".join(line.strip() for line in lines)[:_MOST_COMPARED] for lines in (one, other))
    return bool(other) and ratio(*texts) >= _ALIKE


def _is_same_line(one: Sequence[str], other: Sequence[str]) -> bool:
    return [line.strip() for line in one] == [line.strip() for line in other] != [] and is_telling(one)


def standing_at(place: Place, block: EditBlock, path: str, lines: Lines) -> Nearest:
    """Return the lines at a place, and how the searched ones resemble them."""
    return _reported(block, path, lines, _resemblance(block, lines, place), None)


def _containing(lines: Lines, searched: Sequence[str], effort: WorkBudget) -> list[Place]:
    """Return the first lines of which the only searched line that is not blank is a part."""
    said = list(filter(None, map(str.strip, searched)))
    if len(said) != 1 or sum(map(str.isalnum, said[0])) < _LEAST_LETTERS:
        return []
    effort.take(_STEPS_A_PART * len(lines.plain))
    rows = dict.fromkeys(row for row, _ in islice(parts_of_lines(lines.plain, said[0]), _NEAREST_SHOWN))
    rows = rows or dict.fromkeys(
        islice((row for row, line in enumerate(lines.plain) if said[0] in line), _NEAREST_SHOWN)
    )
    return [Place(row, 1) for row in rows]


def _on_ladder(block: EditBlock, path: str, lines: Lines, effort: WorkBudget) -> Sequence[Place]:
    """Return what the whole ladder finds, however strict the format."""
    sure = find(lines, block.searched, strict=False)
    if not sure and (copied := find_copied(lines, block.searched, block.replacement, is_telling=True)):
        sure = copied[1]
    found = sure or find_likely(lines, block.searched, new=block.replacement, path=path, effort=effort)
    return found.places[:_NEAREST_SHOWN] if isinstance(found, Found) else ()


def _resemblance(block: EditBlock, lines: Lines, place: Place) -> Resemblance:
    standing = place.standing(lines.plain)
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


def differences(searched: Sequence[str], standing: Sequence[str], *, is_file_end: bool) -> tuple[str, ...]:
    """Return what differs; line numbers are those of the searched lines, from 1.

    `is_file_end` says that the standing lines are the last ones of the file.
    """
    if list(searched) == list(standing):
        return ()
    old, new = list(map(single_spaced, searched)), list(map(single_spaced, standing))
    if len(old) == len(new) == 1 and old[0] != new[0] and old[0] and old[0] in new[0]:
        return ("it is only a part of the line",)
    if old == new:
        return (_of_blanks(searched, standing),)
    if list(filter(None, old)) == list(filter(None, new)):
        return ("only blank lines differ",)
    if not can_be_aligned(old, new):
        return ("many lines differ",)
    reported = list(_of_lines(old, new, is_file_end=is_file_end))
    rest = len(reported) - _MOST_REPORTED
    return (*reported[:_MOST_REPORTED], f"and {rest} more differences") if rest > 1 else tuple(reported)


def _of_blanks(searched: Sequence[str], standing: Sequence[str]) -> str:
    pairs = {(indentation(a), indentation(b)) for a, b in zip(searched, standing, strict=True) if a.strip()}
    have_tabs = {("\t" in a, "\t" in b) for a, b in pairs if a != b}
    if (True, False) in have_tabs:
        return "tabs instead of spaces"
    if (False, True) in have_tabs:
        return "spaces instead of tabs"
    return "the indentation differs" if have_tabs else "only blanks differ"


def _of_lines(old: Sequence[str], new: Sequence[str], *, is_file_end: bool) -> Iterator[str]:
    for tag, start, end, other_start, other_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        count = other_end - other_start
        if tag == "delete" and end == len(old) and is_file_end:
            yield f"the file ends before {_named(start, end)}"
        elif tag == "delete":
            yield _named(start, end, "is missing", "are missing")
        elif tag == "insert":
            lines = "1 more line stands" if count == 1 else f"{count} more lines stand"
            yield f"{lines} {f'after searched line {start}' if start else 'before searched line 1'}"
        elif tag == "replace":
            yield _named(start, end, "differs", "differ")


def _named(start: int, end: int, verb: str = "", plural: str = "") -> str:
    """Return the lines by their numbers, counted from 1, with a verb for one line or for several."""
    if end - start == 1:
        return f"searched line {end} {verb}".rstrip()
    return f"searched lines {start + 1} {'and' if end - start == 2 else 'to'} {end} {plural}".rstrip()
