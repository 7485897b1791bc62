"""Staging while a reply flows: finished blocks are put into the staging area, the newest text first of all.

One job runs at a time, and the lane rests between two of them, so that a reply of any length costs the window little.
"""

from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.workplace import Workplace
from guillemet.engine.applying import ApplyOptions
from guillemet.engine.workspace import Applied, Workspace

_LEAST_REST = 0.2
"""Seconds between two jobs."""
_REST = 3
"""How many times as long as a job took the lane rests before the next one."""


class Growth(QObject):
    """Puts one reply into the staging area.

    Signals: `applied(Applied, bool)` with whether that was all of it; `failed(Exception)`.
    """

    applied = Signal(object, bool)
    failed = Signal(object)

    def __init__(self, workplace: Workplace, options: ApplyOptions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workplace = workplace
        self._options = options
        self._staged = ""
        self._wanted = ""
        self._is_last = False
        self._is_busy = False
        self._pause = QTimer(self, singleShot=True)
        self._pause.timeout.connect(self._go_on)

    def reach(self, text: str) -> None:
        """Stage the reply as far as this text, which ends with a finished block."""
        self._wanted = text
        if not self._pause.isActive():
            self._go_on()

    def finish(self, text: str) -> None:
        """Stage the whole reply, a block that is cut off too."""
        self._wanted, self._is_last = text, True
        self._pause.stop()
        self._go_on()

    def take_up(self, staged: str) -> None:
        """Go on from a text of this reply that was staged before."""
        self._staged = self._wanted = staged
        self._is_last = False

    def _go_on(self) -> None:
        if self._is_busy or (self._wanted == self._staged and not self._is_last):
            return
        self._is_busy = True
        before, wanted, options, is_last = self._staged, self._wanted, self._options, self._is_last
        start = perf_counter()

        def grow(workspace: Workspace) -> Applied:
            return workspace.grow(before, wanted, options=options)

        def tell(applied: Applied) -> None:
            self._is_busy = False
            if applied.outcomes or applied.suggestions:
                self._staged = wanted
            self.applied.emit(applied, is_last)
            if not is_last:
                self._pause.start(int(1000 * max(_LEAST_REST, _REST * (perf_counter() - start))))
                if self._is_last:
                    self.finish(self._wanted)

        self._workplace.ask(grow, tell, otherwise=self._fail, what="staging")

    def _fail(self, error: Exception) -> None:
        self._is_busy = False
        self.failed.emit(error)
