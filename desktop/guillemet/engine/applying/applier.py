"""Apply the blocks of a reply one after the other: each sees the files as the ones before left them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.applying.diagnosis import choices, resembling, standing_at
from guillemet.engine.applying.flags import FlagEffort, with_flags, with_name_flags
from guillemet.engine.applying.listings import (
    created,
    listed_lines,
    settle_listing,
    settle_part,
    with_plain_indentation,
)
from guillemet.engine.applying.locate import AlreadyDone, Missed, Placed, missing_head, place, recut, with_signs
from guillemet.engine.applying.manual_placement import (
    PLACED,
    changed_at,
    place_at,
    searching_for,
    with_previews,
)
from guillemet.engine.applying.options import (
    Append,
    ApplyOptions,
    Choice,
    Dismiss,
    InFile,
    PlaceAt,
    ReplaceFile,
    SearchFor,
)
from guillemet.engine.applying.outcome_factory import (
    ASK_FOR_CONTENT,
    CHOOSE_FILE,
    FILE_CHOSEN,
    TEXT_CHANGED,
    broken,
    dismissed,
    failed,
    flagged,
    placed_at,
    skipped,
    with_doubt,
    with_guess,
    with_slips,
)
from guillemet.engine.applying.overlap_merge import on_earlier_text
from guillemet.engine.applying.placeholders import left_out_rows, stands_for_content
from guillemet.engine.applying.reply_reading import read_reply
from guillemet.engine.applying.targets import Files, MemoryFiles, Refused, Targets, file_meant_instead
from guillemet.engine.applying.whole_texts import append, create, replace_whole, settle, settle_whole, without_fence
from guillemet.engine.applying.working_file import WorkingFile
from guillemet.engine.blocks import (
    Block,
    BrokenBlock,
    DeleteFile,
    EditBlock,
    FileAction,
    MoveFile,
    WholeFile,
)
from guillemet.engine.errors import EncodingError
from guillemet.engine.formats.catalogue import format_named
from guillemet.engine.matching.copy_artifacts import Copied, without_copying
from guillemet.engine.matching.lines import Place
from guillemet.engine.matching.work_budget import WorkBudget
from guillemet.engine.matching.wraps import unwrapped_file
from guillemet.engine.outcomes import Flag, Nearest, Outcome, Reason, Rung, Status
from guillemet.engine.text import FileText, cuts_word, in_whole_lines
from guillemet.settings import Strictness

_NAMING_STEPS = 2_000_000_000
"""Work a reply may spend on naming nearest places and paths."""
_STEPS_AN_EDIT = 300
"""What asking takes which block changed the nearest places, for each edit of the file."""
_STEPS_A_JOINED_LINE = 2
"""What it takes to search all lines of a file as one text, for each of them."""
_SEARCHING_STEPS = 5_000_000_000
"""Work a reply may spend on places that are only likely."""
_MERGING_STEPS = 5_000_000_000
"""Work a reply may spend on merging its blocks with each other."""
_FINDING_STEPS = 2_000_000_000
"""Work a reply may spend on finding files by their text."""
_MOST_OFFERED = 5
"""Files that are offered of those that hold the lines of a block."""
MOST_LINES_SEARCHED = 1_000_000_000
"""Lines of all files that are looked at for a reply's blocks; about 10 seconds of work."""
_READING_STEPS = 2_000_000_000
"""Work a reply may spend on reading what of a file is run."""
_PARSING_STEPS = 150_000_000
"""Work a reply may spend on the syntax of blocks about which nothing is odd."""
_NO_HEAD = "The block names the line {!r} above its place, and there is no such line."
_STAND_IN = (
    "The new file would say nothing but {!r}, which stands in the place of its content, so it is not created. "
    f"{ASK_FOR_CONTENT}"
)
_NEWLINE = (
    "The hunk removes an empty line below the file's last one, and there is none: the newline at the end was removed."
)
_REPLACES = "{} takes the place of the old {}, which the reply deletes; the diff shows those lines as removed."
_NO_TEXT = "The searched text is empty. Write the lines that the block is to replace."
_LIKELY = frozenset({Rung.SYNTAX, Rung.FUZZY})
"""Rungs that would put a block over lines which an earlier block changed."""


