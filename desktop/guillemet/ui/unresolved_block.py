"""A block that failed, was skipped or is in doubt: what it looked for, where it may go, what can be chosen."""

from collections.abc import Sequence

from msgspec import Struct

from guillemet.engine.applying.options import Append, Choice, Dismiss, InFile, ReplaceFile
from guillemet.engine.blocks import BrokenBlock, EditBlock, WholeFile
from guillemet.engine.diff.hunk_numbers import is_decided
from guillemet.engine.outcomes import Flag, Nearest, Outcome, Reason, Rung, Status
from guillemet.engine.review import Decision, FileReview, Review
from guillemet.ui import badges
from guillemet.ui.wording import DISMISS

_HOMELESS = frozenset(
    {
        Reason.NO_PATH,
        Reason.AMBIGUOUS_PATH,
        Reason.UNSAFE_PATH,
        Reason.FILE_NOT_FOUND,
        Reason.BINARY,
        Reason.ENCODING,
        Reason.PLACEHOLDER,
    }
)
"""Reasons that no other line of the file would change."""
_BY_HAND = frozenset({Flag.PLACED_BY_HAND, Flag.FILE_BY_HAND, Flag.SEARCHED_BY_HAND})
_CHOSEN = _BY_HAND | {Flag.REPLACED_WHOLE, Flag.APPENDED}
_MAY_BE_ANOTHER = frozenset({Flag.OTHER_FILE, Flag.FOUND_BY_TEXT, Flag.GUESSED_PATH, Flag.FILE_BY_HAND})
"""Flags of a block that may be about another file than the one it is in."""
_LIKELY = frozenset({Rung.ELIDED, Rung.SYNTAX, Rung.FUZZY})
"""How a place was found that is likely, and is found so again when the user chooses it."""
REPLACES_OWN = " This replaces lines that you edited."
"""Follows what placing a block at a place replaces."""
WITH_TEXT = "File with this text"
FileChoice = tuple[str, Choice | None]
"""What can be done with a whole file, worded for a button."""
REPLACE: FileChoice = ("Replace whole file", ReplaceFile())
APPEND: FileChoice = ("Append", Append())


class ReviewBlock(Struct, frozen=True):
    """One block and what became of it."""

    number: int
    """Among the review's outcomes, from 1."""
    outcome: Outcome
    is_open: bool
    """Whether the user can still choose, which depends on whether the file is decided already."""
    is_proposed: bool = False
    """Whether something is proposed for its file, and counted in all lines that are said of the block."""

    @property
    def title(self) -> str:
        """The end, its typed reason, and what else is to be known in a word."""
        outcome = self.outcome
        reason = f": {outcome.reason}" if outcome.reason else ""
        marks = [mark.word for mark in badges.of_block(outcome)]
        is_said = not reason and any(mark.startswith(outcome.status.word) for mark in marks)  # "placed by hand"
        return ", ".join(marks if is_said else (f"{outcome.status.word}{reason}", *marks))

    @property
    def searched(self) -> str:
        """What the block looked for, or the whole block where it could not be read."""
        block = self.outcome.block
        return "\n".join(block.searched) if isinstance(block, EditBlock) else block.raw

    @property
    def _searched(self) -> Sequence[str]:
        return self.outcome.block.searched if isinstance(self.outcome.block, EditBlock) else ()

    @property
    def places(self) -> tuple[Nearest, ...]:
        """The places of its file to offer, best first; one in doubt where the block stands is the first."""
        outcome = self.outcome
        exact = {near.line: near for near in outcome.nearest if near.similarity >= 1}
        if outcome.reason is Reason.AMBIGUOUS:
            return tuple(exact.get(line) or Nearest(outcome.path, line, 1, 1.0) for line in outcome.lines)
        if Flag.SEVERAL_PLACES in outcome.flags:
            return tuple(Nearest(outcome.path, line, 1, 1.0) for line in outcome.lines)
        if self.stands is not None:
            return (self.stands,)
        return tuple(near for near in outcome.nearest if near.path == outcome.path)

    @property
    def stands(self) -> Nearest | None:
        """The place in doubt where the block stands, which the user can say is right; None where there is none."""
        outcome = self.outcome
        is_in_doubt = Flag.SEVERAL_PLACES in outcome.flags or (outcome.how in _LIKELY and outcome.asks)
        if not (is_in_doubt and outcome.lines and self.is_placeable) or Flag.PLACED_BY_HAND in outcome.flags:
            return None
        return Nearest(outcome.path, outcome.lines[0], 1, 1.0)

    @property
    def other_files(self) -> tuple[Nearest, ...]:
        """The other files that may be meant, best first: a line of those in which the block's lines stand."""
        if not self.takes_other_file:
            return ()
        found = {near.path: near for near in reversed(self.outcome.nearest) if near.path != self.outcome.path}
        return tuple(sorted(found.values(), key=lambda near: (not near.count, -near.similarity, near.path)))

    @property
    def takes_other_file(self) -> bool:
        """Whether the block can be put into another file than it names, or than was taken."""
        outcome = self.outcome
        may_be_another = self.is_open and outcome.is_success and bool(outcome.flags & _MAY_BE_ANOTHER)
        return not isinstance(outcome.block, BrokenBlock) and (not outcome.is_settled or may_be_another)

    @property
    def line(self) -> int:
        """The line to look at first, from 1; 0 where none is known."""
        return next((near.line for near in self.places), self.outcome.lines[0] if self.outcome.lines else 0)

    @property
    def is_placeable(self) -> bool:
        """Whether the block can be put at a line the user names."""
        outcome = self.outcome
        is_listing = isinstance(outcome.block, WholeFile) and outcome.reason is Reason.NOT_FOUND
        return self.is_open and (is_listing or isinstance(outcome.block, EditBlock)) and outcome.reason not in _HOMELESS

    @property
    def can_be_searched(self) -> bool:
        """Whether the block can search for another text than it does."""
        outcome, is_by_hand = self.outcome, Flag.SEARCHED_BY_HAND in self.outcome.flags
        return self.is_placeable and any(map(str.strip, self._searched)) and (not outcome.is_success or is_by_hand)

    @property
    def is_retried(self) -> bool:
        """Whether the model can be asked for it again."""
        return self.outcome.can_be_retried

    @property
    def is_dismissed(self) -> bool:
        """Whether nothing more is wanted of a block that is in no file."""
        return self.outcome.is_settled and not self.outcome.is_success

    @property
    def is_chosen(self) -> bool:
        """Whether the user said already what is to become of the block."""
        return bool(self.outcome.flags & _BY_HAND) or self.outcome.reason is Reason.DISMISSED

    def span_at(self, line: int) -> int:
        """Return how many lines the block replaces at this line: as many as resemble it, else as it searches."""
        near = next((near for near in self.places if near.line == line), None)
        if near is not None:
            return near.count
        return len(self._searched)

    def choices(self) -> tuple[FileChoice, ...]:
        """Return what else can be chosen, worded for buttons."""
        outcome, found = self.outcome, self._file_choices() if self.is_open else []
        with_text = [near.path for near in self.other_files if near.count]
        if len(with_text) == 1:
            found.append((WITH_TEXT, InFile(with_text[0])))
        if not outcome.is_settled or (self.is_open and outcome.is_success):
            found.append((DISMISS, Dismiss()))  # one that is in no file, whatever became of its file
        if self.is_open and self.is_chosen:
            found.append(("Undo choice", None))
        return tuple(found)

    def _file_choices(self) -> list[FileChoice]:
        """Return what can be done with the whole file."""
        if self.outcome.reason is Reason.FILE_EXISTS:
            return [REPLACE, APPEND]
        if self.outcome.reason is Reason.PLACEHOLDER:
            return [("Create the file", ReplaceFile())]
        block, found = self.outcome.block, list[FileChoice]()
        is_failed = self.is_placeable and self.outcome.status is Status.FAILED
        if Flag.CUT_SHORT in self.outcome.flags or (is_failed and not self.places):
            found.append(REPLACE)  # nothing in the file resembles what is searched
        new = block.new if isinstance(block, WholeFile) else ()
        lines = block.replacement if isinstance(block, EditBlock) else new
        if is_failed and any(map(str.strip, lines)):
            found.append(APPEND)
        return found


