"""Runs the window from its first moment to its last: the application, its log, its garbage, its end by a signal."""

import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSocketNotifier, QTimer
from PySide6.QtWidgets import QApplication

from guillemet import __version__, process_settings
from guillemet import settings as kept_settings
from guillemet.app.notices import of_settings
from guillemet.ui import display_check
from guillemet.ui.dialogs import APPLICATION_ID, application_icon
from guillemet.ui.logging_setup import log_file, logbook
from guillemet.ui.window_controller import WindowController

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
"""Ctrl+C in the terminal, the end of the session, and a terminal that is closed; not every system has them all."""
_PAINTED = 1_000
"""Milliseconds after which the window stands, unless something is still read for it: looking for garbage and for model
servers delays it no more."""


class ShutdownHandler(QObject):
    """Calls `end` in the thread that paints, once a signal asks for it.

    Python runs what handles a signal only when the interpreter has its turn, which is never while Qt waits; so the
    signal is written to a socket that Qt's loop listens to.
    """

    def __init__(self, end: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._end = end
        self._heard, self._reported = socket.socketpair()
        for one in (self._heard, self._reported):
            one.setblocking(False)  # noqa: FBT003  the socket's own way
        self._notifier = QSocketNotifier(self._heard.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._take)
        self._before = signal.set_wakeup_fd(self._reported.fileno(), warn_on_full_buffer=False)
        known = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
        for number in known:
            if signal.getsignal(number) is not signal.SIG_IGN:  # as `nohup` wants it
                signal.signal(number, lambda *_: None)

    def close(self) -> None:
        """Listen no more; signals that come now change nothing."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._before)
        for one in (self._heard, self._reported):
            one.close()

    def _take(self) -> None:
        self._heard.recv(64)
        self._end()


def run(folder: Path | None, *, settings_file: Path | None = None) -> int:
    """Show the window on this folder, or on the one we are in, until it is closed; return the exit code.

    `settings_file` takes the place of the user's own, so that a demo leaves no trace in it.
    """
    process_settings.choose_platform(display_check.platforms())
    with logbook(log_file()):
        app = QApplication(sys.argv[:1])
        app.setApplicationName("guillemet")
        app.setApplicationDisplayName("Guillemet")
        app.setApplicationVersion(__version__)
        app.setDesktopFileName(APPLICATION_ID)
        app.setWindowIcon(application_icon())
        settings, problems = kept_settings.load_with_problems(settings_file)
        controller = WindowController(app, settings, settings_file=settings_file)
        sys.excepthook = controller.report_fault
        ending = ShutdownHandler(controller.leave, controller)
        controller.begin(folder)
        if problems:
            controller.session.notifications.show(of_settings(problems))
        stands = QTimer(controller, interval=_PAINTED)

        def complete() -> None:
            if controller.session.tasks.is_quiet:  # or the first diff would wait for it
                stands.stop()
                process_settings.resume_garbage_collection()
                controller.talking.look_around()

        stands.timeout.connect(complete)
        stands.start()
        code = app.exec()
        controller.end()
        ending.close()
        return code
