"""Notifications of the desktop about what ended while no window of the application is in front.

They are sent by the session's D-Bus where there is one, else by the system tray, else not at all; the task bar marks
the window in any case. What ends together is one notification.
"""

import html
import sys
from functools import partial

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from guillemet.app.task_runner import run_detached
from guillemet.ui.dialogs import APPLICATION_ID, application_icon

_TOGETHER = 300
"""Milliseconds within which a later end takes the place of the one before."""
_SHOWN = 10_000
"""Milliseconds for which the icon stays in the tray: its message goes with it."""
_PATIENCE = 5
"""Seconds that the desktop has to take a notification."""


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
        if sys.platform == "linux":
            notify = partial(_notify, QApplication.applicationDisplayName(), self._title, self._text)
            run_detached(notify, self._show_unless_sent, owner=self, name="desktop notification")
        else:
            self._show_unless_sent(is_sent=False)

    def _show_unless_sent(self, is_sent: bool) -> None:
        if not is_sent and QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            if self._tray is None:
                self._tray = QSystemTrayIcon(application_icon(), self)
                self._tray.messageClicked.connect(self._window.activateWindow)
            self._tray.show()
            self._tray.showMessage(self._title, self._text, application_icon(), _SHOWN)
            self._enough.start()

    def _hide(self) -> None:
        if self._tray is not None:
            self._tray.hide()


def _notify(program: str, title: str, text: str) -> bool:
    """Send a notification by the D-Bus of the session; return False where nothing takes it."""
    # QtDBus cannot do it: it sends each whole number of Python as a signed one, which desktops refuse.
    from jeepney import DBusAddress, DBusErrorResponse, new_method_call  # noqa: PLC0415  loaded with the first one
    from jeepney.io.blocking import open_dbus_connection  # noqa: PLC0415
    from jeepney.wrappers import unwrap_msg  # noqa: PLC0415

    name = "org.freedesktop.Notifications"
    desktop = DBusAddress("/org/freedesktop/Notifications", bus_name=name, interface=name)
    try:
        with open_dbus_connection("SESSION", auth_timeout=_PATIENCE) as bus:
            asked = new_method_call(desktop, "GetCapabilities")
            (can,) = unwrap_msg(bus.send_and_get_reply(asked, timeout=_PATIENCE))
            body = html.escape(text, quote=False) if "body-markup" in can else text
            hints = {"desktop-entry": ("s", APPLICATION_ID)}
            values = (program, 0, APPLICATION_ID, title, body, list[str](), hints, -1)
            sent = new_method_call(desktop, "Notify", "susssasa{sv}i", values)
            unwrap_msg(bus.send_and_get_reply(sent, timeout=_PATIENCE))
    except (KeyError, OSError, RuntimeError, ValueError, DBusErrorResponse):
        return False  # no bus in the environment, none that answers, or nothing on it that shows notifications
    return True
