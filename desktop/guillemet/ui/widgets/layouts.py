"""Layouts: filled in one call, and one that wraps its items."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QLayout, QLayoutItem, QWidget

_Box = TypeVar("_Box", bound=QBoxLayout)
_Part = QWidget | QLayout | int | tuple[QWidget | QLayout, int] | tuple[QWidget, int, Qt.AlignmentFlag]


def fill(layout: _Box, *parts: _Part, margins: int | tuple[int, ...] | None = None, gap: int | None = None) -> _Box:
    """Add widgets and layouts in this order and return the layout; without margins and gap the style's stay.

    A number is a stretch. A pair is an item with its stretch; its alignment may be the third.
    Margins are one number, (horizontal, vertical), or (left, top, right, bottom).
    """
    if margins is not None:
        sides = margins if isinstance(margins, tuple) else (margins,)
        layout.setContentsMargins(*sides * (4 // len(sides)))
    if gap is not None:
        layout.setSpacing(gap)
    for part in parts:
        item, *how = part if isinstance(part, tuple) else (part,)
        add: Callable[..., object] = layout.addWidget
        if isinstance(item, int):
            add = layout.addStretch
        elif isinstance(item, QLayout):
            add = layout.addLayout
        add(item, *how)
    return layout


class FlowLayout(QLayout):
    """Items in reading order, as many a line as fit; one may stand at the right end of the last line."""

    def __init__(self, *widgets: QWidget, parent: QWidget | None = None, gap: int) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self._end: QWidget | None = None
        self.setContentsMargins(0, 0, 0, 0)
        for widget in widgets:
            self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def end_with(self, widget: QWidget) -> None:
        """Let this widget stand at the right end of the last line."""
        self._end = widget
        self.addWidget(widget)

    def set_widgets(self, widgets: Iterable[QWidget]) -> None:
        """Lay out these widgets, in this order, in place of those before, which stay where they are."""
        self.setEnabled(False)  # each widget that is added would lay out all of them
        while self.takeAt(0) is not None:
            pass
        for widget in widgets:
            self.addWidget(widget)
        self.setEnabled(True)
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._lay_out(QRect(0, 0, width, 0), places=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._lay_out(rect, places=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _lay_out(self, rect: QRect, *, places: bool) -> int:
        """Return the height needed at the rectangle's width; put the items there when `places`."""
        area = rect.marginsRemoved(self.contentsMargins())
        y = area.y()
        for line in self._lines(area.width()):
            x, height = area.x(), max(item.sizeHint().height() for item in line)
            for item in line:
                size = item.sizeHint()
                if self._end is not None and item.widget() is self._end:
                    x = max(x, area.right() + 1 - size.width())
                if places:
                    corner = QPoint(x, y + (height - size.height()) // 2)
                    item.setGeometry(QRect(corner, QSize(min(size.width(), area.width()), size.height())))
                x += size.width() + self._gap
            y += height + self._gap
        return max(y - self._gap, area.y()) - rect.y() + self.contentsMargins().bottom()

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        room = 0
        for item in self._items:
            if item.isEmpty():
                continue
            wanted = item.sizeHint().width()
            if not lines or wanted > room:
                lines.append([])
                room = width
            lines[-1].append(item)
            room -= wanted + self._gap
        if self._end is not None and len(lines) > 1 and len(lines[-1]) == 1 and len(lines[-2]) > 1:
            self._keep_company(lines, width)
        return lines

    def _keep_company(self, lines: list[list[QLayoutItem]], width: int) -> None:
        """Let the one before stand beside what the flow ends with, rather than leave that a line of its own."""
        before, last = lines[-2][-1], lines[-1][0]
        if last.widget() is self._end and before.sizeHint().width() + self._gap + last.sizeHint().width() <= width:
            lines[-1].insert(0, lines[-2].pop())
