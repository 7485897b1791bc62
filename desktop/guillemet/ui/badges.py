"""Marks: the short words on a file or a block that a user should know before deciding, each with its reason."""

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum

from msgspec import Struct

from guillemet.engine.diff.hunk_numbers import is_decided
from guillemet.engine.outcomes import Flag, Outcome, Reason, Rung, Status
from guillemet.engine.review import Badge, Decision, FileReview
from guillemet.engine.text import counted
from guillemet.ui.style.theme import Theme


class BadgeWeight(StrEnum):
    """How much a mark matters; worded as the role of its colour."""

    STOPS = "bad"
    ASKS = "warn"
    TELLS = "dim"


class BadgeLabel(Struct, frozen=True):
    """One such word."""

    word: str
    why: str
    """In a sentence."""
    weight: BadgeWeight = BadgeWeight.TELLS

    def colour(self, theme: Theme) -> str:
        return {BadgeWeight.STOPS: theme.bad, BadgeWeight.ASKS: theme.warn, BadgeWeight.TELLS: theme.dim}[self.weight]


def of_comments(count: int) -> BadgeLabel:
    """Return the mark of a file with so many comments."""
    return BadgeLabel(counted(count, "comment"), "You commented on its lines; a click shows the first of them.")


UNFINISHED = BadgeLabel(
    "unfinished edit", "You began to edit it, and did not keep the edit yet; a click leads there.", BadgeWeight.ASKS
)
_BADGES = {
    Badge.CHANGED_SINCE: ("The file on disk is not what the proposal was made from.", BadgeWeight.ASKS),
    Badge.REBASED: ("The file changed on disk; the proposal is shown for the file as it is now.", BadgeWeight.ASKS),
    Badge.CONFLICT: (
        "These lines, or lines next to them, were changed on disk; accepting would be refused.",
        BadgeWeight.STOPS,
    ),
    Badge.YOURS_KEPT: (
        "A later reply changed lines that you had edited. Yours are proposed: look at them again.",
        BadgeWeight.ASKS,
    ),
    Badge.EDITED_SINCE: (
        "The file was changed on disk after it was accepted; the commit will hold the accepted text.",
        BadgeWeight.ASKS,
    ),
    Badge.ACCEPTED_BEFORE: (
        "Changes of it that you accepted before are on disk and in the list of the commit, and stay there.",
        BadgeWeight.TELLS,
    ),
    Badge.IGNORED: ("Git ignores this file.", BadgeWeight.TELLS),
    Badge.UNTRACKED: ("Git does not know this file yet.", BadgeWeight.TELLS),
    Badge.LINK: ("The reply named a link; the file behind it is edited.", BadgeWeight.TELLS),
    Badge.ASKS: ("It waits for your own decision.", BadgeWeight.ASKS),
    Badge.FAILED: ("A block for it is in no file.", BadgeWeight.STOPS),
}
_MEDIUM = {
    Rung.WHITESPACE: "Medium certainty: the place equals the old lines but for white space or empty lines.",
    Rung.REINDENTED: "Medium certainty: the place equals the old lines but for their indentation.",
}
_RUNGS = {
    Rung.ELIDED: "Low certainty: the block leaves lines out; its place was found around them.",
    Rung.SYNTAX: "Low certainty: the place was found by what the code says, not by its letters.",
    Rung.FUZZY: "Low certainty: the place resembles the old lines, it does not equal them.",
    Rung.MERGED: "Low certainty: an earlier block of the reply changed these lines; both changes were merged.",
}
_FLAGS = {
    Flag.PLACEHOLDER: ("A new line only says that code was left out.", BadgeWeight.ASKS),
    Flag.HIDDEN_CHARACTERS: ("The new lines contain invisible characters.", BadgeWeight.ASKS),
    Flag.LOOK_ALIKE: ("The new file's name looks like one that is there.", BadgeWeight.ASKS),
    Flag.CAN_RUN_CODE: ("Some program runs or obeys this file unasked.", BadgeWeight.ASKS),
    Flag.REPLACES_FILE: ("A moved file takes the place of another one, which the reply deletes.", BadgeWeight.ASKS),
    Flag.NOT_COMMITTED: ("The deleted file holds what is in no commit, which goes with it.", BadgeWeight.ASKS),
    Flag.REPEATS: ("The new lines say again what stands beside them, or most of the file.", BadgeWeight.ASKS),
    Flag.GUESSED_PATH: ("The reply does not name this file for the block; it was guessed.", BadgeWeight.ASKS),
    Flag.INSIDE_ANOTHER: ("It began inside a block that never ended; it may be an example there.", BadgeWeight.ASKS),
    Flag.NO_HEAD: ("A line the block names as standing above its place is not in the file.", BadgeWeight.ASKS),
    Flag.FINAL_NEWLINE: ("The newline at the end of the file was removed.", BadgeWeight.ASKS),
    Flag.OTHER_FILE: ("The old lines are not in the file the block names; they stand in this one.", BadgeWeight.ASKS),
    Flag.FOUND_BY_TEXT: ("The block names no file that is there; only this one has its old lines.", BadgeWeight.ASKS),
    Flag.DROPS_MOST: ("Most lines of the file are gone; the new ones may be only a part of it.", BadgeWeight.ASKS),
    Flag.BREAKS_SYNTAX: ("The file does not parse, though it did before this block or is new.", BadgeWeight.ASKS),
    Flag.FENCE: ("A code fence of the reply became a line of the file, or was left out.", BadgeWeight.ASKS),
    Flag.CUT_SHORT: ("The block gives the whole file, and begins or ends where the file goes on.", BadgeWeight.ASKS),
    Flag.BY_NUMBER: ("Nothing but a line number says where these lines belong.", BadgeWeight.ASKS),
    Flag.LISTING: ("The reply only shows these lines; whether they are an edit is for you to say.", BadgeWeight.ASKS),
    Flag.LINE_NUMBERS: ("The block's lines have line numbers before them.", BadgeWeight.ASKS),
    Flag.PART_OF_LINE: ("The block searches for a part of a line; the rest of the line was kept.", BadgeWeight.ASKS),
    Flag.ESCAPES: ("The block has characters escaped for HTML, such as &lt; for <.", BadgeWeight.ASKS),
    Flag.QUOTES: ("The block has other quotes or dashes than the file or its language.", BadgeWeight.ASKS),
    Flag.SIGNS: ("The block had the signs of a diff before its lines, which were left out.", BadgeWeight.ASKS),
    Flag.WRAPPED: (
        "The block has line breaks, or had them, that copying put there, as a terminal does.",
        BadgeWeight.ASKS,
    ),
    Flag.PAGE: ("A new line has what a page or a program shows beside code, such as a caption.", BadgeWeight.ASKS),
    Flag.INDENTATION: ("The new lines are not indented as the old ones or the file are.", BadgeWeight.ASKS),
    Flag.MERGED_WORDS: ("A new line has words of the line of the file that it replaces.", BadgeWeight.TELLS),
    Flag.SEPARATOR: ("A line of ======= became a line of the file; there may be one too many.", BadgeWeight.ASKS),
    Flag.GUESSED_ENCODING: (
        "The encoding was guessed, and the new lines hold letters the file had not.",
        BadgeWeight.ASKS,
    ),
    Flag.REPLACED_WHOLE: ("The new lines are the whole file now.", BadgeWeight.TELLS),
    Flag.APPENDED: ("The new lines stand at the end of the file.", BadgeWeight.TELLS),
    Flag.NOT_IN_CONVERSATION: ("The model was not given this file to edit.", BadgeWeight.TELLS),
    Flag.READ_ONLY: ("You gave the model this file to read, not to edit.", BadgeWeight.ASKS),
    Flag.YOURS_KEPT: ("You edited lines for which the block has others; yours were kept.", BadgeWeight.ASKS),
    Flag.YOURS_REPLACED: ("It replaces lines that you edited.", BadgeWeight.ASKS),
    Flag.DEFERRED: ("Its file is not in the conversation, so it waits for your own decision.", BadgeWeight.ASKS),
    Flag.FILE_BY_HAND: ("You chose the file.", BadgeWeight.TELLS),
    Flag.PLACED_BY_HAND: ("You chose the place.", BadgeWeight.TELLS),
    Flag.SEARCHED_BY_HAND: ("You changed the searched text.", BadgeWeight.TELLS),
}
FILE_ACCEPTED = BadgeLabel("file accepted", "The other edits of the file are accepted; they stay so.")
LEFT_OUT = "Accept all leaves this file out."
_EDITED = BadgeLabel("edited by you", "You changed what is proposed; your text is what is written.", BadgeWeight.TELLS)
_STOPPED = BadgeLabel("stopped", "You stopped the answer inside a block; it is in no file.", BadgeWeight.TELLS)


