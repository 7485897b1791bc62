"""Noticing what other programs do to the repository, by looking at a cheap signature a few times a second."""

from collections.abc import Callable, Hashable

from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.task_runner import TaskRunner

INTERVAL = 400
"""Milliseconds between two looks; a change is shown within a second."""


class RepositoryWatcher(QObject):
    """Looks whenever the repository's lane has nothing else to do.

    A failure is reported once until a look succeeds again.

    Signals: `changed()` when the signature is another than the last time.
    """

    changed = Signal()

    def __init__(self, lanes: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lanes = lanes
        self._sign: Callable[[], Hashable] | None = None
        self._last: Hashable = None
        self._has_failed = False
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self.look)

    def begin(self, sign: Callable[[], Hashable], *, now: Hashable) -> None:
        """Watch what `sign` answers, in the repository's lane, for being other than `now`."""
        self._sign, self._last, self._has_failed = sign, now, False
        self._timer.start()

    def end(self) -> None:
        """Look no more."""
        self._sign = None
        self._timer.stop()

    def look(self) -> None:
        """Look once, unless the lane is at work."""
        if self._sign is not None and self._lanes.is_idle:
            self._lanes.ask(self._sign, self._compare, otherwise=self._fail)

    def _compare(self, found: Hashable) -> None:
        self._has_failed = False
        if self._sign is not None and found != self._last:
            self._last = found
            self.changed.emit()

    def _fail(self, error: Exception) -> None:
        if not self._has_failed:
            self._has_failed = True
            self._lanes.report_failure(error)
