"""What a workspace tells of a reply that it took in."""

from msgspec import Struct

from guillemet.engine.outcomes import Outcome
from guillemet.engine.review import Review
from guillemet.engine.workspace.shown_lines import as_shown
from guillemet.engine.workspace.taking import Standing, Taken


class Applied(Struct, frozen=True):
    """What became of a reply."""

    outcomes: tuple[Outcome, ...]
    suggestions: tuple[str, ...]
    files_modified: tuple[str, ...]
    review: Review
    standing: Standing = Standing.PROPOSED
    warnings: tuple[str, ...] = ()
    """What is odd about the reply as a whole, in sentences."""


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