class ApplyResult(Struct, frozen=True):
    """What became of a whole reply."""

    results: tuple[Outcome, ...]
    """One for every block, in reply order."""
    shell_suggestions: tuple[str, ...]
    files: dict[str, str | bytes]
    """Everything afterwards; text where text was given and for new files."""
    warnings: tuple[str, ...] = ()
    """What is odd about the reply as a whole, in sentences."""


def apply_reply(
    reply: str | Iterable[str],
    files: Mapping[str, str | bytes],
    *,
    options: ApplyOptions | None = None,
    choices: Mapping[int, Choice] | None = None,
) -> ApplyResult:
    """Apply a reply to the files of a mapping, which is left as it is, and return what they become.

    Text in the mapping is taken as UTF-8. A file that cannot be edited as text fails its blocks and stays. Choices are
    the user's, by the number of the block; a place is a line of the file as the blocks before left it.
    """
    memory = MemoryFiles(files)
    read = read_reply(reply, memory, options=options)
    applier = ReplyApplier(memory, options=options)
    chosen = choices or {}
    results = tuple(applier.apply(block, choice=chosen.get(at)) for at, block in enumerate(read.blocks, 1))
    moves = applier.moves
    after: dict[str, str | bytes] = dict(files)
    for path, data in applier.changed.items():
        if data is None:
            del after[path]
        else:
            before = files.get(moves.get(path, path))
            after[path] = data if isinstance(before, bytes) else data.decode()
    suggestions = tuple(one.text for one in read.suggestions)
    return ApplyResult(results, suggestions, after, warnings=read.warnings)


