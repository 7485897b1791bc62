"""The user's steps: the verbs of the workspace, and commits; the last one that failed can be retried.

A commit may run programs of the repository (hooks, filters, a signing program); the user is asked before the first one.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from guillemet.app.chat.comments import Comments
from guillemet.app.notices import Level, Notice, Notifications, Offer, Topic
from guillemet.app.preferences import Preferences
from guillemet.app.repository_service import RepositoryService
from guillemet.app.review import reports
from guillemet.app.review.git_run import GitRun
from guillemet.app.review.step_notices import amended_message, of_commit
from guillemet.engine.errors import (
    NoIdentityError,
    RepositoryError,
    StoppedError,
    UntrustedRepositoryError,
)
from guillemet.engine.review import CommitLine, Review
from guillemet.engine.workspace import Done, Workspace

_OTHER_REPOSITORY = Notice(
    Level.INFO, "Nothing was done, for another repository is open now.", "Open the one that this was about first."
)
Verb = Callable[[Workspace], Done]
"""What the workspace does for one request of the user."""


class ReviewActions(QObject):
    """Takes the user's steps, and the last one that failed again.

    Signals: `reviewed(Review)`.
    """

    reviewed = Signal(object)

    def __init__(
        self, workplace: RepositoryService, notifications: Notifications, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workplace, self._notifications = workplace, notifications
        self._again: Callable[[], None] | None = None

    def take(
        self,
        verb: Verb,
        *,
        done: str,
        what: str = "",
        reported: Callable[[Review], Notice] | None = None,
        then: Callable[[Done], None] | None = None,
        otherwise: Callable[[Exception], None] | None = None,
        can_stop: bool = False,
    ) -> None:
        """Ask for a verb and hand its review on; `done` words the verb for refusals, `reported` success.

        `can_stop` says that the user may stop it.
        """

        def hand_on(result: Done) -> None:
            self.reviewed.emit(result.review)
            if result.refusals:
                self._notifications.show(reports.of_refusals(result.refusals, result.review, done=done))
            else:
                self._notifications.settle(Topic.STEP)
                if reported:
                    self._notifications.show(reported(result.review))
            if then:
                then(result)

        def fail(error: Exception) -> None:
            if not isinstance(error, StoppedError):
                self.remember(again)
            (otherwise or self._notifications.show_failed_step)(error)

        def again() -> None:
            if self.is_open(root):
                ask()

        root = self._workplace.root
        ask = partial(self._workplace.ask, verb, hand_on, otherwise=fail, what=what, can_stop=can_stop)
        ask()

    def remember(self, again: Callable[[], None]) -> None:
        """Keep what failed, for the user may want it tried again."""
        self._again = again

    def take_again(self) -> None:
        """Try what failed last again."""
        again, self._again = self._again, None
        if again:
            again()

    def is_open(self, root: str) -> bool:
        """Return whether this repository is open, and report when another one is: nothing is done there unasked."""
        is_open = root == self._workplace.root
        if not is_open:
            self._notifications.show(_OTHER_REPOSITORY)
        return is_open


class CommitRequest(Struct, frozen=True):
    """A commit that was requested."""

    message: str
    author: tuple[str, str] | None = None
    """Name and address; the repository's configuration tells when None."""
    is_author_remembered: bool = False
    """Whether the repository's configuration holds the author from now on."""
    amends: str = ""
    """Hex id of the last commit, if it is amended; without a message it keeps its own."""
    branch: str = ""
    """The new branch to commit to; empty for the current one."""
    pushes: bool = False
    """Whether the branch is pushed afterwards."""
    seen: tuple[CommitLine, ...] | None = None
    """What was listed when the commit was requested: nothing else is committed. None for what is listed by then."""


