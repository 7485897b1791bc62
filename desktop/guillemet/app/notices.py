"""What is reported to the user: one frozen value for each thing said, the wording of errors, and their one way out.

A notice stands in the window's bar and in the log; it never stops the user. What it offers is a name, not a function:
the session knows what to do when the user takes the offer.
"""

import logging
import traceback
from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet.engine.errors import (
    GuillemetError,
    IndexLockedError,
    MovedError,
    NoIdentityError,
    NoRepositoryError,
    StoppedError,
)
from guillemet.llm.errors import NoKeyError, WrongKeyError
from guillemet.llm.keys import masked

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
    RUN_AND_STAGE = "Run them and stage"
    RUN_THEM = "Run them"
    CHOOSE_MODEL = "Choose a model"
    SHOW_HOOKS = "Look at them"
    TRY_AGAIN = "Try again"
    TAKE_REPLY = "Paste reply"
    READ_FILES = "Read as whole files"
    PLACE_LISTINGS = "Place by hand"
    ASK_FOR_BLOCKS = "Ask for edit blocks"
    RESTORE_CONVERSATION = "Bring it back"
    ADD_FILES = "Add to the conversation"
    DISMISS_BLOCKS = "Dismiss what failed"
    SHOW_CONFLICT = "Show the conflict"
    WRITE_MESSAGE = "Write the commit message"
    PUSH = "Push"
    UNDO = "Undo"
    SHOW_OPEN = "Show what is open"
    FINISH_ANYWAY = "Finish anyway"
    UNDO_DECISION = "Undo the decision only"
    RESET_DECISION = "Reset the decision only"
    SHOW_FILE = "Show the file"
    SHOW_ALL = "Show all files"
    GIVE_KEY = "Enter the key…"
    INCLUDE_OWN_LINES = "Include my own lines"
    RESUME_EDIT = "Go on editing"
    ACCEPT_WITHOUT_EDIT = "Accept without it"
    SETTLE_WITHOUT_EDIT = "Settle without it"
    BRING_EDIT_BACK = "Bring the edit back"
    STOP_AND_CLOSE = "Stop it and close"


class Topic(StrEnum):
    """What a notice says to have failed, where a later success makes that untrue."""

    OPENING = "opening"
    WATCHING = "watching"
    STAGING = "staging"
    COMMIT = "commit"
    BRANCH = "branch"
    PUSH = "push"
    HISTORY = "history"
    SETTINGS = "settings"
    EDITING = "editing"
    STEP = "step"


class Notice(Struct, frozen=True):
    """One report to the user."""

    level: Level
    what: str
    """What happened, in a sentence."""
    todo: str = ""
    """What to do about it, in a sentence; empty when there is nothing to do."""
    details: str = ""
    """Lines to unfold, such as refused paths or a traceback."""
    offer: Offer | None = None
    also: tuple[Offer, ...] = ()
    """Further offers about the same, each with a button of its own."""
    subject: str = ""
    """What the offer is about, such as a folder, a service or a step to undo."""
    paths: tuple[str, ...] = ()
    """The files that the offer is about."""
    conflict: str = ""
    """The file whose conflict is announced; without one any more, there is nothing to tell."""
    topic: Topic | None = None
    """What failed; once it succeeds, there is nothing to tell."""

    @property
    def text(self) -> str:
        """What happened and what to do, as one run of sentences."""
        return " ".join(part for part in (self.what, self.todo) if part)


_OFFERS: dict[type[GuillemetError], Offer] = {
    NoRepositoryError: Offer.MAKE_REPOSITORY,
    NoIdentityError: Offer.SET_AUTHOR,
    IndexLockedError: Offer.TRY_AGAIN,
    MovedError: Offer.TRY_AGAIN,
    NoKeyError: Offer.GIVE_KEY,
    WrongKeyError: Offer.GIVE_KEY,
}


