"""A block put where the user says, whatever stands there, and one that searches for what the user says."""

from collections.abc import Collection, Sequence

from msgspec import Struct
from msgspec.structs import replace
from rapidfuzz import fuzz

from guillemet.engine.applying.diagnosis import resembling
from guillemet.engine.applying.options import PlaceAt
from guillemet.engine.applying.outcome_factory import MERGED_WORDS, failed, flagged
from guillemet.engine.applying.working_file import WorkingFile
from guillemet.engine.blocks import Block, EditBlock, WholeFile
from guillemet.engine.diff.lines import changed
from guillemet.engine.matching.copy_artifacts import find_copied
from guillemet.engine.matching.ladder import find, find_likely
from guillemet.engine.matching.lines import Found, Place
from guillemet.engine.matching.replacement_fit import Fitted, carry, fit
from guillemet.engine.matching.work_budget import WorkBudget
from guillemet.engine.outcomes import Flag, Nearest, Outcome, PlacedLines, Reason, Rung, Status
from guillemet.engine.text import common_ends

_ALIKE = 60
"""Percent of likeness from which lines of the place are kept where the block leaves them as they were."""
_COMPARED = 20_000

PLACED = "You chose the place."


def searching_for(block: EditBlock, text: str) -> EditBlock:
    """Return the block with another searched text, in which it changes what it changes in its own.

    A line that the block leaves as it is, and the user corrects, is no change of the block: it stays as corrected.
    """
    lines = text.split("\n")
    new = carry(block.searched, block.replacement, lines)
    return replace(block, anchor=(), old=tuple(lines), new=tuple(new), trailing=())


def place_at(block: EditBlock | WholeFile, file: WorkingFile, choice: PlaceAt, *, effort: WorkBudget) -> Outcome:
    """Put the block at the chosen line; it replaces what the choice says, and needs no further decision."""
    lines = file.lines.plain
    if not 1 <= choice.line <= len(lines) + 1:
        message = f"{file.path} has {len(lines):,} lines. Choose one of them, or the one after the last."
        return failed(block, file.path, Reason.NOT_FOUND, message)
    fitting = _fitting(block, file, choice, effort)
    block, rung, place, new = fitting.block, fitting.rung, fitting.place, fitting.new
    if list(place.standing(lines)) == new:
        return Outcome(block, Status.ALREADY_APPLIED, file.path, how=rung, lines=(choice.line,))
    file.splice(place.start, place.count, new, number=block.number)
    placed = Outcome(block, Status.APPLIED, file.path, how=rung, lines=(choice.line,))
    placed = flagged(placed, Flag.PLACED_BY_HAND, PLACED)
    return flagged(placed, Flag.MERGED_WORDS, MERGED_WORDS) if fitting.has_merged else placed


def offered(near: Nearest) -> PlaceAt:
    """Return the choice of a place that was offered."""
    return PlaceAt(near.line, None if near.similarity >= 1 else near.count)


def with_previews(outcome: Outcome, block: Block, file: WorkingFile, *, effort: WorkBudget) -> Outcome:
    """Return the outcome of a block that failed with what placing it at each of its nearest places would change."""
    if outcome.status is not Status.FAILED or not isinstance(block, EditBlock | WholeFile) or file.text is None:
        return outcome
    nearest = list(outcome.nearest)
    for at, near in enumerate(nearest):
        if near.path == file.path and near.count:
            fitting = _fitting(block, file, offered(near), effort)
            placed = _changed(fitting.place.standing(file.lines.plain), fitting.new)
            nearest[at] = replace(near, placed=placed)
    return replace(outcome, nearest=tuple(nearest))


def preview_at(block: EditBlock | WholeFile, lines: Sequence[str], start: int, count: int) -> PlacedLines:
    """Return what placing the block over these lines changes, where the searched lines do not stand."""
    place = Place(start, min(count, len(lines) - start))
    return _changed(place.standing(lines), _fitted(block, lines=lines, place=place, rung=None).lines)


def replaces_own(
    block: EditBlock | WholeFile, lines: Sequence[str], start: int, placed: PlacedLines | None, own: Collection[int]
) -> bool:
    """Whether a block that is placed so at this line, counted from 0 as lines of the user's own are, replaces these."""
    if placed is None:
        return False
    first = start + placed.skipped
    return drops_own(block, lines[first : first + placed.count], placed.new, {line - first for line in own})


