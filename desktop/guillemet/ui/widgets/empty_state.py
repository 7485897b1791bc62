"""What an empty pane says: what is missing, and what to do next."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QSpacerItem, QVBoxLayout, QWidget

from guillemet.ui.style import style
from guillemet.ui.widgets.controls import label

ABOVE = 190
"""Pixels above the title, where there is room."""


class EmptyState(QWidget):
    """A title and a sentence in the middle of a pane; it shows when it has the focus, where it is let have it."""

    def __init__(self, title: str, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * style.WIDE, style.WIDE, 3 * style.WIDE, style.WIDE)
        column.setSpacing(style.GAP)
        # A height and no share, so that the titles of empty panes beside each other stand in one line.
        column.addSpacerItem(QSpacerItem(0, ABOVE, vData=QSizePolicy.Policy.Maximum))
        self._words = [label(title, "title"), label(hint, "dim")]
        for line in self._words:
            line.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(line)
        column.addStretch(1)
        self.setAccessibleName(f"{title}. {hint}")

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QColor(style.current().theme.accent))
            words = self._words[0].geometry().united(self._words[-1].geometry())
            around = words.adjusted(-style.WIDE, -style.WIDE, style.WIDE, style.WIDE)
            painter.drawRoundedRect(around.intersected(self.rect().adjusted(1, 1, -2, -2)), style.RADIUS, style.RADIUS)
            painter.end()
