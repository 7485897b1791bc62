"""Notifications of the desktop about what ended while no window of the application is in front.

They are sent by `notify-send` where there is one, else by the system tray, else not at all; the task bar marks the
window in any case. What ends together is one notification.
"""

import html
import sys

from PySide6.QtCore import QObject, QProcess, QTimer
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from guillemet.engine.git.git_command import find_program
from guillemet.ui.dialogs import APPLICATION_ID, application_icon

_TOGETHER = 300
"""Milliseconds within which a later end takes the place of the one before."""
_SHOWN = 10_000
"""Milliseconds for which the icon stays in the tray: its message goes with it."""


class DesktopNotifier(QObject):
    """Tells of one window."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._title, self._text = "", ""
        self._tray: QSystemTrayIcon | None = None
        self._soon = QTimer(self, singleShot=True, interval=_TOGETHER)
        self._soon.timeout.connect(self._send)
        self._enough = QTimer(self, singleShot=True, interval=_SHOWN)
        self._enough.timeout.connect(self._hide)

    def show(self, title: str, text: str) -> None:
        """Tell of an end, unless the user sees it in a window."""
        if self._is_behind:
            self._title, self._text = title, text
            self._soon.start()

    @property
    def _is_behind(self) -> bool:
        return self._window.isVisible() and QApplication.activeWindow() is None

    def _send(self) -> None:
        if not self._is_behind:
            return
        QApplication.alert(self._window)
        program = None if sys.platform in ("win32", "darwin") else find_program("notify-send")
        if program is not None:
            # Its text is markup to many desktops.
            named = [f"--app-name={QApplication.applicationDisplayName()}", f"--icon={APPLICATION_ID}"]
            QProcess.startDetached(str(program), [*named, "--", self._title, html.escape(self._text, quote=False)])
        elif QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            if self._tray is None:
                self._tray = QSystemTrayIcon(application_icon(), self)
                self._tray.messageClicked.connect(self._window.activateWindow)
            self._tray.show()
            self._tray.showMessage(self._title, self._text, application_icon(), _SHOWN)
            self._enough.start()

    def _hide(self) -> None:
        if self._tray is not None:
            self._tray.hide()