def drops_own(block: EditBlock | WholeFile, before: Sequence[str], after: Sequence[str], own: Collection[int]) -> bool:
    """Whether a block has others, or none, for some of these lines of a text, counted from 0, and does not name them.

    A line with which the words of the block are merged is still there, and so is one that is moved.
    """
    named = {"", *(map(str.strip, block.searched) if isinstance(block, EditBlock) else ())}
    written = {line.strip() for line in (block.replacement if isinstance(block, EditBlock) else block.new)}
    for run in changed(*("".join(f"{line}\n" for line in lines) for lines in (before, after))):
        gone = [before[line] for line in range(run.old.start, run.old.stop) if line in own]
        is_by_block = not run.new_count or any(line.strip() in written for line in after[run.new])
        lost = (line for line in gone if line.strip() not in named and after.count(line) < before.count(line))
        if is_by_block and any(lost):
            return True
    return False


def changed_at(line: int, before: WorkingFile, after: WorkingFile) -> PlacedLines:
    """Return what a block changed that was placed at this line, which is the only change of the file."""
    placed = _changed(before.lines.plain, after.lines.plain)
    return replace(placed, skipped=placed.skipped - line + 1)


def _changed(standing: Sequence[str], new: Sequence[str]) -> PlacedLines:
    head, tail = common_ends(standing, new)
    return PlacedLines(head, len(standing) - head - tail, tuple(new[head : len(new) - tail]))


class _Fitting(Struct, frozen=True):
    """A block as it is meant at a place, and the lines it puts there."""

    block: EditBlock | WholeFile
    rung: Rung | None
    place: Place
    new: list[str]
    has_merged: bool
    """Whether words of them were merged with those of the lines that stand there."""


def _fitting(block: EditBlock | WholeFile, file: WorkingFile, choice: PlaceAt, effort: WorkBudget) -> _Fitting:
    lines, start = file.lines.plain, choice.line - 1
    block = _taken_back(block, file, start) if isinstance(block, EditBlock) else block
    rung, place = _standing(block, file, choice, effort)
    place = replace(place, count=min(place.count, len(lines) - start))
    fitted = _fitted(block, lines=lines, place=place, rung=rung)
    return _Fitting(block, rung, place, fitted.lines, fitted.has_merged)


def _taken_back(block: EditBlock, file: WorkingFile, start: int) -> EditBlock:
    """Return the block with its lines as they were before they were copied, if it is those that stand at the line."""
    if find(file.lines, block.searched, strict=False):
        return block
    found = find_copied(file.lines, block.searched, block.replacement, is_telling=True)
    if found is None or found[1].places[0].start != start:
        return block
    return replace(block, anchor=(), old=found[0].searched, new=found[0].new, trailing=())


def _standing(
    block: EditBlock | WholeFile, file: WorkingFile, choice: PlaceAt, effort: WorkBudget
) -> tuple[Rung | None, Place]:
    """Return how the searched lines stand at the line, or which lines there resemble them, or are chosen."""
    start, count = choice.line - 1, choice.count
    if isinstance(block, WholeFile) or not block.searched:
        return None, Place(start, max(0, count or 0))
    lines, searched, new = file.lines, block.searched, block.replacement
    found = find(lines, searched, strict=False) or find_likely(lines, searched, new=new, path=file.path, effort=effort)
    if isinstance(found, Found):
        for place in found.places:
            if place.start == start and count in (None, place.count):
                return found.rung, place
    if count is not None:
        return None, Place(start, max(0, count))
    for nearest in resembling(block, file.path, lines, effort=effort):
        if nearest.line == start + 1:
            return None, Place(start, nearest.count)
    return None, Place(start, len(block.searched))


def _fitted(block: EditBlock | WholeFile, *, lines: Sequence[str], place: Place, rung: Rung | None) -> Fitted:
    """Return the lines as the place wants them; as written where it does not resemble the searched lines."""
    searched = block.searched if isinstance(block, EditBlock) else ()
    wanted = block.replacement if isinstance(block, EditBlock) else block.new
    if rung is None:
        standing = lines[place.start : place.start + place.count]
        if fuzz.ratio(_said(searched), _said(standing)) < _ALIKE:
            return Fitted(list(wanted))
        rung = Rung.FUZZY
    return fit(wanted, searched=searched, lines=lines, place=place, rung=rung)


def _said(lines: Sequence[str]) -> str:
    return "\n".join(line.strip() for line in lines if line.strip())[:_COMPARED]