class ReplyApplier:
    """The files of one reply while its blocks are applied in order; nothing is written."""

    def __init__(
        self, files: Files, *, options: ApplyOptions | None = None, check: Callable[[], None] = lambda: None
    ) -> None:
        """`check` is called from time to time, and may raise to stop."""
        self._options, self._check = options or ApplyOptions(), check
        self._targets = Targets(files, self._options)
        self._runs_here = files.why_it_can_run
        self._naming = WorkBudget(_NAMING_STEPS)
        self._searching = WorkBudget(_SEARCHING_STEPS)
        self._merging = WorkBudget(_MERGING_STEPS)
        self._finding = WorkBudget(_FINDING_STEPS)
        self._reading = WorkBudget(_READING_STEPS)
        self._parsing = WorkBudget(_PARSING_STEPS)
        self._lines_searched = 0
        self._found_by_text: dict[str, WorkingFile] = {}
        """Files that blocks were put into by their text, by the path of a missing file that those name."""
        self._never_made: set[str] = set()
        """Targets of moves that failed: the edits that belong to them mean no other file of that name."""

    @property
    def changed(self) -> dict[str, bytes | None]:
        """What each file whose bytes are others than at first becomes; None means deleted or moved away."""
        return {file.path: file.data for file in self._targets.changed}

    @property
    def moves(self) -> dict[str, str]:
        """The path each moved file had at first, by the path it has now."""
        return self._targets.moves

    def apply(self, block: Block | BrokenBlock, *, choice: Choice | None = None) -> Outcome:
        """Apply one block and return what became of it; a block that fails changes nothing.

        With a choice the block goes where the user says. A deletion can only be skipped, or be one of another file; a
        move can also replace the file that is in its way.
        """
        search = choice.place if isinstance(choice, InFile) else choice
        if not isinstance(search, SearchFor) or not isinstance(block, EditBlock):
            return self._applied(block, choice)
        if search.text.strip():
            outcome = self._applied(searching_for(block, search.text), choice)
        else:
            # Without a searched text, formats create the file or append to it.
            outcome = failed(block, self._path_of(block), Reason.NOT_FOUND, _NO_TEXT)
        return flagged(outcome, Flag.SEARCHED_BY_HAND, TEXT_CHANGED)

    def tried(self, block: Block | BrokenBlock, *, choice: Choice | None = None) -> Outcome:
        """Return what `apply` would, and change nothing; of an edit that has a place, `nearest` says what is there."""
        other = self._copied()
        outcome = other.apply(block, choice=choice)
        tried = outcome.block
        if not outcome.is_success or not outcome.lines or not isinstance(tried, EditBlock):
            return outcome
        more = outcome.change.count - outcome.change.new_count if outcome.change else 0
        place = Place(outcome.lines[0] - 1, len(tried.replacement) + more)
        file = self._targets.file_at(outcome.path)
        near = standing_at(place, tried, outcome.path, file.lines)
        if not tried.is_everywhere:  # else it changes more than the lines at this place
            near = replace(near, placed=changed_at(near.line, file, other._targets.file_at(outcome.path)))  # noqa: SLF001
        return replace(outcome, nearest=(near,))

    def _copied(self) -> "ReplyApplier":
        other = copy(self)
        other._targets, files = self._targets.copied()  # noqa: SLF001 - one class
        budgets = (self._naming, self._searching, self._merging, self._finding)
        other._naming, other._searching, other._merging, other._finding = map(copy, budgets)  # noqa: SLF001
        other._reading, other._parsing = copy(self._reading), copy(self._parsing)  # noqa: SLF001
        other._found_by_text = {path: files[file] for path, file in self._found_by_text.items()}  # noqa: SLF001
        other._never_made = set(self._never_made)  # noqa: SLF001
        return other

    def _applied(self, block: Block | BrokenBlock, choice: Choice | None) -> Outcome:
        if isinstance(choice, Dismiss):
            return dismissed(block, self._path_of(block))
        if isinstance(block, BrokenBlock):
            return self._targets.with_size(broken(block, is_stopped=self._options.is_stopped))
        if isinstance(choice, InFile):
            return self._in_file(block, choice)
        place = None if isinstance(choice, SearchFor) else choice
        try:
            target = self._targets.target_of(block)
        except Refused as refusal:
            outcome = failed(block, refusal.path, refusal.reason, refusal.message, nearest=refusal.nearest)
            return outcome if place else self._by_text(outcome)
        if why := self._why_skipped(block, target.file, choice):
            return skipped(block, target.file.path, Reason.PREVIOUS_FAILED, why)
        had_failed = target.file.has_failed
        outcome = with_doubt(self._on_file(block, target.file, place), target.doubt)
        return (
            outcome if place or outcome.reason is None else self._elsewhere(outcome, target.file, had_failed=had_failed)
        )

    def _elsewhere(self, outcome: Outcome, file: WorkingFile, *, had_failed: bool) -> Outcome:
        """Apply a block that has no place in its file to another one, or offer those that have its lines."""
        if outcome.reason in (Reason.NOT_FOUND, Reason.ANCHOR_NOT_FOUND):
            return self._on_file_meant_instead(outcome, file) or self._with_files_that_hold(outcome)
        found = self._by_text(outcome)
        # Where the text was found elsewhere, nothing failed that later blocks of the missing file build on.
        file.has_failed = had_failed if found is not outcome and found.is_success else file.has_failed
        return found

    def _in_file(self, block: Block, choice: InFile) -> Outcome:
        """Apply a block to the file that the user chose for it."""
        named = replace(block, path=choice.path)
        try:
            file = self._targets.target_of(named).file
        except Refused as refusal:
            self._targets.note_failure(block)
            outcome = failed(block, refusal.path, refusal.reason, refusal.message, nearest=refusal.nearest)
            return flagged(outcome, Flag.FILE_BY_HAND, FILE_CHOSEN)
        if isinstance(named, EditBlock | WholeFile):
            named = replace(named, is_path_guessed=False)
        if isinstance(named, EditBlock):
            named = replace(named, is_path_spoken_of=False)
        place = None if isinstance(choice.place, SearchFor) else choice.place
        had_failed = file.has_failed
        outcome = replace(self._on_file(named, file, place), block=block)
        if not outcome.is_success:  # what builds on it is in the file that it names
            file.has_failed = had_failed
            self._targets.note_failure(block)
        return flagged(outcome, Flag.FILE_BY_HAND, FILE_CHOSEN)

    def _why_skipped(self, block: Block, file: WorkingFile, choice: Choice | None) -> str:
        """Return in a sentence which failure before the block keeps it from being tried; "" when none does."""
        if choice is None and file.has_failed and format_named(block.format).stops_after_failure:
            return "Previous edit to this file failed"
        if isinstance(block, EditBlock) and self._targets.named_by(block) in self._never_made:
            return "The move this edit belongs to failed."
        return ""

    def _on_file(self, block: Block, file: WorkingFile, choice: Choice | None) -> Outcome:
        before, block = file.text_if_read, file.without_mark(block)
        copied = _without_copying(block, file)
        plain = replace(block, new=copied.new) if copied and isinstance(block, EditBlock | WholeFile) else block
        try:
            plain = _with_plain_blanks(plain, file) if isinstance(plain, EditBlock) else plain
            outcome = with_previews(self._by_kind(plain, file, choice), plain, file, effort=self._naming)
        except EncodingError as error:
            outcome = failed(block, file.path, Reason.ENCODING, str(error))
        file.has_failed |= not outcome.is_success
        self._targets.hold(file)
        outcome = with_guess(outcome) if choice is None and outcome.status is Status.APPLIED else outcome
        outcome = replace(outcome, change=file.change_of(block.number))
        if copied and outcome.status is Status.APPLIED:
            outcome = with_slips(replace(outcome, block=block), copied.slips)
        outcome = with_flags(
            outcome,
            file,
            before=before,
            options=self._options,
            effort=FlagEffort(self._reading, self._parsing, self._check),
            runs_here=self._runs_here,
        )
        return with_name_flags(outcome, self._targets.look_alike)

    def _on_file_meant_instead(self, outcome: Outcome, file: WorkingFile) -> Outcome | None:
        """Apply a block that was not found to the only other file of the conversation that has its lines."""
        block = outcome.block
        if outcome.reason is not Reason.NOT_FOUND or not isinstance(block, EditBlock) or self._is_strict(block):
            return None
        others = self._targets.of_conversation(besides=file)
        other = file_meant_instead(block, others, effort=self._searching)
        if other is None:
            return None
        message = f"The searched lines are not in {file.path}, which the block names, but in {other.path}."
        return flagged(self._on_file(block, other, None), Flag.OTHER_FILE, message)

    def _by_text(self, outcome: Outcome) -> Outcome:
        """Apply a block that names no file that is there to the only one in which its lines stand."""
        block = outcome.block
        if outcome.reason not in (Reason.NO_PATH, Reason.FILE_NOT_FOUND) or not isinstance(block, EditBlock):
            return outcome
        if earlier := self._as_earlier_by_text(block, outcome.path):
            return earlier
        found = self._files_that_hold(block)
        file = self._targets.known(found[0].path) if len(found) == 1 else None
        if file is None:
            return _offering(outcome, found)
        what = f"There is no file {outcome.path}." if outcome.path else "The block names no file."
        message = f"{what} It was put into {file.path}, the only one in which the searched lines stand."
        placed = self._on_file(block, file, None)
        if not placed.is_success:
            return replace(placed, flags=placed.flags | {Flag.FOUND_BY_TEXT})
        if outcome.path:
            self._found_by_text[outcome.path] = file
        return flagged(placed, Flag.FOUND_BY_TEXT, message)

    def _as_earlier_by_text(self, block: EditBlock, path: str) -> Outcome | None:
        """Apply a block to the file that an earlier one of this missing path was put into, if it has a place there."""
        file = self._found_by_text.get(path)
        if file is None or not file.exists:
            return None
        had_failed = file.has_failed
        placed = self._on_file(block, file, None)
        if not placed.is_success:
            file.has_failed = had_failed
            return None
        message = f"There is no file {path}. It was put into {file.path}, as an earlier block was."
        return flagged(placed, Flag.FOUND_BY_TEXT, message)

    def _with_files_that_hold(self, outcome: Outcome) -> Outcome:
        """Return the outcome of a block that was not found in its file with the other files that have its lines."""
        block = outcome.block
        return _offering(outcome, self._files_that_hold(block)) if isinstance(block, EditBlock) else outcome

    def _files_that_hold(self, block: EditBlock) -> Sequence[Nearest]:
        return self._targets.with_text(block, strict=self._is_strict(block), effort=self._finding)

    def _is_strict(self, block: EditBlock) -> bool:
        """Whether only the very lines that the block searches for are meant."""
        return self._options.match is Strictness.STRICT or format_named(block.format).is_exact

    def _path_of(self, block: Block | BrokenBlock) -> str:
        if isinstance(block, BrokenBlock):
            return block.path
        try:
            return self._targets.target_of(block).file.path
        except Refused as refusal:
            return refusal.path

    def _by_kind(self, block: Block, file: WorkingFile, choice: Choice | None) -> Outcome:
        match block:
            case DeleteFile():
                return self._delete(block, file)
            case MoveFile():
                return self._move(block, file, replaces=isinstance(choice, ReplaceFile))
            case EditBlock() | WholeFile() if choice is not None:
                return self._by_hand(block, file, choice)
            case WholeFile():
                return self._whole(replace(block, new=without_fence(block.new, file.path)), file)
            case EditBlock() if _searches_for_nothing(block, file):
                return self._create(block, file) if file.text is None else settle(block, file, file.text)
            case EditBlock():
                return self._missing(block, file) if file.text is None else self._edit(block, file)

    def _whole(self, block: WholeFile, file: WorkingFile) -> Outcome:
        block, may_be_part = _as_copied(block, file)
        if file.text is None:
            if may_be_part and not block.is_called_new:
                return self._missing(block, file)
            outcome = self._create(block, file)
            return created(outcome) if may_be_part else outcome
        if may_be_part:
            return settle_listing(block, file, file.text, effort=self._searching)
        is_requested = self._options.wants_files
        part = None if is_requested else settle_part(block, file, file.text, effort=self._searching)
        return part or settle_whole(block, file, file.text, is_requested=is_requested)

    def _create(self, block: EditBlock | WholeFile, file: WorkingFile, *, is_chosen: bool = False) -> Outcome:
        lines = block.new if isinstance(block, WholeFile) else block.replacement
        if not is_chosen and (stand_in := stands_for_content(lines, file.path)):
            return failed(block, file.path, Reason.PLACEHOLDER, _STAND_IN.format(stand_in))
        return create(block, file, lines, ending=self._targets.new_file_ending(file.path))

    def _edit(self, block: EditBlock, file: WorkingFile) -> Outcome:
        if self._lines_searched > MOST_LINES_SEARCHED:
            message = "The reply has too many blocks for files of this length. Apply the rest of it on its own."
            return failed(block, file.path, Reason.NOT_FOUND, message)
        before = file.lines.steps
        try:
            return self._placed(block, file)
        finally:
            self._lines_searched += file.lines.steps - before

    def _placed(self, block: EditBlock, file: WorkingFile) -> Outcome:
        whole = _in_whole_lines(block, file)
        slips = (Flag.PART_OF_LINE,) if whole is not block and cuts_word(block.old, block.new, whole.old) else ()
        block = with_signs(recut(whole, file.lines), file.lines)
        answer = place(block, file.lines, strict=self._is_strict(block), path=file.path, effort=self._searching)
        merged = self._merged(block, file, answer)
        if merged and (merged.is_success or not _is_shifted(answer)):
            return merged
        match answer:
            case Placed():
                head = missing_head(block, (file.lines, file.earlier_lines), answer.place.start)
                outcome = with_slips(placed_at(block, file.path, answer, file.lines.plain), slips)
                file.splice(answer.place.start, answer.place.count, answer.new, number=block.number)
                outcome = flagged(outcome, Flag.NO_HEAD, _NO_HEAD.format(head)) if head else outcome
                end = answer.place.start + len(answer.new)
                return _ended(outcome, block, file, end, lacks_blank=answer.place.skipped_tail > 0)
            case AlreadyDone(lines, rung):
                outcome = Outcome(block, Status.ALREADY_APPLIED, file.path, how=rung, lines=lines)
                # The blank line may have been removed before, but not if an earlier block was new to the file.
                lacks_blank = file.earlier is not None and any(map(str.strip, file.earlier.lines[-1:]))
                return _ended(outcome, block, file, lines[0] - 1 + len(block.replacement), lacks_blank=lacks_blank)
            case Missed():
                return self._missed(block, file, answer)

    def _missed(self, block: EditBlock, file: WorkingFile, missed: Missed) -> Outcome:
        if missed.reason is Reason.AMBIGUOUS:
            nearest = choices(block, file.path, file.lines)
        else:
            self._naming.take(_STEPS_AN_EDIT * len(file.edits))
            is_climbed, changed_by = not self._is_strict(block), file.changed_by
            nearest = resembling(
                block, file.path, file.lines, is_climbed=is_climbed, changed_by=changed_by, effort=self._naming
            )
        outcome = failed(block, file.path, missed.reason, missed.message, nearest=nearest)
        return replace(outcome, lines=missed.lines)

    def _merged(self, block: EditBlock, file: WorkingFile, answer: Placed | AlreadyDone | Missed) -> Outcome | None:
        if self._options.match is Strictness.STRICT or not _may_be_merged(answer, file):
            return None
        return on_earlier_text(block, file, effort=self._merging)

    def _by_hand(self, block: EditBlock | WholeFile, file: WorkingFile, choice: Choice) -> Outcome:
        lines = block.new if isinstance(block, WholeFile) else block.replacement
        text = file.text
        match choice:
            case PlaceAt() if text is None:
                return self._missing(block, file)
            case PlaceAt():
                return place_at(block, file, choice, effort=self._searching)
            case ReplaceFile() | Append() if text is None:
                return self._create(block, file, is_chosen=True)
            case ReplaceFile():
                outcome = replace_whole(block, file, text or FileText.new(()), lines)
            case _:
                outcome = append(block, file, text or FileText.new(()), lines)
        return flagged(outcome, Flag.PLACED_BY_HAND, PLACED) if outcome.status is Status.APPLIED else outcome

    def _delete(self, block: DeleteFile, file: WorkingFile) -> Outcome:
        if file.exists:
            file.delete()
            return Outcome(block, Status.APPLIED, file.path, action=FileAction.DELETE)
        if file.is_changed or self._targets.is_gone(file.path):  # it was deleted, or moved away, before
            return Outcome(block, Status.ALREADY_APPLIED, file.path, action=FileAction.DELETE)
        return replace(self._missing(block, file), action=FileAction.DELETE)

    def _move(self, block: MoveFile, file: WorkingFile, *, replaces: bool) -> Outcome:
        if block.is_mode_alone:
            return Outcome(block, Status.APPLIED, file.path) if file.exists else self._missing(block, file)
        outcome = self._moved(block, file, replaces=replaces)
        if not outcome.is_success:
            self._never_made.add(block.target)
        return replace(outcome, action=FileAction.MOVE)

    def _moved(self, block: MoveFile, file: WorkingFile, *, replaces: bool) -> Outcome:
        try:
            destination = self._targets.destination_of(block, source=file.path)
        except Refused as refusal:
            return failed(block, refusal.path, refusal.reason, refusal.message)
        target = destination.file
        if target is file and file.exists:
            return Outcome(block, Status.ALREADY_APPLIED, file.path)
        if not file.exists:
            is_done = self._targets.moved_to(file.path) == target.path
            return Outcome(block, Status.ALREADY_APPLIED, target.path) if is_done else self._missing(block, file)
        if target.exists and not replaces:
            message = f"{target.path} exists already, so {file.path} cannot be moved there."
            return failed(block, target.path, Reason.FILE_EXISTS, message)
        is_lost = target.was_there and not replaces and self._targets.moved_to(target.path) is None
        self._targets.move(file, target)
        self._targets.hold(target)
        outcome = with_doubt(Outcome(block, Status.APPLIED, target.path), destination.doubt)
        return flagged(outcome, Flag.REPLACES_FILE, _REPLACES.format(file.path, target.path)) if is_lost else outcome

    def _missing(self, block: Block, file: WorkingFile) -> Outcome:
        written = self._targets.named_by(block)
        moved = self._targets.moved_to(file.path)
        if moved:
            return failed(block, file.path, Reason.FILE_NOT_FOUND, f"This reply moved {written} to {moved}.")
        nearest = self._targets.nearest_paths(file.path, effort=self._naming)
        hint = f"The nearest path is {nearest[0].path}." if nearest else CHOOSE_FILE
        gone = ": it was deleted or moved" if file.is_changed or self._targets.is_gone(file.path) else ""
        message = f"There is no file {written}{gone}. {hint}"
        return failed(block, file.path, Reason.FILE_NOT_FOUND, message, nearest=nearest)


