"""A block whose lines an earlier block of the same reply changed: put into the text before, then merged.

searched lines stand once in the file as it was before this reply
    ──▶ merged with what the earlier blocks made of it, or a conflict that names both places and the earlier block

The merge is by line, of the lines around the place alone: where they stand now is known from the edits. `before` ──▶
`ours` and `before` ──▶ `theirs` are hunks by xdiff, in order; a hunk of theirs goes to where its lines stand in ours.
Where two hunks meet, even at their ends, nothing is merged, unless they are the same.
"""

from collections.abc import Sequence

from msgspec import Struct
from rapidfuzz import fuzz

from guillemet.engine.applying.locate import Placed, place
from guillemet.engine.applying.outcome_factory import failed
from guillemet.engine.applying.working_file import Edit, WorkingFile
from guillemet.engine.blocks import EditBlock
from guillemet.engine.diff.lines import ChangedLines, changed_bytes
from guillemet.engine.matching.lines import Place
from guillemet.engine.matching.nearest import shown
from guillemet.engine.matching.work_budget import WorkBudget
from guillemet.engine.outcomes import Nearest, Outcome, Reason, Rung, Status

_SHOWN_LINES = 200
_STEPS_OF_SEARCHING = 20
_STEPS_OF_MERGING = 500
"""What a merge takes, for each line that is compared."""
_STEPS_OF_FOLLOWING = 100
"""What naming the edits that clash takes, for each edit of the file."""
_AROUND = 100
"""Lines above and below the searched ones in which a diff may move a change, where the same lines come again."""


class Splice(Struct, frozen=True):
    """Lines of `ours` to replace by lines of `theirs`."""

    start: int
    """Counted from 0, in ours as it is before any splice."""
    count: int
    new: tuple[str, ...]


class Clash(Struct, frozen=True):
    """The first lines of `before` that both sides changed in different ways."""

    start: int
    """Counted from 0."""
    count: int
    our_start: int
    """Where ours has something else for them; counted from 0."""


def merge(before: Sequence[str], *, ours: Sequence[str], theirs: Sequence[str]) -> tuple[Splice, ...] | Clash:
    """Return what to replace in `ours`, in order, so that it also contains the changes of `theirs`."""
    kept = _hunks(before, ours)
    splices: list[Splice] = []
    passed = shift = 0
    for hunk in _hunks(before, theirs):
        while passed < len(kept) and kept[passed].old_start + kept[passed].old_count < hunk.old_start:
            shift += kept[passed].new_count - kept[passed].old_count
            passed += 1
        new = tuple(theirs[hunk.new_start : hunk.new_start + hunk.new_count])
        met = kept[passed] if passed < len(kept) else None
        if met is None or hunk.old_start + hunk.old_count < met.old_start:
            splices.append(Splice(hunk.old_start + shift, hunk.old_count, new))
        elif (met.old_start, met.old_count) != (hunk.old_start, hunk.old_count) or new != tuple(
            ours[met.new_start : met.new_start + met.new_count]
        ):
            return Clash(hunk.old_start, hunk.old_count, met.new_start)
    return tuple(splices)


def _hunks(before: Sequence[str], after: Sequence[str]) -> tuple[ChangedLines, ...]:
    return changed_bytes(_buffer(before), _buffer(after))


def _buffer(lines: Sequence[str]) -> bytes:
    return "\n".join((*lines, "")).encode("utf-8", "surrogatepass")


class _Meeting(Struct, frozen=True):
    """Where lines of the earlier text are now, and who changed them."""

    start: int
    count: int
    number: int
    """Of the first block that changed them."""