def is_doubtful(outcome: Outcome) -> bool:
    """Whether the place of an applied block is likely rather than sure."""
    is_by_hand = Flag.PLACED_BY_HAND in outcome.flags
    return (outcome.how in _RUNGS and not is_by_hand) or Flag.SEVERAL_PLACES in outcome.flags


def why_unsure(how: Rung | None) -> str:
    """Return in a sentence why a place that was found so is less than sure; empty for an exact one."""
    return "" if how is None else _MEDIUM.get(how) or _RUNGS.get(how, "")


def is_less_than_sure(outcome: Outcome) -> bool:
    """Whether the place of an applied block was found, but not exactly."""
    return outcome.how in _MEDIUM or is_doubtful(outcome)


def of_block(outcome: Outcome) -> tuple[BadgeLabel, ...]:
    """Return what is to be known of a block; nothing of one that changed nothing."""
    if outcome.status is not Status.APPLIED:
        return ()
    marks = _of_rung(outcome)
    if Flag.SEVERAL_PLACES in outcome.flags:
        why = f"The old lines stand in {len(outcome.lines):,} places; the first was taken."
        marks.append(BadgeLabel(f"1 of {len(outcome.lines):,} places", why, BadgeWeight.ASKS))
    if outcome.flags:  # walking through all flags for every block of a long reply would take long
        marks += [BadgeLabel(str(flag), *_FLAGS[flag]) for flag in Flag if flag in outcome.flags and flag in _FLAGS]
    return tuple(marks)


