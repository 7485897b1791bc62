"""Staging and committing what was accepted, and the user's leave to run what the repository wants to run for that."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from guillemet.app import notices
from guillemet.app.commit_wish import CommitWish
from guillemet.app.notices import Level, Notice, Offer
from guillemet.app.preferences import Preferences
from guillemet.app.steps import Steps
from guillemet.engine.errors import NoIdentityError, UntrustedRepositoryError
from guillemet.engine.review import Review
from guillemet.engine.workspace import Done, Workspace


class Committing(QObject):
    """Signs for what was accepted.

    Signals: `committed(str)` with the commit's hex id; `made_again(str)` with the message of a commit that was
    made by a redo; `author_wanted()` when a commit needs a name; `told(Notice)`.
    """

    committed = Signal(str)
    made_again = Signal(str)
    author_wanted = Signal()
    told = Signal(object)

    def __init__(
        self, steps: Steps, preferences: Preferences, review: Callable[[], Review | None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._steps, self._preferences, self._review = steps, preferences, review
        self._wish = CommitWish("")

    def stage(self) -> None:
        """Put all accepted files into the index."""
        trust = self._is_trusted
        self._steps.take(
            lambda workspace: workspace.stage(trust=trust),
            done="staged",
            what="staging",
            otherwise=partial(self._fail, Offer.RUN_AND_STAGE),
        )

    def commit(self, wish: CommitWish) -> None:
        """Commit what the review lists."""
        self._wish = wish
        trust = self._is_trusted

        def commit(workspace: Workspace) -> Done:
            done = workspace.commit(wish.message, author=wish.author, trust=trust)
            if wish.author and wish.is_author_remembered:
                workspace.remember_author(*wish.author)
            return done

        def tell(done: Done) -> None:
            self.told.emit(notices.of_commit(done.commit, done.committed))
            self.committed.emit(done.commit)

        otherwise = partial(self._fail, Offer.RUN_AND_COMMIT)
        self._steps.take(commit, done="committed", what="committing", then=tell, otherwise=otherwise)

    def tell_made_again(self, done: Done) -> None:
        """Tell of the commit that a redo made, if it made one."""
        if done.message:
            self.made_again.emit(done.message.rstrip("\n"))

    def trust_and_stage(self) -> None:
        """Let the repository's own programs run from now on, and stage."""
        self._trust()
        self.stage()

    def trust_and_commit(self) -> None:
        """Let the repository's own programs run from now on, and commit what was asked for last."""
        self._trust()
        self.commit(self._wish)

    @property
    def _is_trusted(self) -> bool:
        review = self._review()
        return review is not None and review.root in self._preferences.now.trusted

    def _trust(self) -> None:
        if review := self._review():
            self._preferences.trust(review.root)

    def _fail(self, offer: Offer, error: Exception) -> None:
        if isinstance(error, UntrustedRepositoryError):
            self.told.emit(Notice(Level.WARN, str(error), offer=offer))
            return
        self.told.emit(notices.from_error(error))
        if isinstance(error, NoIdentityError):
            self.author_wanted.emit()