def _as_copied(block: WholeFile, file: WorkingFile) -> tuple[WholeFile, bool]:
    """Return a file given whole without what copying did to it, and whether it may be a part of the file there is."""
    form, there = format_named(block.format), file.lines.plain
    if form.may_be_part:
        return replace(block, new=listed_lines(block, there=there)), True
    if not form.may_leave_out:
        return block, False
    block = replace(block, new=with_plain_indentation(block.new, there=there))
    return block, bool(there and left_out_rows(block.new, old=there, path=file.path))


def _with_plain_blanks(block: EditBlock, file: WorkingFile) -> EditBlock:
    """Return a tool's edit without what only the page has that it was copied from: blanks no browser breaks at."""
    if not format_named(block.format).matches_parts_of_lines or not any(
        "\u00a0" in line for line in (*block.old, *block.new)
    ):
        return block
    there = file.lines.plain if file.text is not None else ()
    old, new = (with_plain_indentation(lines, there=there) for lines in (block.old, block.new))
    return replace(block, old=old, new=new)


def _in_whole_lines(block: EditBlock, file: WorkingFile) -> EditBlock:
    """Return a block whose text may begin and end inside of a line with the whole lines around the place it means."""
    if not format_named(block.format).matches_parts_of_lines:
        return block
    plain = file.lines.plain
    plain.steps += _STEPS_A_JOINED_LINE * len(plain)
    old, new = in_whole_lines(block.old, block.new, plain, is_everywhere=block.is_everywhere)
    return replace(block, old=old, new=new)


