"""What a block does to a file when it searches for nothing: create, fill, replace everything, append."""

from collections.abc import Sequence

from msgspec.structs import replace

from guillemet.engine.applying.excerpts import Excerpt, cut_at, excerpt, quoted_at, with_ends
from guillemet.engine.applying.listings import why_no_file
from guillemet.engine.applying.locate import ambiguous_at, is_telling
from guillemet.engine.applying.outcome_factory import failed, flagged
from guillemet.engine.applying.truncation import dropped_by_whole, repeated
from guillemet.engine.applying.working_file import WorkingFile
from guillemet.engine.blocks import Action, EditBlock, WholeFile
from guillemet.engine.formats.catalogue import format_named
from guillemet.engine.outcomes import Flag, Outcome, Reason, Status
from guillemet.engine.text import FileText


def create(block: EditBlock | WholeFile, sheet: WorkingFile, lines: Sequence[str], *, ending: str) -> Outcome:
    """Make the file of the lines, with a final newline."""
    sheet.create(FileText.new(lines, ending), number=block.number)
    return Outcome(block, Status.APPLIED, sheet.path, action=Action.CREATE)


def replace_whole(block: EditBlock | WholeFile, sheet: WorkingFile, text: FileText, lines: Sequence[str]) -> Outcome:
    """Make the lines all there is in the file; its encoding, mark and line endings stay."""
    if text.lines == tuple(lines):
        return Outcome(block, Status.ALREADY_APPLIED, sheet.path)
    sheet.splice(0, len(text.lines), lines, number=block.number)
    replaced = Outcome(block, Status.APPLIED, sheet.path)
    if not text.lines:
        return replaced
    return flagged(replaced, Flag.REPLACED_WHOLE, "The block replaces the whole file.")


def append(block: EditBlock | WholeFile, sheet: WorkingFile, text: FileText, lines: Sequence[str]) -> Outcome:
    """Put the lines at the end of the file, unless they stand there already."""
    end = len(text.lines)
    if text.lines[-len(lines) :] == tuple(lines) and is_telling(lines):
        return Outcome(block, Status.ALREADY_APPLIED, sheet.path, lines=(end - len(lines) + 1,))
    sheet.splice(end, 0, lines, number=block.number)
    appended = Outcome(block, Status.APPLIED, sheet.path, lines=(end + 1,))
    message = "The block searches for nothing, so its lines were put at the end of the file."
    return flagged(appended, Flag.APPENDED, message)


def refuse_existing(block: EditBlock | WholeFile, sheet: WorkingFile) -> Outcome:
    """Return the failure of a block that may only make a file."""
    message = f"{sheet.path} exists already with other content. Replace the whole file, or append to it."
    return failed(block, sheet.path, Reason.FILE_EXISTS, message)


def settle(block: EditBlock, sheet: WorkingFile, text: FileText) -> Outcome:
    """Settle what an empty old part means where there is a file."""
    lines = block.replacement
    if text.lines == lines or not lines:
        return Outcome(block, Status.ALREADY_APPLIED, sheet.path)
    if not text.lines:
        # An empty file holds no line an edit could name, so filling it is the only edit it can have.
        return replace_whole(block, sheet, text, lines)
    form = format_named(block.format)
    if form.is_diff and (block.searched or not form.appends):
        message = "The hunk only adds lines and shows none of those around them, so its place is not certain."
        return failed(block, sheet.path, Reason.NOT_FOUND, message)
    if not form.appends:
        return refuse_existing(block, sheet)
    if block.within:
        return _after_heads(block, sheet)
    appended = append(block, sheet, text, lines)
    again = repeated(text.lines, lines) if appended.status is Status.APPLIED else ""
    return flagged(appended, Flag.REPEATS, again) if again else appended