def of_settings(problems: Sequence[str]) -> Notice:
    """Return the notice about settings that were left out."""
    what = problems[0] if len(problems) == 1 else f"{len(problems):,} settings were left out."
    advice = "The file as it was is put aside as settings.damaged once settings are saved again."
    return Notice(Level.WARN, what, advice, details="\n".join(problems))


def from_error(error: Exception, *, subject: str = "") -> Notice:
    """Return the notice for an exception: our own word for word, others with their traceback."""
    if isinstance(error, GuillemetError):
        what, _, details = str(error).partition("\n")
        level = Level.INFO if isinstance(error, StoppedError) else Level.ERROR
        return Notice(level, what, details=details, offer=_OFFERS.get(type(error)), subject=subject)
    if isinstance(error, OSError):
        return Notice(
            Level.ERROR, f"The operating system refused: {masked(str(error))}.", "Fix the problem and try again."
        )
    return Notice(
        Level.ERROR,
        f"Something unforeseen went wrong ({type(error).__name__}).",
        "Your files are as they were before this step; the details help to fix the program.",
        details=masked("".join(traceback.format_exception(error))),
    )


_OF_CONVERSATION = (Offer.ADD_FILES, Offer.ASK_FOR_BLOCKS)
"""What is done to the conversation in which it was offered."""


def left_of(notice: Notice) -> Notice | None:
    """Return what is left of a notice once another conversation is open; None when nothing is."""
    if notice.offer in _OF_CONVERSATION:
        return None
    also = tuple(offer for offer in notice.also if offer not in _OF_CONVERSATION)
    return notice if also == notice.also else replace(notice, todo="", also=also)


NO_MODEL = Notice(
    Level.WARN, "No model is chosen.", "Choose one for this and what you ask next.", offer=Offer.CHOOSE_MODEL
)


ANSWER_LEFT = Notice(
    Level.INFO,
    "The answer ended because you left its conversation.",
    "What came of it is kept. Open that conversation again to go on with it.",
)


BEHIND_EDITOR = Notice(Level.INFO, "The diff is behind the editor.", "Keep or close the edit, then decide.")
"""Reported when what is current in the diff is to be decided meanwhile: what is decided is seen."""


COMMIT_RUNS = Notice(
    Level.INFO,
    "The commit still runs, with the programs of this repository.",
    "The window closes once it is made.",
    offer=Offer.STOP_AND_CLOSE,
)
"""Reported when the window is to be closed meanwhile."""


def copied(name: str) -> Notice:
    """Return what to tell when a format's instructions were put on the clipboard."""
    return Notice(Level.DONE, f"The instructions for {name} are on the clipboard.", "Paste them before your question.")


def folder_not_opened(folder: str) -> Notice:
    """Return what to tell when the desktop opened no file manager."""
    return Notice(Level.WARN, "The system has no program that opens folders.", f"The folder is {folder}")


class Notifications(QObject):
    """Passes notices to the window, and to the log, so that everything reported to the user can be read there.

    Signals: `noticed(Notice)`; `settled(Topic)` when what may have failed before has succeeded.
    """

    noticed = Signal(object)
    settled = Signal(object)

    def show(self, notice: Notice, *, is_logged: bool = True) -> None:
        """Show a notice; one with words that must not stay on disk is not logged."""
        if is_logged:
            details = f"\n{notice.details}" if notice.details else ""
            log.info("%s: %s%s", notice.level, notice.text, details)
        self.noticed.emit(notice)

    def show_error(self, error: Exception, subject: str = "", *, topic: Topic | None = None) -> None:
        """Show why something failed, until `topic` is settled; `subject` names the folder or the service."""
        self.show(replace(from_error(error, subject=subject), topic=topic))

    def show_failed_step(self, error: Exception) -> None:
        """Show why a step failed, until a later one is done; an unexpected error stays, with its details."""
        self.show_error(error, topic=Topic.STEP if isinstance(error, GuillemetError | OSError) else None)

    def settle(self, topic: Topic) -> None:
        """Note that this has succeeded: that it failed before is not shown any more."""
        self.settled.emit(topic)
