"""A box for a few lines of text that somebody is going to give to something: as high as its lines, up to a few."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from guillemet.ui.style import style

_MOST_LINES = 8


class DraftBox(QPlainTextEdit):
    """Plain text; Tab leaves.

    submitted: Ctrl+Enter was pressed.
    escaped: Escape was pressed.
    """

    submitted = Signal()
    escaped = Signal()

    def __init__(self, name: str, *, least: int = 1, parent: QWidget | None = None) -> None:
        """Be called by this name, and at least this many lines high."""
        super().__init__(parent)
        self.setProperty("role", "input")
        self.setPlaceholderText(name)
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self._least = least
        self._most = _MOST_LINES
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def set_least(self, lines: int) -> None:
        """Be at least this many lines high."""
        self._least = lines
        self._fit()

    def set_most(self, lines: int) -> None:
        """Be at most this many lines high; what is longer scrolls."""
        self._most = lines
        self._fit()

    def replace_all(self, text: str) -> None:
        """Put text in the place of everything, so that Ctrl+Z brings back what was there."""
        cursor = self.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.submitted.emit()
            return
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()

    def _fit(self) -> None:
        lines = min(max(self._least, round(self.document().size().height())), self._most)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 2 * style.GAP + 4)