def settle_whole(block: WholeFile, sheet: WorkingFile, text: FileText, *, is_asked: bool) -> Outcome:
    """Settle what a file given whole means where there is one; `is_asked` where the model was asked for whole files."""
    if block.must_be_new and text.lines:
        is_same = text.lines == block.new
        return Outcome(block, Status.ALREADY_APPLIED, sheet.path) if is_same else refuse_existing(block, sheet)
    if not block.new and text.lines:
        message = (
            f"The block holds no line, and taking it would empty {sheet.path}. Replace the whole file if so meant."
        )
        return failed(block, sheet.path, Reason.FILE_EXISTS, message)
    if why := why_no_file(text.lines, block.new):
        return failed(block, sheet.path, Reason.FILE_EXISTS, f"{why} Replace the whole file if so meant.")
    cut = excerpt(text.lines, block.new)
    is_listing = format_named(block.format).is_listing and not is_asked
    if is_listing and (part := _settle_part(block, sheet, text, cut)):
        return part
    outcome = replace_whole(block, sheet, text, block.new)
    if cut and Flag.REPLACED_WHOLE in outcome.flags:
        outcome = flagged(outcome, Flag.CUT_SHORT, cut_at(cut, is_kept=False))
    if block.is_path_guessed and Flag.REPLACED_WHOLE in outcome.flags:
        return flagged(outcome, Flag.GUESSED_PATH, "The reply does not say which file it is, so it may be an excerpt.")
    return outcome


def _settle_part(block: WholeFile, sheet: WorkingFile, text: FileText, cut: Excerpt | None) -> Outcome | None:
    """Settle a listing that is a part of the file; None for any other."""
    at = quoted_at(text.lines, block.new)
    if at is not None:
        return _quoted(block, sheet, text, at)
    return _kept_around(block, sheet, text, cut) if cut and (cut.head or cut.tail) else None


def _kept_around(block: WholeFile, sheet: WorkingFile, text: FileText, cut: Excerpt) -> Outcome:
    """Put a listing between the lines that it leaves out at the ends of the file."""
    end = len(text.lines) - cut.tail
    lines = with_ends(text.lines, block.new, cut)
    new = lines[cut.head : len(lines) - cut.tail]
    if text.lines[cut.head : end] == new:
        return Outcome(block, Status.ALREADY_APPLIED, sheet.path, lines=(cut.head + 1,))
    sheet.splice(cut.head, end - cut.head, new, number=block.number)
    placed = Outcome(block, Status.APPLIED, sheet.path, lines=(cut.head + 1,))
    return flagged(placed, Flag.CUT_SHORT, cut_at(cut, is_kept=True))


def _quoted(block: WholeFile, sheet: WorkingFile, text: FileText, at: int) -> Outcome:
    """Return the outcome of a listing that stands in the file as it is, with other lines around it."""
    quoted = f"The listing is a part of {sheet.path} as it is, from line {at + 1:,} on"
    if dropped_by_whole(text.lines, block.new):
        message = f"{quoted}: a quotation, which changes nothing."
        return Outcome(block, Status.ALREADY_APPLIED, sheet.path, lines=(at + 1,), message=message)
    message = f"{quoted}. Replace the whole file if all other lines are to go."
    return failed(block, sheet.path, Reason.FILE_EXISTS, message)


def _after_heads(block: EditBlock, sheet: WorkingFile) -> Outcome:
    """Put the lines after the head they belong to, when it stands in one place only."""
    stripped = sheet.lines.stripped
    at, wanted = 0, ""
    for head in block.within:
        wanted = head.strip()
        row = next(stripped.positions(wanted, first=at), None)
        if row is None:
            return failed(block, sheet.path, Reason.NOT_FOUND, f"The head {wanted!r} is not in the file.")
        at = row + 1
    again = next(stripped.positions(wanted, first=at), None)
    if again is not None:
        lines = (at, again + 1)
        return replace(failed(block, sheet.path, Reason.AMBIGUOUS, ambiguous_at(lines)), lines=lines)
    sheet.splice(at, 0, block.replacement, number=block.number)
    return Outcome(block, Status.APPLIED, sheet.path, lines=(at + 1,))
