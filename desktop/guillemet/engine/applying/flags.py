"""What a user should know of an applied block before accepting it: the flags of its path and of its new lines."""

from collections.abc import Sequence

from guillemet.engine.applying.answers import flagged
from guillemet.engine.applying.can_run_code import why_it_can_run
from guillemet.engine.applying.dropped import dropped_by_whole, emptied
from guillemet.engine.applying.hidden_characters import hidden_in
from guillemet.engine.applying.placeholders import placeholder_in
from guillemet.engine.applying.sheets import Sheet
from guillemet.engine.blocks import EditBlock, MoveFile, WholeFile
from guillemet.engine.outcomes import Flag, Outcome, Status
from guillemet.engine.text import FileText


def with_flags(outcome: Outcome, sheet: Sheet, *, before: FileText | None) -> Outcome:
    """Return the outcome of a block with the flags of what it changed, and a sentence for each.

    `before` is the text before the block, None when there was no file or nobody read it as text.
    """
    if outcome.status is not Status.APPLIED:
        return outcome
    outcome = _with_path_flag(outcome, sheet, before=before)
    if sheet.edits and isinstance(outcome.block, EditBlock | WholeFile) and sheet.text:
        edit = sheet.edits[-1]
        new = sheet.text.lines[edit.start : edit.start + edit.new_count]
        old = before.lines[edit.start : edit.start + edit.count] if before else ()
        outcome = _with_drop_flag(outcome, sheet.text, before=before)
        return _with_text_flags(outcome, new, old=old, before=before)
    return outcome


def _with_path_flag(outcome: Outcome, sheet: Sheet, *, before: FileText | None) -> Outcome:
    block = outcome.block
    ends = (block.path, block.target) if isinstance(block, MoveFile) else (block.path,)
    for path in dict.fromkeys((outcome.path, *ends)):
        why = why_it_can_run(path, before=before, after=sheet.text_if_read)
        if why:
            return flagged(outcome, Flag.CAN_RUN_CODE, why)
    return outcome


def _with_drop_flag(outcome: Outcome, after: FileText, *, before: FileText | None) -> Outcome:
    if before is None or outcome.flags & {Flag.PLACED_BY_HAND, Flag.APPENDED}:
        return outcome
    is_whole = Flag.REPLACED_WHOLE in outcome.flags
    dropped = dropped_by_whole(before.lines, after.lines) if is_whole else emptied(before.lines, after.lines)
    return flagged(outcome, Flag.DROPS_MOST, dropped) if dropped else outcome


def _with_text_flags(outcome: Outcome, new: Sequence[str], *, old: Sequence[str], before: FileText | None) -> Outcome:
    left_out = placeholder_in(new, old=old, path=outcome.path)
    if left_out and (before is None or left_out not in before.lines):
        message = f"The new line {left_out.strip()!r} only says that code was left out."
        outcome = flagged(outcome, Flag.PLACEHOLDER, message)
    hidden = hidden_in(new, old=old)
    return flagged(outcome, Flag.HIDDEN_CHARACTERS, hidden) if hidden else outcome
