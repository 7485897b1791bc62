"""Selecting in lists and trees."""

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import QAbstractItemView

_ONLY = QItemSelectionModel.SelectionFlag.ClearAndSelect


def go_to_row(view: QAbstractItemView, index: QModelIndex | QPersistentModelIndex) -> None:
    """Make this row the current one, and the only one that is selected."""
    # Qt's own setCurrentIndex asks which keys are held: the Ctrl of a shortcut would add to the selection.
    view.selectionModel().setCurrentIndex(index, _ONLY)
