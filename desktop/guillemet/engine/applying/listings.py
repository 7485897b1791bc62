"""A listing that may be a part of its file: what it is, and where it goes.

The first one that fits:

a run of the file's own lines                          ──▶ a quotation, which changes nothing
lines that only say that code was left out             ──▶ the pieces between them are placed, the lines left out stay
as long as the file, or nearly, and beginning and
ending as it does                                      ──▶ the whole file
all but one end of the file                            ──▶ that end stays
anything else                                          ──▶ failed with the reason, to be placed by hand

Whichever it is, it asks: the reply does not say in any format that it is an edit.
"""

from collections import Counter
from collections.abc import Sequence

from guillemet.engine.applying.outcome_factory import failed, flagged
from guillemet.engine.applying.placeholders import left_out_rows
from guillemet.engine.applying.whole_texts import (
    excerpt,
    keep_around,
    quotation,
    quoted_at,
    replace_whole,
    why_no_whole,
)
from guillemet.engine.applying.working_file import WorkingFile, count_non_blank
from guillemet.engine.blocks import WholeFile
from guillemet.engine.matching.copy_artifacts import read_numbers
from guillemet.engine.matching.lines import single_spaced, without_blank_ends
from guillemet.engine.matching.nearest import likeness
from guillemet.engine.matching.pieces import Unplaced, merge_pieces
from guillemet.engine.matching.work_budget import BudgetSpentError, WorkBudget
from guillemet.engine.outcomes import Flag, Outcome, Reason, Rung, Status
from guillemet.engine.text import FileText, common_ends

_LEAST_LENGTH = 0.75
"""Of the file's lines, for a listing that may be the whole file."""
_LEAST_SHARE = 0.5
"""Of the file's lines, or of the listing's, that stand in both."""
_ALIKE = 0.6
_PLACE_IT = "Place it by hand, or ask for an edit."
_A_PART = "The reply shows a part of the file and does not mark it as an edit: what it leaves out stays."
_A_WHOLE = "The reply shows the file and does not mark it as an edit."
_DEPTH = "The listing is not indented as the file is, so the depth of its new lines is a guess."


def settle_listing(block: WholeFile, file: WorkingFile, text: FileText, *, effort: WorkBudget) -> Outcome:
    """Settle what a listing means for a file that is there."""
    numbered = read_numbers(block.new)
    at = quoted_at(text.lines, numbered.lines if numbered else block.new)
    if at is not None:
        return quotation(block, file, at)
    if why := why_no_whole(block, file, text):
        return failed(block, file.path, Reason.NOT_FOUND, f"{why} {_PLACE_IT}")
    try:
        outcome = _placed(block, file, text, effort)
    except BudgetSpentError:
        message = f"The search for the place of the listing took too much work and was cut short. {_PLACE_IT}"
        return failed(block, file.path, Reason.NOT_FOUND, message)
    if outcome.status is not Status.APPLIED:
        return outcome
    return flagged(outcome, Flag.LISTING, _A_WHOLE if Flag.REPLACED_WHOLE in outcome.flags else _A_PART)


def _placed(block: WholeFile, file: WorkingFile, text: FileText, effort: WorkBudget) -> Outcome:
    if marks := left_out_rows(block.new, old=text.lines):
        return _around_marks(block, file, text, marks, effort)
    cut = excerpt(text.lines, block.new)
    is_cut = cut is not None and (cut.head or cut.tail)
    if not is_cut and _is_whole(text.lines, block.new):
        return replace_whole(block, file, text, block.new)
    if cut and is_cut and _shared(text.lines, block.new) >= _LEAST_SHARE * count_non_blank(block.new):
        return keep_around(block, file, text, cut)
    message = (
        f"The listing is neither all of {file.path} nor a part of it as it stands there, and nothing in it says what "
        f"it replaces. {_PLACE_IT}"
    )
    return failed(block, file.path, Reason.NOT_FOUND, message)


def _around_marks(
    block: WholeFile, file: WorkingFile, text: FileText, marks: Sequence[int], effort: WorkBudget
) -> Outcome:
    """Place the pieces between lines that say that code was left out."""
    merged = merge_pieces(text.lines, block.new, marks, effort=effort)
    if isinstance(merged, Unplaced):
        return failed(block, file.path, Reason.NOT_FOUND, _why_unplaced(merged, block, file))
    if merged.lines == text.lines:
        return quotation(block, file, merged.first)
    head, tail = common_ends(text.lines, merged.lines)
    end = len(merged.lines) - tail
    file.splice(head, len(text.lines) - head - tail, merged.lines[head:end], number=block.number)
    outcome = Outcome(block, Status.APPLIED, file.path, how=Rung.ELIDED, lines=(head + 1,))
    return outcome if merged.is_sure else flagged(outcome, Flag.INDENTATION, _DEPTH)


def _why_unplaced(unplaced: Unplaced, block: WholeFile, file: WorkingFile) -> str:
    line = block.new[unplaced.row].strip()
    if unplaced.at is not None:
        where = f"stands at line {unplaced.at + 1:,} of {file.path}, elsewhere than the listing has it"
        return f"The line {line!r} {where}. {_PLACE_IT}"
    why = f"The listing leaves lines out around {line!r}, and nothing beside it says where in {file.path} it belongs."
    return f"{why} {_PLACE_IT}"


def _is_whole(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether the listing is about as long as the file, and begins and ends as it does, or holds most of it."""
    if not any(map(str.strip, old)):
        return True
    if count_non_blank(new) < _LEAST_LENGTH * count_non_blank(old):
        return False
    if _shared(old, new) >= _LEAST_SHARE * count_non_blank(old):
        return True
    before, after = without_blank_ends(old), without_blank_ends(new)
    return all(likeness([before[end].strip()], [after[end].strip()]) >= _ALIKE for end in (0, -1))


def _shared(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many lines that are not blank stand in both, however indented."""
    before, after = (Counter(filter(None, map(single_spaced, lines))) for lines in (old, new))
    return (before & after).total()


def created(outcome: Outcome) -> Outcome:
    """Return the outcome of a listing that made its file."""
    return flagged(outcome, Flag.LISTING, _A_WHOLE)
