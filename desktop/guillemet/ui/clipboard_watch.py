"""Watching the clipboard for replies, if the user wants it; nothing of what is seen is kept."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

LARGEST = 5_000_000
"""Characters of a text that is still looked at."""


class ClipboardWatch(QObject):
    """Tells of text that another program put on the clipboard.

    Signals: `text_found(str)`.
    """

    text_found = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_on = False
        QGuiApplication.clipboard().dataChanged.connect(self._look)

    def set_on(self, is_on: bool) -> None:
        """Watch, or look no more."""
        self._is_on = is_on

    def _look(self) -> None:
        clipboard = QGuiApplication.clipboard()
        if not self._is_on or clipboard.ownsClipboard():
            return
        text = clipboard.text()
        if 0 < len(text) <= LARGEST:
            self.text_found.emit(text)
