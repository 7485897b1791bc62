"""The whole window on the screen, put away in the end."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from guillemet.settings import Settings
from guillemet.ui.application import Desk

LAPTOP = QSize(1400, 900)


@contextmanager
def desk_on_screen(
    app: QApplication, settings: Settings, settings_file: Path, *, size: QSize = LAPTOP
) -> Iterator[Desk]:
    """Show a window, and end it with all that it began."""
    desk = Desk(app, settings, settings_file=settings_file)
    desk.window.resize(size)
    desk.window.show()
    QTest.qWaitForWindowExposed(desk.window)
    desk.window.activateWindow()
    try:
        yield desk
    finally:
        desk.window.close()
        desk.end()
        desk.window.deleteLater()
        desk.deleteLater()
        app.setStyleSheet("")
