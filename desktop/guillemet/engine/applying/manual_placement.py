"""A block put where the user says, whatever stands there, and one that searches for what the user says."""

from collections.abc import Sequence

from msgspec.structs import replace
from rapidfuzz import fuzz

from guillemet.engine.applying.diagnosis import resembling
from guillemet.engine.applying.options import PlaceAt
from guillemet.engine.applying.outcome_factory import failed, flagged
from guillemet.engine.applying.working_file import WorkingFile
from guillemet.engine.blocks import EditBlock, WholeFile
from guillemet.engine.matching.copy_artifacts import find_copied
from guillemet.engine.matching.ladder import find, find_likely
from guillemet.engine.matching.lines import Found, Place
from guillemet.engine.matching.replacement_fit import carry, fit
from guillemet.engine.matching.work_budget import WorkBudget
from guillemet.engine.outcomes import Flag, Outcome, Reason, Rung, Status

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
    start = choice.line - 1
    block = _taken_back(block, file, start) if isinstance(block, EditBlock) else block
    searched = block.searched if isinstance(block, EditBlock) else ()
    wanted = block.replacement if isinstance(block, EditBlock) else block.new
    rung, place = _standing(block, file, start, effort)
    if choice.count not in (None, place.count):
        rung, place = None, Place(start, max(0, choice.count or 0))
    place = replace(place, count=min(place.count, len(lines) - start))
    new = _fitted(wanted, searched=searched, lines=lines, place=place, rung=rung)
    if list(lines[start : start + place.count]) == new:
        return Outcome(block, Status.ALREADY_APPLIED, file.path, how=rung, lines=(choice.line,))
    file.splice(start, place.count, new, number=block.number)
    placed = Outcome(block, Status.APPLIED, file.path, how=rung, lines=(choice.line,))
    return flagged(placed, Flag.PLACED_BY_HAND, PLACED)


def _taken_back(block: EditBlock, file: WorkingFile, start: int) -> EditBlock:
    """Return the block with its lines as they were before they were copied, if it is those that stand at the line."""
    if find(file.lines, block.searched, strict=False):
        return block
    found = find_copied(file.lines, block.searched, block.replacement, is_telling=True)
    if found is None or found[1].places[0].start != start:
        return block
    return replace(block, anchor=(), old=found[0].searched, new=found[0].new, trailing=())


def _standing(
    block: EditBlock | WholeFile, file: WorkingFile, start: int, effort: WorkBudget
) -> tuple[Rung | None, Place]:
    """Return how the searched lines stand at the line, or which lines there resemble them."""
    if isinstance(block, WholeFile) or not block.searched:
        return None, Place(start, 0)
    lines, searched, new = file.lines, block.searched, block.replacement
    found = find(lines, searched, strict=False) or find_likely(lines, searched, new=new, path=file.path, effort=effort)
    if isinstance(found, Found):
        for place in found.places:
            if place.start == start:
                return found.rung, place
    for nearest in resembling(block, file.path, lines, effort=effort):
        if nearest.line == start + 1:
            return None, Place(start, nearest.count)
    return None, Place(start, len(block.searched))


def _fitted(
    wanted: Sequence[str], *, searched: Sequence[str], lines: Sequence[str], place: Place, rung: Rung | None
) -> list[str]:
    """Return the lines as the place wants them; as written where it does not resemble the searched lines."""
    if rung is None:
        standing = lines[place.start : place.start + place.count]
        if fuzz.ratio(_said(searched), _said(standing)) < _ALIKE:
            return list(wanted)
        rung = Rung.FUZZY
    return fit(wanted, searched=searched, lines=lines, place=place, rung=rung).lines


def _said(lines: Sequence[str]) -> str:
    return "\n".join(line.strip() for line in lines if line.strip())[:_COMPARED]