class Committing(QObject):
    """Signs for what was accepted; `run` is the commit that runs.

    Signals: `committed(str)` with the commit's hex id; `not_committed()` where none was made; `push_requested()` after
    one that is to be pushed; `author_requested()` when a commit needs a name.
    """

    committed = Signal(str)
    not_committed = Signal()
    push_requested = Signal()
    author_requested = Signal()

    def __init__(
        self,
        steps: ReviewActions,
        preferences: Preferences,
        notifications: Notifications,
        comments: Comments,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._steps, self._preferences, self._notifications = steps, preferences, notifications
        self._comments = comments
        self.run = GitRun(self)
        self._request = CommitRequest("")
        self._can_push = False
        """Whether there is a remote to which what was committed last can be pushed."""
        self._asked_for = ""
        """The trust key of the programs that the user was asked about last."""

    def stage(self) -> None:
        """Put all accepted files into the index."""
        trusted = self._preferences.now.trusted
        self._steps.take(
            lambda workspace: workspace.stage(trust=workspace.trust_key() in trusted),
            done="staged",
            what="staging",
            then=lambda _: self._notifications.settle(Topic.STAGING),
            otherwise=partial(self._fail, Offer.RUN_AND_STAGE, Topic.STAGING),
        )

    @property
    def message(self) -> str:
        """The message of the commit that was asked for last."""
        return self._request.message

    def commit(self, request: CommitRequest) -> None:
        """Commit what the review lists, unless a commit runs already."""
        if self.run.is_on:
            return
        self._request = request
        self._can_push = False
        trusted, monitor = self._preferences.now.trusted, self.run.begin()

        def commit(workspace: Workspace) -> Done:
            try:
                done = workspace.commit(
                    request.message,
                    seen=request.seen,
                    author=request.author,
                    trust=workspace.trust_key() in trusted,
                    amend=request.amends or False,
                    branch=request.branch,
                    monitor=monitor,
                )
            finally:
                self.run.end()  # here: no signal comes once another repository is open
            if request.author and request.is_author_remembered:
                workspace.remember_author(*request.author)
            with suppress(RepositoryError):  # the commit is made all the same
                self._can_push = workspace.upstream() is not None and not request.pushes
            return done

        def tell(done: Done) -> None:
            can_push = self._can_push
            self._notifications.settle(Topic.COMMIT)
            notice = of_commit(
                done.commit,
                done.committed,
                amended=amended_message(done.review.last_subject, is_kept=not request.message) * bool(request.amends),
                branch=request.branch,
                unsent=self._comments.tray.count if done.review.is_over else None,
                printed=self.run.output,
                can_push=can_push,
            )
            self._notifications.show(reports.with_undo(notice, done.review))
            self.committed.emit(done.commit)
            if request.pushes:
                self.push_requested.emit()

        def fail(error: Exception) -> None:
            self.run.end()
            self._fail(Offer.RUN_AND_COMMIT, Topic.COMMIT, error)
            self.not_committed.emit()

        self._steps.take(commit, done="committed", what="committing", then=tell, otherwise=fail)

    def trust_and_stage(self) -> None:
        """Let the repository's own programs run from now on, and stage."""
        if self._trust():
            self.stage()

    def trust_and_commit(self) -> None:
        """Let the repository's own programs run from now on, and commit what was asked for last."""
        if self._trust():
            self.commit(self._request)

    def _trust(self) -> bool:
        # What the user was asked about, not what may lie there by now: that needs a new question.
        is_open = self._steps.is_open(self._asked_for.partition(" ")[2])
        if is_open:
            self._preferences.trust(self._asked_for)
        return is_open

    def _fail(self, offer: Offer, topic: Topic, error: Exception) -> None:
        if isinstance(error, UntrustedRepositoryError):
            self._asked_for = error.key
            also = (Offer.SHOW_HOOKS,)
            self._notifications.show(Notice(Level.WARN, str(error), offer=offer, also=also, topic=topic))
            return
        self._notifications.show_error(error, topic=topic)
        if isinstance(error, NoIdentityError):
            self.author_requested.emit()