def _offering(outcome: Outcome, holding: Sequence[Nearest]) -> Outcome:
    """Return the failed outcome with files in which the searched lines stand among its nearest places."""
    others = [near for near in holding if near.path != outcome.path]
    if not others:
        return outcome
    offered = others[:_MOST_OFFERED]
    paths = [near.path for near in offered]
    named = ", ".join(paths) + (", …" if len(others) > len(offered) else "")
    # Places in the block's own file go first: its line fields begin with them.
    nearest = sorted(
        (near for near in outcome.nearest if near.path not in paths), key=lambda one: one.path != outcome.path
    )
    split = sum(near.path == outcome.path for near in nearest)
    message = f"{outcome.message} The searched lines stand in {named}."
    return replace(outcome, message=message, nearest=(*nearest[:split], *offered, *nearest[split:]))


def _without_copying(block: Block, file: WorkingFile) -> Copied | None:
    """Return the new part of a block without what copying it alone did to it; None where it did nothing."""
    if isinstance(block, WholeFile):
        joined = unwrapped_file(block.new, file.lines, path=file.path) if file.text is not None else None
        return Copied((Flag.WRAPPED,), (), joined) if joined else None
    if not isinstance(block, EditBlock) or format_named(block.format).is_diff:
        return None
    copied = without_copying(file.lines, block.old, block.new, path=file.path)
    return copied if copied.slips else None


