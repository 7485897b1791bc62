"""Staging and committing what was accepted, and the user's leave to run what the repository wants to run for that."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from guillemet.app import notices
from guillemet.app.commit_request import CommitRequest
from guillemet.app.notices import Level, Notice, Offer
from guillemet.app.notifications import Notifications
from guillemet.app.preferences import Preferences
from guillemet.app.review_actions import ReviewActions
from guillemet.engine.errors import NoIdentityError, UntrustedRepositoryError
from guillemet.engine.workspace import Done, Workspace


class Committing(QObject):
    """Signs for what was accepted.

    Signals: `committed(str)` with the commit's hex id; `made_again(str)` with the message of a commit that was
    made by a redo; `author_requested()` when a commit needs a name.
    """

    committed = Signal(str)
    made_again = Signal(str)
    author_requested = Signal()

    def __init__(
        self,
        steps: ReviewActions,
        preferences: Preferences,
        notifications: Notifications,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._steps, self._preferences, self._notifications = steps, preferences, notifications
        self._wish = CommitRequest("")
        self._asked_for = ""
        """The trust key of the programs that the user was asked about last."""

    def stage(self) -> None:
        """Put all accepted files into the index."""
        trusted = self._preferences.now.trusted
        self._steps.take(
            lambda workspace: workspace.stage(trust=workspace.trust_key() in trusted),
            done="staged",
            what="staging",
            otherwise=partial(self._fail, Offer.RUN_AND_STAGE),
        )

    @property
    def message(self) -> str:
        """The message of the commit that was asked for last."""
        return self._wish.message

    def commit(self, wish: CommitRequest) -> None:
        """Commit what the review lists."""
        self._wish = wish
        trusted = self._preferences.now.trusted

        def commit(workspace: Workspace) -> Done:
            trust = workspace.trust_key() in trusted
            done = workspace.commit(wish.message, author=wish.author, trust=trust)
            if wish.author and wish.is_author_remembered:
                workspace.remember_author(*wish.author)
            return done

        def tell(done: Done) -> None:
            self._notifications.show(notices.of_commit(done.commit, done.committed))
            self.committed.emit(done.commit)

        otherwise = partial(self._fail, Offer.RUN_AND_COMMIT)
        self._steps.take(commit, done="committed", what="committing", then=tell, otherwise=otherwise)

    def tell_made_again(self, done: Done) -> None:
        """Tell of the commit that a redo made, if it made one."""
        if done.message:
            self.made_again.emit(done.message.rstrip("\n"))

    def request_author(self) -> None:
        """Ask the user for the name that commits carry."""
        self.author_requested.emit()

    def trust_and_stage(self) -> None:
        """Let the repository's own programs run from now on, and stage."""
        self._trust()
        self.stage()

    def trust_and_commit(self) -> None:
        """Let the repository's own programs run from now on, and commit what was asked for last."""
        self._trust()
        self.commit(self._wish)

    def _trust(self) -> None:
        # What the user was asked about, not what may lie there by now: that is asked about anew.
        if self._asked_for:
            self._preferences.trust(self._asked_for)

    def _fail(self, offer: Offer, error: Exception) -> None:
        if isinstance(error, UntrustedRepositoryError):
            self._asked_for = error.key
            self._notifications.show(Notice(Level.WARN, str(error), offer=offer))
            return
        self._notifications.show_error(error)
        if isinstance(error, NoIdentityError):
            self.request_author()
