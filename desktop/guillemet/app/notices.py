"""What the user is told: one frozen value for each thing said, and the wording of errors.

A notice stands in the window's bar and in the log; it never stops the user. What it offers is a name, not a function:
the session knows what to do when the user takes the offer.
"""

import logging
import traceback
from dataclasses import dataclass
from enum import StrEnum

from guillemet.engine.errors import (
    GuillemetError,
    IndexLockedError,
    MovedError,
    NoIdentityError,
    NoRepositoryError,
)

log = logging.getLogger(__name__)


class Level(StrEnum):
    """How much a notice matters."""

    INFO = "info"
    DONE = "done"
    WARN = "warn"
    ERROR = "error"


class Offer(StrEnum):
    """What the button of a notice does, worded as it stands on the button."""

    MAKE_REPOSITORY = "Make a repository here"
    OPEN_OTHER = "Open another folder…"
    SET_AUTHOR = "Set name and address…"
    RUN_AND_COMMIT = "Run them and commit"
    TRY_AGAIN = "Try again"


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing told to the user."""

    level: Level
    what: str
    """What happened, in a sentence."""
    todo: str = ""
    """What to do about it, in a sentence; empty when there is nothing to do."""
    details: str = ""
    """Lines to unfold, such as refused paths or a traceback."""
    offer: Offer | None = None
    subject: str = ""
    """What the offer is about, such as a folder."""

    @property
    def text(self) -> str:
        """What happened and what to do, as one run of sentences."""
        return " ".join(part for part in (self.what, self.todo) if part)


_OFFERS: dict[type[GuillemetError], Offer] = {
    NoRepositoryError: Offer.MAKE_REPOSITORY,
    NoIdentityError: Offer.SET_AUTHOR,
    IndexLockedError: Offer.TRY_AGAIN,
    MovedError: Offer.TRY_AGAIN,
}


def record(notice: Notice) -> None:
    """Write the notice to the log, so that everything told to the user can be read there."""
    log.info("%s: %s%s", notice.level, notice.text, f"\n{notice.details}" if notice.details else "")


def from_error(error: Exception, *, subject: str = "") -> Notice:
    """Return what to tell of an exception: our own word for word, others with their traceback."""
    if isinstance(error, GuillemetError):
        return Notice(Level.ERROR, str(error), offer=_OFFERS.get(type(error)), subject=subject)
    if isinstance(error, OSError):
        return Notice(Level.ERROR, f"The system refused: {error}.", "Mend that and try again.")
    return Notice(
        Level.ERROR,
        f"Something unforeseen went wrong ({type(error).__name__}).",
        "Your files are as they were before this step; the details help to mend the program.",
        details="".join(traceback.format_exception(error)),
    )
