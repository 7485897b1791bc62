"""A block put where the user says, whatever stands there."""

from collections.abc import Sequence
from dataclasses import replace

from guillemet.engine.applying.answers import failed, flagged
from guillemet.engine.applying.choices import PlaceAt
from guillemet.engine.applying.diagnosis import resembling
from guillemet.engine.applying.sheets import Sheet
from guillemet.engine.blocks import EditBlock, WholeFile
from guillemet.engine.matching.fitting import fit
from guillemet.engine.matching.ladder import find
from guillemet.engine.matching.lines import Place
from guillemet.engine.outcomes import Flag, Outcome, Reason, Rung, Status

PLACED = "You chose the place."


def place_at(block: EditBlock | WholeFile, sheet: Sheet, choice: PlaceAt) -> Outcome:
    """Put the block at the chosen line; it replaces what the choice says, and asks for no further decision."""
    lines = sheet.lines.plain
    if not 1 <= choice.line <= len(lines) + 1:
        message = f"{sheet.path} has {len(lines):,} lines. Choose one of them, or the one after the last."
        return failed(block, sheet.path, Reason.NOT_FOUND, message)
    start = choice.line - 1
    searched = block.searched if isinstance(block, EditBlock) else ()
    wanted = block.replacement if isinstance(block, EditBlock) else block.new
    rung, place = _standing(block, sheet, start) if choice.count is None else (None, Place(start, choice.count))
    place = replace(place, count=min(place.count, len(lines) - start))
    new = _fitted(wanted, searched=searched, lines=lines, place=place, rung=rung)
    if list(lines[start : start + place.count]) == new:
        return Outcome(block, Status.ALREADY_APPLIED, sheet.path, how=rung, lines=(choice.line,))
    sheet.splice(start, place.count, new, number=block.number)
    placed = Outcome(block, Status.APPLIED, sheet.path, how=rung, lines=(choice.line,))
    return flagged(placed, Flag.PLACED_BY_HAND, PLACED)


def _standing(block: EditBlock | WholeFile, sheet: Sheet, start: int) -> tuple[Rung | None, Place]:
    """Return how the searched lines stand at the line, or which lines there resemble them."""
    if isinstance(block, WholeFile) or not block.searched:
        return None, Place(start, 0)
    found = find(sheet.lines, block.searched, strict=False)
    for place in found.places if found else ():
        if found and place.start == start:
            return found.rung, place
    for nearest in resembling(block, sheet.path, sheet.lines):
        if nearest.line == start + 1:
            return None, Place(start, nearest.count)
    return None, Place(start, len(block.searched))


def _fitted(
    wanted: Sequence[str], *, searched: Sequence[str], lines: Sequence[str], place: Place, rung: Rung | None
) -> list[str]:
    """Return the lines as the place wants them; as written where nothing is known of it."""
    if rung is None:
        is_alike = place.count == len(searched) and any(map(str.strip, searched))
        if not is_alike:
            return list(wanted)
        rung = Rung.FUZZY
    return fit(wanted, searched=searched, lines=lines, place=place, rung=rung)
