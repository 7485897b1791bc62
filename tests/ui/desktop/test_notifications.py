"""What ends while no window is in front is told by the desktop, once, and only where the user wants it."""

# ruff: noqa: PLC0415  jeepney is installed on Linux only

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from guillemet.ui.desktop.notifications import DesktopNotifier
from tests.kit.hands import show

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the system tray is used there")

NAME = "org.freedesktop.Notifications"


class Desktop:
    """What shows notifications on a bus of the session."""

    def __init__(self, *capabilities: str) -> None:
        from jeepney.bus_messages import message_bus
        from jeepney.io.blocking import Proxy, open_dbus_connection

        self.capabilities = capabilities
        self.bus = open_dbus_connection()
        self.shown = list[tuple[Any, ...]]()
        """The arguments of each notification."""
        Proxy(message_bus, self.bus).RequestName(NAME)

    def serve(self) -> None:
        """Answer what was asked until now."""
        from jeepney import HeaderFields, MessageType, new_method_return

        while True:
            try:
                asked = self.bus.receive(timeout=0.01)
            except TimeoutError:
                return
            fields = asked.header.fields
            if asked.header.message_type is not MessageType.method_call:
                continue
            if fields[HeaderFields.member] == "GetCapabilities":
                self.bus.send(new_method_return(asked, "as", (list(self.capabilities),)))
            else:
                assert fields[HeaderFields.signature] == "susssasa{sv}i"
                self.shown.append(asked.body)
                self.bus.send(new_method_return(asked, "u", (1,)))


@pytest.fixture
def session_bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give the session a bus of its own."""
    program = shutil.which("dbus-daemon")
    if program is None:
        pytest.skip("no dbus-daemon is installed")
    command = [program, "--session", "--nofork", "--print-address", f"--address=unix:path={tmp_path / 'bus'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as daemon:
        assert daemon.stdout is not None
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", daemon.stdout.readline().strip())
        yield
        daemon.terminate()


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """Return a window that is in front."""
    window = show(qtbot, QWidget())
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def put_behind(qtbot: QtBot) -> None:
    """Let another program be in front."""
    with pytest.deprecated_call():
        QApplication.setActiveWindow(None)
    qtbot.waitUntil(lambda: QApplication.activeWindow() is None)


@pytest.mark.usefixtures("session_bus")
@pytest.mark.parametrize(
    ("capabilities", "text"),
    [(["body", "body-markup"], "-1 &lt;b&gt;&amp; Committed 3 files."), (["body"], "-1 <b>& Committed 3 files.")],
)
def test_an_end_is_told_while_the_window_is_behind(
    qtbot: QtBot, window: QWidget, capabilities: list[str], text: str
) -> None:
    notifier, desktop = DesktopNotifier(window), Desktop(*capabilities)
    put_behind(qtbot)

    notifier.show("ladle", "Not this one.")
    notifier.show("ladle", "-1 <b>& Committed 3 files.")

    def is_shown() -> bool:
        desktop.serve()
        return bool(desktop.shown)

    with desktop.bus:
        qtbot.waitUntil(is_shown)
    (told,) = desktop.shown
    assert (told[1], *told[3:6], told[7]) == (0, "ladle", text, [], -1)


@pytest.mark.usefixtures("session_bus")
def test_nothing_is_told_while_the_window_is_in_front(qtbot: QtBot, window: QWidget) -> None:
    notifier, desktop = DesktopNotifier(window), Desktop("body")
    notifier.show("ladle", "Seen in the window.")
    put_behind(qtbot)
    notifier.show("ladle", "Told.")

    def is_shown() -> bool:
        desktop.serve()
        return bool(desktop.shown)

    with desktop.bus:
        qtbot.waitUntil(is_shown)
    assert [told[4] for told in desktop.shown] == ["Told."]


@pytest.mark.parametrize("bus", ["", "unix:path={folder}/gone", "tcp:host=localhost,port=1", "nonsense", "real"])
def test_where_nothing_shows_notifications_nothing_fails(
    qtbot: QtBot,
    window: QWidget,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    bus: str,
    request: pytest.FixtureRequest,
) -> None:
    if bus == "real":  # and no desktop on it
        request.getfixturevalue("session_bus")
    else:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.format(folder=tmp_path))
    notifier = DesktopNotifier(window)
    ended = list[bool]()
    monkeypatch.setattr(notifier, "_show_unless_sent", ended.append)
    put_behind(qtbot)

    notifier.show("ladle", "Nobody hears this.")

    qtbot.waitUntil(lambda: bool(ended))
    assert ended == [False]
