"""A layout that puts things side by side and begins a new line where the width ends."""

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Items in reading order, as many a line as fit; one may stand at the right end of the last line."""

    def __init__(self, parent: QWidget | None = None, *, gap: int, margin: int = 0) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self._end: QWidget | None = None
        self.setContentsMargins(margin, margin, margin, margin)

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
