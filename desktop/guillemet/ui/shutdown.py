"""Ending when the system asks for it: a signal closes the window as its own button does."""

import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
"""Ctrl+C in the terminal, the end of the session, and a terminal that is closed; not every system has them all."""


class ShutdownHandler(QObject):
    """Calls `end` in the thread that paints, once a signal asks for it.

    Python runs what handles a signal only when the interpreter has its turn, which is never while Qt waits; so the
    signal is written to a socket that Qt's loop listens to.
    """

    def __init__(self, end: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._end = end
        self._heard, self._told = socket.socketpair()
        for one in (self._heard, self._told):
            one.setblocking(False)  # noqa: FBT003  the socket's own way
        self._notifier = QSocketNotifier(self._heard.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._take)
        self._before = signal.set_wakeup_fd(self._told.fileno(), warn_on_full_buffer=False)
        known = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
        for number in known:
            if signal.getsignal(number) is not signal.SIG_IGN:  # as `nohup` wishes it
                signal.signal(number, lambda *_: None)

    def close(self) -> None:
        """Listen no more; signals that come now change nothing."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._before)
        for one in (self._heard, self._told):
            one.close()

    def _take(self) -> None:
        self._heard.recv(64)
        self._end()
