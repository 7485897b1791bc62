"""A field that asks for the number of a line."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QIntValidator, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QWidget

from guillemet.engine.text import counted
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import IconButton, announce, claims_escape, label, line_label
from guillemet.ui.widgets.layouts import fill

_WIDTH = 120
_HIGHEST = 999_999_999


class LineBar(QFrame):
    """Asks which line to go to, while it is typed and at Return.

    Signals: `line_requested(int)`, counted from 1; `closed()`.
    """

    line_requested = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._number = QLineEdit(self)
        self._number.setAccessibleName("Go to line")
        self._number.setMaximumWidth(_WIDTH)
        self._number.setValidator(QIntValidator(0, _HIGHEST, self._number))
        self._number.textEdited.connect(self._go)
        self._number.returnPressed.connect(self._close_there)
        self._count = 1
        self._last = label("", "dim", parent=self)
        close = IconButton("close", "Close (Esc)", self)
        close.clicked.connect(self.close_bar)
        caption = line_label("Go to line", parent=self)
        parts = (caption, self._number, (self._last, 1), close)
        fill(QHBoxLayout(self), *parts, margins=(style.WIDE, style.TIGHT, style.GAP, style.TIGHT), gap=style.GAP)
        self.hide()

    def open_for(self, count: int) -> None:
        """Ask for one of so many lines."""
        self._count = count
        self._number.clear()
        self._say("")
        self.show()
        self._number.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_bar(self) -> None:
        self.hide()
        self.closed.emit()

    def event(self, event: QEvent) -> bool:
        return claims_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            super().keyPressEvent(event)

    def _is_there(self, typed: str) -> bool:
        return typed.isdecimal() and 1 <= int(typed) <= max(self._count, 1)

    def _go(self, typed: str) -> None:
        self._say(typed)
        if self._is_there(typed):
            self.line_requested.emit(int(typed))

    def _say(self, typed: str) -> None:
        """Say how many lines there are, or that the typed one is none of them."""
        is_wrong = bool(typed) and not self._is_there(typed)
        self._last.setText(
            f"There is no line {typed}, only {counted(self._count, 'line')}" if is_wrong else f"of {self._count:,}"
        )
        style.set_role(self._last, "bad" if is_wrong else "dim")
        if is_wrong:
            announce(self._last, self._last.text())

    def _close_there(self) -> None:
        if self._is_there(self._number.text()):
            self.close_bar()
