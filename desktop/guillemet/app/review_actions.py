"""Steps: the one way from a verb of the workspace to the new review and to what is told of it."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from guillemet.app import notices
from guillemet.app.notices import Level, Notice
from guillemet.app.notifications import Notifications
from guillemet.app.repository_service import RepositoryService
from guillemet.engine.review import Review
from guillemet.engine.workspace import Done, Workspace

Verb = Callable[[Workspace], Done]
"""What the workspace does for one wish of the user."""


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
        told: Callable[[Review], str] | None = None,
        then: Callable[[Done], None] | None = None,
        otherwise: Callable[[Exception], None] | None = None,
        together: bool = False,
    ) -> None:
        """Ask for a verb and hand its review on; `done` words the verb for refusals, `told` success.

        `together` says of a verb that it serves all files or none.
        """

        def hand_on(result: Done) -> None:
            self.reviewed.emit(result.review)
            if result.refusals:
                self._notifications.show(
                    notices.of_refusals(result.refusals, result.review, done=done, together=together)
                )
            elif told:
                self._notifications.show(Notice(Level.DONE, told(result.review)))
            if then:
                then(result)

        def fail(error: Exception) -> None:
            self.remember(again)
            (otherwise or self._notifications.show_error)(error)

        again = partial(
            self.take, verb, done=done, what=what, told=told, then=then, otherwise=otherwise, together=together
        )
        self._workplace.ask(verb, hand_on, otherwise=fail, what=what)

    def remember(self, again: Callable[[], None]) -> None:
        """Keep what failed, for the user may want it tried again."""
        self._again = again

    def take_again(self) -> None:
        """Try what failed last again."""
        again, self._again = self._again, None
        if again:
            again()
