"""Pictures of the window as it stands on the screen."""

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QDialog

from guillemet.ui.window_controller import WindowController

PATIENCE = 20.0
"""Seconds the window may take to come to rest."""


class Camera:
    """Takes pictures of one window into a folder."""

    def __init__(self, app: QApplication, desk: WindowController, folder: Path, *, suffix: str) -> None:
        self._app = app
        self._desk = desk
        self._folder = folder
        self._suffix = suffix
        self.taken: list[Path] = []

    def take(self, name: str, *, at_rest: bool = True) -> None:
        """Wait until the window is at rest, then save its picture, with the menus and dialogs over it."""
        if at_rest:
            self.rest()
        file = self._folder / f"{name}-{self._suffix}.png"
        if not self._picture().save(str(file)):
            message = f"{file} cannot be written."
            raise OSError(message)
        self.taken.append(file)

    def rest(self) -> None:
        """Let the window work until nothing is under way, and a moment longer for what it paints then."""
        self.until(lambda: self._desk.session.tasks.is_idle and self._desk.conversation.is_settled)
        self.until(self.moment(0.3))

    def moment(self, seconds: float) -> Callable[[], bool]:
        """Return what holds once so many seconds have passed."""
        end = time.monotonic() + seconds
        return lambda: time.monotonic() > end

    def until(self, is_so: Callable[[], bool]) -> None:
        """Let the window work until this is so."""
        deadline = time.monotonic() + PATIENCE
        while not is_so():
            self._app.processEvents()
            if time.monotonic() > deadline:
                message = "The window does not come to rest."
                raise TimeoutError(message)

    def _picture(self) -> QPixmap:
        window = self._desk.window
        picture = window.grab()
        painter = QPainter(picture)
        for over in QApplication.topLevelWidgets():
            if over is not window and over.isVisible():
                corner = over.mapToGlobal(over.rect().topLeft()) - window.mapToGlobal(window.rect().topLeft())
                painter.drawPixmap(corner, over.grab())
                if isinstance(over, QDialog):  # which the desktop would give a frame
                    painter.setPen(QColor("grey"))
                    painter.drawRect(over.rect().translated(corner).adjusted(-1, -1, 0, 0))
        painter.end()
        return picture
