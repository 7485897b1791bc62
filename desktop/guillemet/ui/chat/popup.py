"""A small frame that floats inside its window above what it belongs to: lists of completions and of choices."""

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QFrame, QWidget

from guillemet.ui.style import style


def place(anchor: QRect, wanted: QSize, area: QRect) -> QRect:
    """Return where something of this size goes: above the anchor, else below, shrunk to stay within the area."""
    room = area.adjusted(style.TIGHT, style.TIGHT, -style.TIGHT, -style.TIGHT)
    above, below = anchor.top() - style.TIGHT - room.top(), room.bottom() - anchor.bottom() - style.TIGHT
    is_above = above >= min(wanted.height(), below) or above >= below
    width = min(wanted.width(), room.width())
    height = max(min(wanted.height(), above if is_above else below), 0)
    left = max(room.left(), min(anchor.left(), room.right() + 1 - width))
    top = anchor.top() - style.TIGHT - height if is_above else anchor.bottom() + 1 + style.TIGHT
    return QRect(left, top, width, height)


class Popup(QFrame):
    """A frame in the window of its owner, on top of everything there."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner.window())
        self._owner = owner
        self.setObjectName("floating")
        self.setProperty("role", "floating")
        self.setAutoFillBackground(True)
        self.hide()

    def place_at(self, anchor: QRect, wanted: QSize) -> None:
        """Stand at this rectangle of the owner, as large as wanted where there is room."""
        window = self._owner.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        corner = self._owner.mapTo(window, QPoint(0, 0)) + anchor.topLeft()
        self.setGeometry(place(QRect(corner, anchor.size()), wanted, window.rect()))
        self.raise_()
