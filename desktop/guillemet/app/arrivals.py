"""Replies that arrived: each is put into the open repository's staging area, or waits until one is open."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from guillemet.app.intake import Received
from guillemet.app.workplace import Workplace
from guillemet.engine.applying import ApplyOptions
from guillemet.engine.workspace import Applied


class Arrivals(QObject):
    """Holds the reply that waits, if any.

    Signals: `applied(Received, Applied)`; `waits(Received)` because no repository is open; `failed(Exception)`.
    """

    applied = Signal(object, object)
    waits = Signal(object)
    failed = Signal(object)

    def __init__(
        self, workplace: Workplace, options: Callable[[], ApplyOptions], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workplace = workplace
        self._options = options
        self._waiting: Received | None = None

    def take(self, received: Received) -> None:
        """Take a reply in, now or when a repository is open."""
        if not self._workplace.is_open:
            self._waiting = received
            self.waits.emit(received)
            return
        options = self._options()

        def tell(applied: Applied) -> None:
            self.applied.emit(received, applied)

        self._workplace.ask(
            lambda workspace: workspace.apply(received.text, options=options),
            tell,
            otherwise=self.failed.emit,
            what="reading reply",
        )

    def take_waiting(self) -> None:
        """Take in what waited for a repository."""
        if self._waiting:
            received, self._waiting = self._waiting, None
            self.take(received)
