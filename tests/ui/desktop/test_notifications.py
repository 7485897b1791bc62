"""What ends while no window is in front is told by the desktop, once, and only where the user wants it."""

import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from guillemet.ui.desktop.notifications import DesktopNotifier
from tests.kit.hands import show

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the system tray is used there")


@pytest.fixture
def sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file in which the desktop's program notes what it is to show."""
    told, program = tmp_path / "told", tmp_path / "notify-send"
    program.write_text(f'#!/bin/sh\nfor one in "$@"; do echo "$one"; done >> "{told}"\necho end >> "{told}"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    return told


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


def test_an_end_is_told_while_the_window_is_behind(qtbot: QtBot, window: QWidget, sent: Path) -> None:
    notifier = DesktopNotifier(window)
    put_behind(qtbot)

    notifier.show("ladle", "Not this one.")
    notifier.show("ladle", "-1 <b>& Committed 3 files.")

    qtbot.waitUntil(lambda: sent.exists() and sent.read_text().endswith("end\n"))
    lines = sent.read_text().splitlines()
    assert lines[-4:] == ["--", "ladle", "-1 &lt;b&gt;&amp; Committed 3 files.", "end"]
    assert lines.count("end") == 1


def test_nothing_is_told_while_the_window_is_in_front(qtbot: QtBot, window: QWidget, sent: Path) -> None:
    notifier = DesktopNotifier(window)
    notifier.show("ladle", "Seen in the window.")
    put_behind(qtbot)
    notifier.show("ladle", "Told.")

    qtbot.waitUntil(lambda: sent.exists() and sent.read_text().endswith("end\n"))
    assert "Seen in the window." not in sent.read_text()


def test_where_no_program_shows_notifications_nothing_fails(
    qtbot: QtBot, window: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    notifier = DesktopNotifier(window)
    put_behind(qtbot)

    notifier.show("ladle", "Nobody hears this.")

    qtbot.waitUntil(lambda: not notifier._soon.isActive())
