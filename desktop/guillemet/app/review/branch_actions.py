"""What the user does with branches: see them, switch, make a new one, push; programs of the repository are asked about.

A push has a thread of its own, since a network may take minutes while the repository's worker goes on.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from guillemet.app.notices import Level, Notice, Notifications, Offer, Topic
from guillemet.app.preferences import Preferences
from guillemet.app.repository_service import RepositoryService
from guillemet.app.review.git_run import GitRun
from guillemet.app.review.review_actions import ReviewActions
from guillemet.app.task_runner import run_detached
from guillemet.engine.errors import UntrustedRepositoryError
from guillemet.engine.workspace import Workspace


class BranchActions(QObject):
    """Takes the user's steps about branches; `pushing` is the push that runs.

    Signals: `listed(tuple[str, ...])` with the local branches; `hooks_read(tuple)` with path and text of each hook.
    """

    listed = Signal(tuple)
    hooks_read = Signal(tuple)

    def __init__(
        self,
        workplace: RepositoryService,
        steps: ReviewActions,
        preferences: Preferences,
        notifications: Notifications,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workplace, self._steps = workplace, steps
        self._preferences, self._notifications = preferences, notifications
        self._asked_for = ""
        """The trust key of the programs that the user was asked about last."""
        self._after_trust: Callable[[], None] = lambda: None
        self.pushing = GitRun(self)

    def list(self) -> None:
        """Look up the local branches."""
        self._workplace.ask(Workspace.branches, self.listed.emit)

    def read_hooks(self) -> None:
        """Read the hooks, for the user to look at."""
        self._workplace.ask(Workspace.program_texts, self.hooks_read.emit)

    def switch(self, name: str, *, create: bool = False) -> None:
        """Check out a branch, or a new one at HEAD."""
        trusted = self._preferences.now.trusted
        self._steps.take(
            lambda workspace: workspace.switch_branch(name, create=create, trust=workspace.trust_key() in trusted),
            done="checked out",
            what="switching branch",
            reported=lambda review: Notice(Level.DONE, f"The branch is {review.head.branch} now."),
            then=lambda _: self._notifications.settle(Topic.BRANCH),
            otherwise=partial(self._fail, partial(self.switch, name), Topic.BRANCH),
        )

    def push(self) -> None:
        """Push the current branch, unless a push runs already."""
        if self.pushing.is_on or not self._workplace.is_open:
            return
        root, trusted = self._workplace.root, self._preferences.now.trusted
        monitor = self.pushing.begin()

        def job() -> str:
            try:
                workspace = Workspace.open(Path(root))
                return str(workspace.push(trust=workspace.trust_key() in trusted, monitor=monitor))
            finally:
                self.pushing.end()

        def tell(target: str) -> None:
            self._notifications.settle(Topic.PUSH)
            self._notifications.show(Notice(Level.DONE, f"Pushed to {target}.", details=self.pushing.output))

        run_detached(job, tell, otherwise=partial(self._fail, self.push, Topic.PUSH), owner=self, name="push")

    def trust_and_go_on(self) -> None:
        """Let the repository's own programs run from now on, and do what was asked for last."""
        # What the user was asked about, not what may lie there by now: that needs a new question.
        if self._steps.is_open(self._asked_for.partition(" ")[2]):
            self._preferences.trust(self._asked_for)
            self._after_trust()

    def _fail(self, again: Callable[[], None], topic: Topic, error: Exception) -> None:
        if isinstance(error, UntrustedRepositoryError):
            self._asked_for, self._after_trust = error.key, again
            offer, also = Offer.RUN_THEM, (Offer.SHOW_HOOKS,)
            self._notifications.show(Notice(Level.WARN, str(error), offer=offer, also=also, topic=topic))
            return
        self._notifications.show_error(error, topic=topic)
