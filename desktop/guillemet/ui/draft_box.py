"""A box for a few lines of text that somebody is going to give to something: as high as its lines, up to a few."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from guillemet.ui import look

_MOST_LINES = 8


class DraftBox(QPlainTextEdit):
    """Plain text; Tab leaves. Where nothing was typed, the keys of undo and redo mean the steps of the review.

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

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._fit()

    def event(self, event: QEvent) -> bool:
        # A box that claims the keys takes them from the window, even with nothing to take back.
        if event.type() is QEvent.Type.ShortcutOverride and self._is_untouched and _is_step(event):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.submitted.emit()
            return
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()

    @property
    def _is_untouched(self) -> bool:
        return not (self.document().isUndoAvailable() or self.document().isRedoAvailable())

    def _fit(self) -> None:
        lines = min(max(self._least, round(self.document().size().height())), self._most)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 2 * look.GAP + 4)


def _is_step(event: QEvent) -> bool:
    keys = QKeySequence.StandardKey
    return isinstance(event, QKeyEvent) and any(map(event.matches, (keys.Undo, keys.Redo)))