def _may_be_merged(answer: Placed | AlreadyDone | Missed, file: WorkingFile) -> bool:
    """Whether the block may mean lines that an earlier block of the reply changed."""
    match answer:
        case Missed():
            return answer.reason is not Reason.AMBIGUOUS
        case Placed(found):
            place = answer.place
            is_changed = _is_shifted(answer) and file.changed_by(place.start, place.count) is not None
            return found.rung in _LIKELY or is_changed
        case _:
            return False


def _is_shifted(answer: Placed | AlreadyDone | Missed) -> bool:
    return isinstance(answer, Placed) and answer.found.rung is Rung.REINDENTED


def _ended(outcome: Outcome, block: EditBlock, file: WorkingFile, end: int, *, lacks_blank: bool) -> Outcome:
    """Return the outcome after the file was ended as the block says, if the block's lines end there.

    Programs that split a text at its newlines count what follows the last one as a line, and show its end as the
    removal of an empty line. `lacks_blank` tells that the file has no such line.
    """
    is_last = format_named(block.format).is_diff and not block.trailing
    removes_blank = is_last and _ends_in_blank(block.old) and not _ends_in_blank(block.new)
    removes_newline = lacks_blank and removes_blank and block.final_newline is None
    newline = False if removes_newline else block.final_newline
    if newline is None or end != len(file.lines.plain) or not file.end(newline=newline, number=block.number):
        return outcome
    outcome = replace(outcome, status=Status.APPLIED)
    return flagged(outcome, Flag.FINAL_NEWLINE, _NEWLINE) if removes_newline else outcome


def _ends_in_blank(lines: Sequence[str]) -> bool:
    return bool(lines) and not lines[-1].strip()


def _searches_for_nothing(block: EditBlock, file: WorkingFile) -> bool:
    """Whether the block searches for nothing; blank lines are nothing, unless an exact format finds them in a file."""
    is_blank = not any(map(str.strip, block.searched))
    return is_blank and (not block.searched or not file.exists or not format_named(block.format).is_exact)
