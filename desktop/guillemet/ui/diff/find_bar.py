"""The bar below the diff that finds text in it."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QWidget

from guillemet.ui.diff.tool import tool
from guillemet.ui.style import style
from guillemet.ui.wording import counted

_COUNT = 90
_ROOMY = 420
"""Pixels of width from which the count has room of its own."""


class FindBar(QFrame):
    """Asks what to find and tells where it stands.

    Signals: `query_changed(str)`; `next_requested()`; `previous_requested()`; `closed()`.
    """

    query_changed = Signal(str)
    next_requested = Signal()
    previous_requested = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._query = QLineEdit(self)
        self._query.setPlaceholderText("Find in this file, folded lines too")
        self._query.setAccessibleName("Find in this file")
        self._query.textChanged.connect(self.query_changed)
        self._count = QLabel(self)
        self._count.setProperty("role", "dim")
        self._lay_out()
        self.hide()

    @property
    def query(self) -> str:
        """What to find; empty while the bar is closed."""
        return self._query.text() if not self.isHidden() else ""

    def open_with(self, text: str) -> None:
        """Show the bar and take the focus; a text replaces the query."""
        self._query.installEventFilter(self)
        self.show()
        if text:
            self._query.selectAll()
            self._query.insert(text)  # so that Ctrl+Z brings back what was there
        else:
            self.query_changed.emit(self._query.text())
        self._query.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._query.selectAll()

    def close_bar(self) -> None:
        """Hide the bar and what it found."""
        self.hide()
        self.closed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The field keeps its width while the count becomes another one, where that leaves it enough.
        self._count.setMinimumWidth(_COUNT if self.width() >= _ROOMY else 0)

    def tell(self, at: int | None, count: int) -> None:
        """Say which of how many places is shown."""
        if not self._query.text():
            self._count.setText("")
        elif not count:
            self._count.setText("not found")
        else:
            self._count.setText(counted(count, "place") if at is None else f"{at + 1:,} of {count:,}")

    def eventFilter(self, watched: QWidget, event: QEvent) -> bool:  # type: ignore[override]
        if watched is self._query and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                is_back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                (self.previous_requested if is_back else self.next_requested).emit()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close_bar()
                return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(style.GAP, style.TIGHT, style.GAP, style.TIGHT)
        layout.setSpacing(style.TIGHT)
        layout.addWidget(self._query, 1)
        layout.addWidget(self._count)
        for text, name, signal in (
            ("↑", "Previous place (Shift+F3)", self.previous_requested),
            ("↓", "Next place (F3)", self.next_requested),
        ):
            step = tool(text, name, self)
            step.clicked.connect(signal)
            layout.addWidget(step)
        close = tool("×", "Close find (Esc)", self)
        close.clicked.connect(self.close_bar)
        layout.addWidget(close)
