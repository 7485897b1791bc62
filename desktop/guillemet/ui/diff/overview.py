"""The strip at the right edge: where in the file changes and comments are, and which part of it is in view."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QScrollBar, QWidget

from guillemet.engine.diff.rows import DiffRows
from guillemet.ui.diff.comment_anchors import draw_balloon
from guillemet.ui.style import style
from guillemet.ui.style.theme import Theme
from guillemet.ui.wording import counted

WIDTH = 10
SMALLEST = 3
"""Pixels a hunk takes at least."""
_BALLOON = WIDTH
"""Pixels, high and wide, of the sign of a comment."""


class Overview(QWidget):
    """Marks hunks in proportion to the rows: removed on the left half, added on the right; a balloon for a comment.

    Signals: `row_requested(row)` when a place is clicked.
    """

    row_requested = Signal(int)

    def __init__(self, bar: QScrollBar, parent: QWidget) -> None:
        """Follow this scroll bar's part in view."""
        super().__init__(parent)
        self._bar = bar
        self._theme = style.current().theme
        self._count = self._room = 0
        self._marks: Sequence[tuple[int, int, bool, bool]] = ()
        self._comments: Sequence[int] = ()
        self.setFixedWidth(WIDTH)
        self.setAccessibleName("Overview of changes and comments")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip("Where changes and comments are; click to go there")
        bar.valueChanged.connect(self.update)
        bar.rangeChanged.connect(self.update)

    def show_rows(self, rows: DiffRows) -> None:
        self._count = len(rows)
        hunks = zip(rows.hunk_rows(), rows.hunks, strict=True)
        self._marks = [(row, height, bool(h.old_count), bool(h.new_count)) for (row, height), h in hunks]
        self.update()

    def set_room(self, rows: int) -> None:
        """Take notice of how many rows there is room for beside the strip."""
        if rows != self._room:
            self._room = rows
            self.update()

    def mark_comments(self, rows: Iterable[int]) -> None:
        """Mark these rows, in which comments begin or are folded away."""
        self._comments = sorted(set(rows))
        self.setAccessibleDescription(f"{counted(len(self._comments), 'commented place')}" if self._comments else "")
        self.update()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(theme.gutter))
        half, height, scale = WIDTH // 2, self.height(), self._scale()
        removed = style.blend(theme.warn, theme.removed_word, 0.5)
        added = style.blend(theme.accent, theme.added_word, 0.5)
        drawn = -1
        for row, rows, removes, adds in self._marks:
            top = row * height // scale
            size = max(SMALLEST, (row + rows) * height // scale - top)
            if top + size <= drawn:
                continue  # a thousand hunks on a hundred pixels: one mark a pixel is enough
            drawn = top + size
            if removes:
                painter.fillRect(1, top, half - 1, size, removed)
            if adds:
                painter.fillRect(half, top, half - 1, size, added)
        self._paint_comments(painter)
        if self._bar.maximum() > 0:
            view = QColor(theme.text)
            view.setAlpha(28)
            top, bottom = self._pixel(self._bar.value()), self._pixel(self._bar.value() + self._bar.pageStep())
            painter.fillRect(QRect(0, top, WIDTH, max(6, bottom - top)), view)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._go(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._bar.event(event)

    def _paint_comments(self, painter: QPainter) -> None:
        drawn = -_BALLOON
        for row in self._comments:
            top = min(self._pixel(row), self.height() - _BALLOON)
            if top < drawn + _BALLOON // 2:
                continue  # one on top of the other could not be distinguished
            drawn = top
            draw_balloon(painter, QRect(0, top, WIDTH, _BALLOON), QColor(self._theme.accent), begins=True)

    def _go(self, event: QMouseEvent) -> None:
        if self._count and self.height():
            row = int(event.position().y() * self._scale() / self.height())
            self.row_requested.emit(max(0, min(row, self._count - 1)))

    def _pixel(self, row: int) -> int:
        return row * self.height() // self._scale()

    def _scale(self) -> int:
        # A short diff is not blown up: its marks stand beside their rows.
        return max(self._count, self._room, 1)