def lines_named(line: int, count: int = 1, *, is_proposed: bool) -> str:
    """Return the lines in words, and that they are not those of the file as it lies there, where they may differ."""
    named = f"line {line:,}" if count == 1 else f"lines {line:,} to {line + count - 1:,}"
    return f"{named} of the proposed file" if is_proposed else named


def needs_work(outcome: Outcome, file: FileReview | None) -> bool:
    """Whether a block is a place to work, the file of which may be None for nothing proposed."""
    if not outcome.is_success:
        return True
    is_open = file is not None and file.decision is Decision.UNDECIDED and not is_decided(outcome, file.by_hunk)
    return is_open and _may_be_open(outcome)


def _may_be_open(outcome: Outcome) -> bool:
    return not outcome.is_success or outcome.asks or bool(outcome.flags & _CHOSEN)


def _is_open(outcome: Outcome, file: FileReview | None) -> bool:
    """Whether a place can be chosen: what a block that failed changes of an accepted file is proposed for that."""
    decision = Decision.UNDECIDED if file is None else file.decision
    return decision is Decision.UNDECIDED or (decision is Decision.ACCEPTED and not outcome.is_success)


class OpenBlocks:
    """Finds the blocks of a review that are a place to work; of outcomes that stay only those that may be."""

    def __init__(self) -> None:
        self._outcomes: tuple[Outcome, ...] = ()
        self._may_be_open: list[tuple[int, Outcome]] = []

    def of(self, review: Review) -> tuple[ReviewBlock, ...]:
        """Return these blocks in their order."""
        if review.outcomes is not self._outcomes:
            self._outcomes, numbered = review.outcomes, enumerate(review.outcomes, 1)
            self._may_be_open = [(number, one) for number, one in numbered if _may_be_open(one)]
        files = review.file_at
        found = ((number, one, files.get(one.path)) for number, one in self._may_be_open)
        return tuple(
            ReviewBlock(number, outcome, _is_open(outcome, file), is_proposed=file is not None)
            for number, outcome, file in found
            if needs_work(outcome, file)
        )


def open_blocks(review: Review) -> tuple[ReviewBlock, ...]:
    """Return the blocks of a review that are a place to work, in their order."""
    return OpenBlocks().of(review)
