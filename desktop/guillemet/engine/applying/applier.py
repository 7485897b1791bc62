"""Applying blocks one after the other: each sees the files as the ones before left them."""

from dataclasses import replace

from guillemet.engine.applying.files import Files
from guillemet.engine.applying.options import ApplyOptions, Match
from guillemet.engine.applying.placing import (
    ANCHORED,
    Done,
    Missed,
    Patience,
    Placed,
    choices,
    is_telling,
    numbers,
    place,
    resembling,
)
from guillemet.engine.applying.targets import Refused, Sheet, Targets
from guillemet.engine.blocks import Action, BrokenBlock, EditBlock, FormatName
from guillemet.engine.errors import EncodingError
from guillemet.engine.matching.lines import MOST_PLACES
from guillemet.engine.outcomes import Flag, Nearest, Outcome, Reason, Status
from guillemet.engine.text import FileText

_PATIENCE = 2.0
"""Seconds a reply may spend on naming nearest places and paths."""


class ReplyApplier:
    """The files of one reply while its blocks are applied in order; nothing is written."""

    def __init__(self, files: Files, *, options: ApplyOptions | None = None) -> None:
        self._options = options or ApplyOptions()
        self._targets = Targets(files, self._options)
        self._patience = Patience(_PATIENCE)

    @property
    def changed(self) -> dict[str, bytes | None]:
        """What each file whose bytes are others than at first becomes; None would mean deleted."""
        return {sheet.path: sheet.data for sheet in self._targets.changed}

    def apply(self, block: EditBlock | BrokenBlock) -> Outcome:
        """Apply one block and tell what became of it; a block that fails changes nothing."""
        if isinstance(block, BrokenBlock):
            return Outcome(block, Status.FAILED, block.path, reason=Reason.BROKEN, message=block.message)
        try:
            sheet = self._targets.sheet_of(block)
        except Refused as refusal:
            return _failed(block, refusal.path, refusal.reason, refusal.message, nearest=refusal.nearest)
        if sheet.has_failed and block.format in ANCHORED:
            message = "Previous edit to this file failed"
            failed = _failed(block, sheet.path, Reason.PREVIOUS_FAILED, message)
            return replace(failed, status=Status.SKIPPED)
        outcome = self._on_sheet(block, sheet)
        sheet.has_failed |= not outcome.is_success
        self._targets.hold(sheet)
        return outcome

    def _on_sheet(self, block: EditBlock, sheet: Sheet) -> Outcome:
        try:
            if _asks_for_whole_text(block, sheet):
                return self._whole_text(block, sheet)
            if sheet.text is None:
                return self._missing(block, sheet)
            return self._edit(block, sheet, sheet.text)
        except EncodingError as error:
            return _failed(block, sheet.path, Reason.ENCODING, str(error))

    def _edit(self, block: EditBlock, sheet: Sheet, text: FileText) -> Outcome:
        strict = block.format in ANCHORED or self._options.match is Match.STRICT
        match place(block, sheet.lines, strict=strict):
            case Placed() as placed:
                sheet.text = text.splice(placed.place.start, placed.place.count, placed.new)
                return _applied(block, sheet.path, placed)
            case Done(lines, rung):
                return Outcome(block, Status.ALREADY_APPLIED, sheet.path, how=rung, lines=lines)
            case Missed(Reason.AMBIGUOUS, message, lines):
                nearest = choices(block, sheet.path, sheet.lines)
                failed = _failed(block, sheet.path, Reason.AMBIGUOUS, message, nearest=nearest)
                return replace(failed, lines=lines)
            case Missed(reason, message, lines):
                nearest = self._patience.spent_on(lambda: resembling(block, sheet.path, sheet.lines))
                return replace(_failed(block, sheet.path, reason, message, nearest=nearest), lines=lines)

    def _whole_text(self, block: EditBlock, sheet: Sheet) -> Outcome:
        """Create the file, or settle what an empty old part means where there is one."""
        lines, text = block.replacement, sheet.text
        if text is None:
            sheet.text = FileText.new(lines, self._targets.new_file_ending(sheet.path))
            return Outcome(block, Status.APPLIED, sheet.path, action=Action.CREATE)
        if text.lines == lines or not lines:
            return Outcome(block, Status.ALREADY_APPLIED, sheet.path)
        if not text.lines:
            # An empty file holds no line an edit could name, so filling it is the only edit it can have.
            sheet.text = text.splice(0, 0, lines)
            return Outcome(block, Status.APPLIED, sheet.path)
        if block.format is not FormatName.SEARCH_REPLACE:
            message = f"{sheet.path} exists already with other content. Replace the whole file, or append to it."
            return _failed(block, sheet.path, Reason.FILE_EXISTS, message)
        end = len(text.lines)
        if text.lines[-len(lines) :] == lines and is_telling(lines):
            return Outcome(block, Status.ALREADY_APPLIED, sheet.path, lines=(end - len(lines) + 1,))
        sheet.text = text.splice(end, 0, lines)
        appended = Outcome(block, Status.APPLIED, sheet.path, lines=(end + 1,), flags=frozenset({Flag.APPENDED}))
        return replace(
            appended, message="The block searches for nothing, so its lines were put at the end of the file."
        )

    def _missing(self, block: EditBlock, sheet: Sheet) -> Outcome:
        written = self._targets.named_by(block)
        nearest = self._patience.spent_on(lambda: self._targets.nearest_paths(sheet.path))
        hint = f" The nearest path is {nearest[0].path}." if nearest else ""
        return _failed(block, sheet.path, Reason.FILE_NOT_FOUND, f"There is no file {written}.{hint}", nearest=nearest)


def _asks_for_whole_text(block: EditBlock, sheet: Sheet) -> bool:
    """Whether the block searches for nothing; blank lines are nothing, unless an exact format finds them in a file."""
    is_blank = not any(map(str.strip, block.searched))
    return is_blank and (not block.searched or sheet.text is None or block.format is FormatName.SEARCH_REPLACE)


def _applied(block: EditBlock, path: str, placed: Placed) -> Outcome:
    places = placed.found.places
    outcome = Outcome(block, Status.APPLIED, path, how=placed.found.rung, lines=numbers(places))
    if len(places) == 1:
        return outcome
    many = "more than " if len(places) == MOST_PLACES else ""
    message = f"The searched lines stand in {many}{len(places):,} places; the first was taken."
    return replace(outcome, flags=frozenset({Flag.SEVERAL_PLACES}), message=message)


def _failed(block: EditBlock, path: str, reason: Reason, message: str, *, nearest: tuple[Nearest, ...] = ()) -> Outcome:
    return Outcome(block, Status.FAILED, path, reason=reason, message=message, nearest=nearest)
