"""A run of git that may take long, for it runs hooks or waits for a network: what it prints, and how it is stopped."""

from threading import Event

from PySide6.QtCore import QObject, Signal

from guillemet.engine.git.git_command import RunMonitor


class GitRun(QObject):
    """Whether one runs, and the end of what it printed; it is begun again and again.

    Signals: `changed()`.
    """

    changed = Signal()
    _reported = Signal(object, str)
    _ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.output = ""
        """What hooks and git printed in this run, or in the last one."""
        self._stopped: Event | None = None
        self._reported.connect(self._take_output)
        self._ended.connect(self._take_end)

    @property
    def is_on(self) -> bool:
        """Whether it runs, or waits for its turn."""
        return self._stopped is not None

    @property
    def is_stopping(self) -> bool:
        """Whether it was asked to stop, and runs on for a moment."""
        return self._stopped is not None and self._stopped.is_set()

    def begin(self) -> RunMonitor:
        """Return what watches this run, from any thread."""
        self.output = ""
        self._stopped = stopped = Event()
        self.changed.emit()
        return RunMonitor(lambda text: self._reported.emit(stopped, text), stopped.is_set)

    def stop(self) -> None:
        """End git with all that it started."""
        if self._stopped is not None:
            self._stopped.set()
            self.changed.emit()

    def end(self) -> None:
        """Note that it ended, in whatever thread."""
        self._ended.emit(self._stopped)

    def _take_output(self, run: Event, text: str) -> None:
        if run is self._stopped:
            self.output = text
            self.changed.emit()

    def _take_end(self, run: Event | None) -> None:
        if run is not None and run is self._stopped:
            self._stopped = None
            self.changed.emit()
