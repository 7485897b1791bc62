"""Steps: the one way from a verb of the workspace to the new review and to what is told of it."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from guillemet.app import notices
from guillemet.app.notices import Level, Notice
from guillemet.app.workplace import Workplace
from guillemet.engine.review import Review
from guillemet.engine.workspace import Done, Workspace

Verb = Callable[[Workspace], Done]
"""What the workspace does for one wish of the user."""


class Steps(QObject):
    """Takes the user's steps, and the last one again if it failed.

    Signals: `reviewed(Review)`; `told(Notice)`; `failed(Exception)`.
    """

    reviewed = Signal(object)
    told = Signal(object)
    failed = Signal(object)

    def __init__(self, workplace: Workplace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workplace = workplace
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
    ) -> None:
        """Ask for a verb and hand its review on; `done` words the verb for refusals, `told` success."""

        def hand_on(result: Done) -> None:
            self.reviewed.emit(result.review)
            if result.refusals:
                self.told.emit(notices.of_refusals(result.refusals, result.review, done=done))
            elif told:
                self.told.emit(Notice(Level.DONE, told(result.review)))
            if then:
                then(result)

        self.remember(partial(self.take, verb, done=done, what=what, told=told, then=then, otherwise=otherwise))
        self._workplace.ask(verb, hand_on, otherwise=otherwise or self.failed.emit, what=what)

    def remember(self, again: Callable[[], None]) -> None:
        """Keep what is to be done when the user wants the last thing tried again."""
        self._again = again

    def take_again(self) -> None:
        """Try the last thing again."""
        if self._again:
            self._again()
