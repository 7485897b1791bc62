"""Outcomes of blocks, so that each is worded the same way everywhere."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from guillemet.engine.applying.locate import Placed, numbers
from guillemet.engine.blocks import Block, Breakage, BrokenBlock, EditBlock, FormatName, WholeFile
from guillemet.engine.formats.catalogue import format_named
from guillemet.engine.matching.lines import MOST_PLACES
from guillemet.engine.matching.nearest import shown
from guillemet.engine.outcomes import Flag, Nearest, Outcome, Reason, Rung, Status

PLACE_IT = "Place it by hand, or ask for an edit."
CHOOSE_FILE = "Choose the file that it means for the block."
ASK_FOR_CONTENT = "Ask for the content itself."
FILE_CHOSEN = "You chose the file."
TEXT_CHANGED = "You changed the searched text."
FOR_THE_USER = (PLACE_IT, CHOOSE_FILE, ASK_FOR_CONTENT, FILE_CHOSEN, TEXT_CHANGED)
"""Sentences of messages that say what the user can do, or did: they are of no use to a model."""
MERGED_WORDS = "The file has a line otherwise than searched: its words and those of the new line were merged."
COPIED = {
    Flag.LINE_NUMBERS: "The lines of the block have line numbers before them, which were left out.",
    Flag.ESCAPES: "The block has characters escaped for HTML, which were taken for the characters themselves.",
    Flag.QUOTES: "The lines of the block have other quotes than the file or its language; those were taken.",
    Flag.FENCE: "The block has a fence around its lines, which was left out.",
    Flag.SIGNS: "The lines of the block have the signs of a diff before them, which were left out.",
    Flag.WRAPPED: "The block has line breaks that copying put into it, as a terminal does; they were left out.",
    Flag.PART_OF_LINE: "The block searches for a part of a line that stands only there; the rest of the line stays.",
    Flag.MERGED_WORDS: MERGED_WORDS,
    Flag.INDENTATION: "The new lines are not indented as the old ones or the file; their depth was taken from those.",
}
"""What is said of a block whose lines were taken back to what they were before they were copied."""
_BREAKAGES = {
    Breakage.BINARY: Reason.BINARY,
    Breakage.UNSUPPORTED: Reason.UNSUPPORTED,
    Breakage.NO_EDIT: Reason.NO_EDIT,
}
_MOST_REPORTED = 100
"""Lines of further places that are reported, and followed through all later blocks."""
_OTHER_SPOKEN_OF = "What stands above the block may speak of another file than was taken."
_SAID = "The reply says it in a sentence and does not mark it as an edit."
_SPOKEN_OF = "The block names no file; the one was taken of which the lines above it speak."


def failed(
    block: Block | BrokenBlock, path: str, reason: Reason, message: str, *, nearest: tuple[Nearest, ...] = ()
) -> Outcome:
    """Return the outcome of a block that changes nothing, worded as its format's document does, if it does."""
    words = dict(format_named(block.format).failure_words).get(reason, "")
    message = ". ".join(filter(None, (words, message)))
    return Outcome(block, Status.FAILED, path, reason=reason, message=message, nearest=nearest)


def skipped(block: Block | BrokenBlock, path: str, reason: Reason, message: str) -> Outcome:
    """Return the outcome of a block that was not tried."""
    return Outcome(block, Status.SKIPPED, path, reason=reason, message=message)


def broken(block: BrokenBlock, *, is_stopped: bool) -> Outcome:
    """Return the outcome of a block that could not be read; it did not fail where the user stopped the reply in it."""
    if is_stopped and block.breakage is Breakage.UNFINISHED:
        return skipped(block, block.path, Reason.STOPPED, "You stopped the answer inside this block.")
    return failed(block, block.path, why_broken(block), block.message)


def why_broken(block: BrokenBlock) -> Reason:
    """Return the reason for which a block that could not be read is in no file."""
    return _BREAKAGES.get(block.breakage, Reason.BROKEN)


def dismissed(block: Block | BrokenBlock, path: str) -> Outcome:
    """Return the outcome of a block that the user dismisses."""
    return Outcome(block, Status.DISMISSED, path, reason=Reason.DISMISSED)


def placed_at(block: Block, path: str, placed: Placed, lines: Sequence[str]) -> Outcome:
    """Return the outcome of a block that is put in the first of the places where its lines stand in the file."""
    places = placed.found.places
    found = placed.found
    stood = "" if found.rung is Rung.EXACT and placed.is_clear else shown(placed.place.standing(lines))
    outcome = Outcome(
        block,
        Status.APPLIED,
        path,
        how=found.rung,
        score=found.score,
        lines=numbers(places[:_MOST_REPORTED]),
        stood=stood,
    )
    for slip in placed.slips:
        outcome = flagged(outcome, slip, COPIED[slip])
    if placed.is_clear:
        return outcome
    many = "more than " if len(places) == MOST_PLACES else ""
    message = f"The searched lines stand in {many}{len(places):,} places; the first was taken."
    return flagged(outcome, Flag.SEVERAL_PLACES, message)


def with_slips(outcome: Outcome, slips: Iterable[Flag]) -> Outcome:
    """Return the outcome with what copying did to the lines of the block, and what was done about it."""
    for slip in slips:
        outcome = flagged(outcome, slip, COPIED[slip])
    return outcome


def with_guess(outcome: Outcome) -> Outcome:
    """Return the outcome with what is to be known of a file that the reply does not name for the block."""
    block = outcome.block
    match block:
        case EditBlock(is_path_spoken_of=True):
            return flagged(outcome, Flag.GUESSED_PATH, _SPOKEN_OF)
        case EditBlock(format=FormatName.LISTING):
            return flagged(outcome, Flag.LISTING, _SAID)
        case EditBlock(is_path_guessed=True) | WholeFile(is_path_guessed=True, must_be_new=True):
            return flagged(outcome, Flag.GUESSED_PATH, _OTHER_SPOKEN_OF)
        case _:
            return outcome


def with_doubt(outcome: Outcome, doubt: str) -> Outcome:
    """Return the outcome with the sentence that says why its path may mean another file; as it is without one."""
    return flagged(outcome, Flag.GUESSED_PATH, doubt) if doubt and outcome.status is Status.APPLIED else outcome


def flagged(outcome: Outcome, flag: Flag, message: str) -> Outcome:
    """Return the outcome with one more flag and the sentence that explains it."""
    reported = f"{outcome.message} {message}".strip()
    return replace(outcome, flags=outcome.flags | {flag}, message=reported)