def _of_rung(outcome: Outcome) -> list[BadgeLabel]:
    """Return how the place was found, where that is not for certain."""
    is_by_hand = Flag.PLACED_BY_HAND in outcome.flags
    if outcome.how in _RUNGS:
        score = f" {min(int(outcome.score * 100), 99)} %" if outcome.score is not None else ""  # else it were exact
        weight = BadgeWeight.TELLS if is_by_hand else BadgeWeight.ASKS
        return [BadgeLabel(f"{outcome.how}{score}", _RUNGS[outcome.how], weight)]
    if outcome.how in _MEDIUM and not is_by_hand:
        return [BadgeLabel(f"{outcome.how}, medium", _MEDIUM[outcome.how])]
    return []


def of_unplaced(outcomes: Sequence[Outcome]) -> BadgeLabel:
    """Return what is to be known of blocks, of one file, that are in no file."""
    if all(outcome.is_settled for outcome in outcomes):
        return BadgeLabel(f"{len(outcomes):,} dismissed", "You left it out.")
    unwanted = [outcome for outcome in outcomes if outcome.reason is not Reason.STOPPED]
    if not unwanted:
        return _STOPPED
    failed = [outcome for outcome in unwanted if outcome.status is Status.FAILED]
    why = next((outcome.message for outcome in unwanted if outcome.message), "It is in no file.")
    if not failed:
        return BadgeLabel(f"{len(unwanted):,} skipped", why, BadgeWeight.ASKS)
    return BadgeLabel(f"{len(failed):,} failed", why, BadgeWeight.STOPS)


def of_file(file: FileReview, outcomes: Iterable[Outcome]) -> tuple[BadgeLabel, ...]:
    """Return what is to be known of a file before it is decided; `outcomes` are of its own blocks."""
    is_open = file.decision is Decision.UNDECIDED
    outcomes = tuple(outcomes)
    unplaced = [outcome for outcome in outcomes if not outcome.is_settled]
    open_ = [outcome for outcome in outcomes if is_open and not is_decided(outcome, file.by_hunk)]
    found = dict.fromkeys(mark for outcome in open_ for mark in of_block(outcome))
    # That it waits for a decision is said by its blocks, where one of them asks.
    is_said = {Badge.ASKS: not is_open or BadgeWeight.ASKS in [mark.weight for mark in found], Badge.FAILED: unplaced}
    own = _of_badges({badge for badge in file.badges if not is_said.get(badge)})
    edited = (_EDITED,) if file.is_edited else ()
    return (*own, *edited, *((of_unplaced(unplaced),) if unplaced else ()), *found)


def _of_badges(badges: Collection[Badge]) -> list[BadgeLabel]:
    return [BadgeLabel(str(badge), *_BADGES[badge]) for badge in Badge if badge in badges]
