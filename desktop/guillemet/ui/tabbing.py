"""The order in which the Tab key walks through widgets that were not built in it."""

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def chain(widgets: Iterable[QWidget]) -> None:
    """Let the Tab key walk through these, and what is in them, in this order."""
    every = [child for widget in widgets for child in (widget, *widget.findChildren(QWidget))]
    for before, after in pairwise(child for child in every if child.focusPolicy() & Qt.FocusPolicy.TabFocus):
        QWidget.setTabOrder(before, after)