def on_earlier_text(block: EditBlock, file: WorkingFile, *, effort: WorkBudget) -> Outcome | None:
    """Apply the block to the text before this reply and merge; None when its lines did not stand there once.

    Nothing is done either when no effort is left.
    """
    before, text = file.earlier, file.text
    if before is None or text is None or not file.edits or effort.is_spent:
        return None
    effort.take(_STEPS_OF_SEARCHING * len(before.lines))
    placed = place(block, file.earlier_lines, strict=True, effort=effort)
    if not isinstance(placed, Placed) or placed.found.rung is not Rung.EXACT or not placed.is_clear:
        return None
    start, end = placed.place.start, placed.place.end
    near = file.counterpart(max(0, start - _AROUND), min(end + _AROUND, len(before.lines)))
    effort.take(_STEPS_OF_MERGING * (near.old_count + near.new_count))
    old = before.lines[near.old_start : near.old_start + near.old_count]
    ours = text.lines[near.new_start : near.new_start + near.new_count]
    theirs = (*old[: start - near.old_start], *placed.new, *old[end - near.old_start :])
    splices = merge(old, ours=ours, theirs=theirs)
    if isinstance(splices, Clash):
        effort.take(_STEPS_OF_FOLLOWING * len(file.edits))
        clash = Clash(splices.start + near.old_start, splices.count, splices.our_start + near.new_start)
        return _conflict(block, file, placed, clash)
    if not splices:
        return Outcome(block, Status.ALREADY_APPLIED, file.path, how=Rung.MERGED)
    whole = _as_one(splices, ours)
    first_line = near.new_start + whole.start
    stood = shown(_standing_now(file, before.lines, text.lines, placed.place))
    file.splice(first_line, whole.count, whole.new, number=block.number)
    message = "An earlier block of this reply changed the searched lines, so both changes were merged."
    lines = (first_line + 1,)
    return Outcome(block, Status.APPLIED, file.path, how=Rung.MERGED, message=message, lines=lines, stood=stood)


def _standing_now(file: WorkingFile, before: Sequence[str], now: Sequence[str], place: Place) -> Sequence[str]:
    """Return what earlier blocks made of a place, without the lines beside it that they left as they were."""
    near = file.counterpart(place.start, place.end)
    lines = now[near.new_start : near.new_start + near.new_count]
    above, below = before[near.old_start : place.start], before[place.end : near.old_start + near.old_count]
    if lines[: len(above)] == above:
        lines = lines[len(above) :]
    return lines[: len(lines) - len(below)] if below and lines[-len(below) :] == below else lines


def _as_one(splices: Sequence[Splice], ours: Sequence[str]) -> Splice:
    """Return one splice for all, with the lines between them as they are."""
    start = at = splices[0].start
    new: list[str] = []
    for one in splices:
        new += (*ours[at : one.start], *one.new)
        at = one.start + one.count
    return Splice(start, at - start, tuple(new))


def _conflict(block: EditBlock, file: WorkingFile, placed: Placed, clash: Clash) -> Outcome:
    whole = _followed(file.edits, placed.place.start, placed.place.count)
    number = _followed(file.edits, clash.start, clash.count).number
    changed_by = f"was changed by block {number} of this reply"
    here = file.lines.plain[whole.start : whole.start + whole.count][:_SHOWN_LINES]
    likeness = fuzz.ratio("\n".join(block.searched[:_SHOWN_LINES]), "\n".join(here)) / 100
    nearest = Nearest(file.path, whole.start + 1, whole.count, likeness, "\n".join(here), (changed_by,))
    message = (
        f"Line {clash.start + 1} of the file before this reply {changed_by}, and stands at line {clash.our_start + 1} "
        "now. The two changes cannot be merged."
    )
    return failed(block, file.path, Reason.CONFLICT, message, nearest=(nearest,))


def _followed(edits: Sequence[Edit], start: int, count: int) -> _Meeting:
    """Follow lines of the earlier text through all edits since."""
    end = start + count
    numbers: list[int] = []
    for edit in edits:
        edit_end = edit.start + edit.count
        grown = edit.new_count - edit.count
        # Two runs of lines that only meet do not overlap; an empty one does.
        can_meet = end > start and edit.count > 0
        if edit_end < start or (can_meet and edit_end == start):
            start, end = start + grown, end + grown
        elif edit.start <= end and not (can_meet and edit.start == end):
            numbers.append(edit.number)
            start, end = min(start, edit.start), max(end, edit_end) + grown
    return _Meeting(start, end - start, numbers[0] if numbers else edits[-1].number)
