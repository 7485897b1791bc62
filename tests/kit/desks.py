"""The whole window on the screen, put away after the test."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.settings import Settings
from guillemet.ui.application import Desk


@contextmanager
def desk_on_screen(qtbot: QtBot, app: QApplication, settings: Settings, settings_file: Path) -> Iterator[Desk]:
    """Show a window of a laptop's size, and end it with all that it began."""
    desk = Desk(app, settings, settings_file=settings_file)
    desk.window.resize(1400, 900)
    with qtbot.waitExposed(desk.window):
        desk.window.show()
    desk.window.activateWindow()
    try:
        yield desk
    finally:
        desk.window.close()
        desk.end()
        desk.window.deleteLater()
        desk.deleteLater()
        app.setStyleSheet("")
