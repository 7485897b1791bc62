"""A heart that tells for how long the thread that paints is held, and letting the application work meanwhile."""

import time
from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from guillemet.ui.main_window import NARROW

BEAT = 2
"""Milliseconds between two beats of the heart."""
_LOOK = 1
"""Milliseconds after which it is looked at the latest whether what is waited for is so."""
PATIENCE = 180.0
"""Seconds without an end after which something is wrong."""


class Heart(QTimer):
    """Beats, and remembers its longest pause."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.longest = 0.0
        """Milliseconds, less the pause it should have."""
        self.worked = 0.0
        """Milliseconds of processors' time that this process used in that pause: few when others were given them."""
        self._last, self._last_used = time.perf_counter(), time.process_time()
        self.setTimerType(Qt.TimerType.PreciseTimer)
        self.timeout.connect(self._beat)
        self.start(BEAT)

    def _beat(self) -> None:
        now, used = time.perf_counter(), time.process_time()
        pause = (now - self._last) * 1000 - BEAT
        if pause > self.longest:
            self.longest, self.worked = pause, (used - self._last_used) * 1000
        self._last, self._last_used = now, used


def application() -> QApplication:
    """Return the application with windows; raises TypeError when one without runs already."""
    app = QApplication.instance() or QApplication([])
    if not isinstance(app, QApplication):
        message = "another kind of Qt application runs already"
        raise TypeError(message)
    return app


def show_whole(window: QWidget) -> None:
    """Show the window with all its panes, wide enough to fold none of them away."""
    window.show()
    window.resize(NARROW, 900)


def held(app: QApplication, parent: QObject, act: Callable[[], object], *, rest: float) -> float:
    """Return for how many milliseconds the thread is held at the longest by an act, and in the seconds after it."""
    heart = Heart(parent)
    act()
    let_work(app, rest)
    heart.stop()
    return heart.longest


def let_work(app: QApplication, seconds: float) -> None:
    """Let the application work for a while."""
    end = time.monotonic() + seconds
    until(app, lambda: time.monotonic() > end)


def pause(milliseconds: int) -> None:
    """Let the application and its tasks work for so long; `QTest.qWait` keeps the interpreter from the tasks."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def until(app: QApplication, is_so: Callable[[], bool]) -> None:
    """Let the application work until something is so; raises TimeoutError after three minutes.

    It sleeps between its events, as it does for a user: a thread that only asks for more takes the interpreter from
    the tasks.
    """
    deadline = time.monotonic() + PATIENCE
    wake = QTimer(timerType=Qt.TimerType.PreciseTimer)
    wake.start(_LOOK)
    while not is_so():
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        if time.monotonic() > deadline:
            message = "The window does not come to rest."
            raise TimeoutError(message)
    wake.stop()
