"""What a workspace tells of a reply that it took in."""

from msgspec import Struct

from guillemet.engine.blocks import FormatName
from guillemet.engine.outcomes import Outcome
from guillemet.engine.review import Review
from guillemet.engine.staging.replies import TakenReply
from guillemet.engine.workspace.apply import Standing, Taken
from guillemet.engine.workspace.line_mapping import as_shown


class Applied(Struct, frozen=True):
    """What became of a reply."""

    outcomes: tuple[Outcome, ...]
    suggestions: tuple[str, ...]
    files_modified: tuple[str, ...]
    review: Review
    standing: Standing = Standing.PROPOSED
    warnings: tuple[str, ...] = ()
    """What is odd about the reply as a whole, in sentences."""


class KeptReply(Struct, frozen=True):
    """A reply the proposal was made from, and how it was read, so that another reader finds the same blocks."""

    text: str
    only: FormatName | None = None
    """The one format that was read; all of them when None."""
    asked: FormatName | None = None
    """The format that was asked for; others were read all the same."""
    chat_files: tuple[str, ...] = ()
    """The files of the conversation it was asked for in."""


def kept(reply: TakenReply) -> KeptReply:
    """Return the reply without what became of it."""
    options = reply.options
    return KeptReply(reply.text, options.only, options.asked, options.chat_files)


def told_of(taken: Taken, review: Review) -> Applied:
    """Return what became of a reply, with the proposal as it is now."""
    return Applied(
        outcomes=as_shown(taken.reply.outcomes),
        suggestions=tuple(one.text for one in taken.reply.suggestions),
        files_modified=taken.modified,
        review=review,
        standing=taken.standing,
        warnings=taken.reply.warnings,
    )
