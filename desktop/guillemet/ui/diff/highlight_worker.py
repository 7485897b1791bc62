"""Collects syntax colours from their thread, a slice at a time, for the file that is shown now."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.engine.diff.content import DiffContent
from guillemet.ui.diff.formatting import Colours
from guillemet.ui.diff.highlighter import Highlighter, Window

EVERY = 25
"""Milliseconds between two looks into the queue."""
AFTER = 10
"""Milliseconds that the thread waits, so that it does not take the interpreter from the first painting."""
REST = 10
"""Milliseconds that the thread rests after scrolling or when colours came, so that they can be painted at once."""
SOON = 30
"""Milliseconds that scrolling must rest before colours of unknown lines are asked for."""


class _Runs:
    """The runs that are under way; knows no Qt, so it can outlive the pane for a moment."""

    def __init__(self) -> None:
        self.running: list[Highlighter] = []

    def pause(self) -> None:
        for run in self.running:
            run.pause()

    def resume(self) -> None:
        for run in self.running:
            run.resume()

    def cancel(self) -> None:
        for run in self.running:
            run.cancel()
        self.running = []


class HighlightWorker(QObject):
    """Colours of one content after the other.

    Signals: `arrived()` when more is known; `asked()` when it is time to tell which lines are in view, by `want`.
    """

    arrived = Signal()
    asked = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.colours = Colours()
        self._content = DiffContent.nothing()
        self._windows: Sequence[Window] = ()
        self._runs = _Runs()
        self._start = QTimer(self, singleShot=True, interval=AFTER)
        self._start.timeout.connect(self._begin)
        self._poll = QTimer(self, interval=EVERY)
        self._poll.timeout.connect(self._take)
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._runs.resume)
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self.asked)
        self.destroyed.connect(self._runs.cancel)

    @property
    def is_running(self) -> bool:
        """Whether more colours are to come."""
        return self._poll.isActive() or self._start.isActive()

    def start(self, content: DiffContent, windows: Sequence[Window]) -> None:
        """Colour this content, the windows first; what ran for another file is cancelled."""
        self._runs.cancel()
        self.colours = Colours()
        self._content = content
        self._windows = windows
        self._start.start()

    def stop(self) -> None:
        self._runs.cancel()
        self._rest.stop()
        self._poll.stop()
        self._soon.stop()
        self._start.stop()

    def scrolled(self) -> None:
        """Ask for what is in view once scrolling rests."""
        if self._content.path:
            self._soon.start()
            self._make_room()

    def want(self, windows: Sequence[Window]) -> None:
        """Colour these windows, if anything in them is not known."""
        unknown = [w for w in windows if self.colours.spans(w.is_old, w.last) is None]
        if unknown:
            self._run(unknown, whole=False)

    def _begin(self) -> None:
        self._run(self._windows, whole=True)

    def _run(self, windows: Sequence[Window], *, whole: bool) -> None:
        content = self._content
        run = Highlighter(content.path, content.old.shown, content.new.shown, windows=windows, whole=whole)
        self._runs.running.append(run)
        self._poll.start()

    def _take(self) -> None:
        has_more = False
        for run in list(self._runs.running):
            is_running = run.is_running
            for part in run.take():
                self.colours.add(part)
                has_more = True
            if not is_running:
                self._runs.running.remove(run)
        if not self._runs.running:
            self._poll.stop()
        if has_more:
            self._make_room()
            self.arrived.emit()

    def _make_room(self) -> None:
        """Let the GUI thread lay out and paint without sharing the interpreter.

        Every call into Qt gives the interpreter's lock away; with a busy thread beside it each would cost milliseconds.
        """
        self._runs.pause()
        self._rest.start()
