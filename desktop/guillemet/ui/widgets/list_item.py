"""What a column is made of."""

from typing import Protocol

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import QAbstractItemView, QWidget

_ONLY = QItemSelectionModel.SelectionFlag.ClearAndSelect


def go_to_row(view: QAbstractItemView, index: QModelIndex | QPersistentModelIndex) -> None:
    """Make this row the current one, and the only one that is selected."""
    # Qt's own setCurrentIndex asks which keys are held: the Ctrl of a shortcut would add to the selection.
    view.selectionModel().setCurrentIndex(index, _ONLY)


class ListItem(Protocol):
    """One thing in a column; it outlives its widget and is told apart by identity."""

    def estimate(self, width: int) -> int:
        """Return roughly how high the row will be at this width, quickly."""
        ...

    def build(self, parent: QWidget) -> QWidget:
        """Return a new widget showing the row; its height follows its width."""
        ...


def height_of(widget: QWidget, width: int) -> int:
    """Return the height the widget asks for at this width."""
    height = widget.heightForWidth(width) if widget.hasHeightForWidth() else -1
    height = height if height >= 0 else widget.sizeHint().height()
    return max(min(max(height, widget.minimumHeight()), widget.maximumHeight()), 1)
