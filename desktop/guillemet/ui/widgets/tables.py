"""Tables of text: a plain one, and a searchable one of what keys do."""

import re
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from guillemet.ui.style import style
from guillemet.ui.widgets.fields import SearchField
from guillemet.ui.widgets.layouts import fill


class KeyTable(QWidget):
    """Shows the rows in which every word that was typed occurs; a single sign finds the keys with it.

    Signals: `row_changed()` when another row is the current one; `left()` at Escape in the empty field.
    """

    row_changed = Signal()
    left = Signal()

    def __init__(self, rows: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._field = SearchField("Find an action or a key")
        self._field.setPlaceholderText("Find an action or a key")
        self._table = plain_table("Actions and their keys", ("Action", "Keyboard shortcuts"), rows, self)
        self._table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._field.textChanged.connect(self._filter)
        self._field.left.connect(self.left)
        self._field.travelled.connect(self._table.event)
        self._table.currentCellChanged.connect(lambda *_: self.row_changed.emit())
        self.setFocusProxy(self._field)
        fill(QVBoxLayout(self), self._field, (self._table, 1), margins=0, gap=style.GAP)

    @property
    def row(self) -> int:
        """The current one, counted among all; -1 for none."""
        return self._table.currentRow()

    def choose(self, row: int) -> None:
        """Make this row the current one."""
        self._table.setCurrentCell(row, 0)

    def set_rows(self, rows: Sequence[tuple[str, str]]) -> None:
        """Show these words and keys in the rows there are."""
        for row, cells in enumerate(rows):
            for column, text in enumerate(cells):
                if (item := self._table.item(row, column)) is not None:
                    item.setText(text)

    def _filter(self, typed: str) -> None:
        words = typed.casefold().split()
        for row in range(self._table.rowCount()):
            cells = [self._table.item(row, column) for column in range(self._table.columnCount())]
            texts = [cell.text().casefold() for cell in cells if cell is not None]
            is_shown = all(
                re.search(_alone(word), texts[-1]) if len(word) == 1 else word in " ".join(texts) for word in words
            )
            self._table.setRowHidden(row, not is_shown)
        shown = (row for row in range(self._table.rowCount()) if not self._table.isRowHidden(row))
        if self._table.currentRow() < 0 or self._table.isRowHidden(self._table.currentRow()):
            self.choose(next(shown, -1))


def _alone(sign: str) -> str:
    """Return a pattern that finds a sign among the keys of an action where it stands for a key of its own."""
    return rf"(?<![^\s,+]){re.escape(sign)}(?![^\s,+])"


def plain_table(name: str, header: Sequence[str], rows: Sequence[Sequence[str]], parent: QWidget) -> QTableWidget:
    """Return a table of these rows, with an accessible name; the last column takes what room is left."""
    table = QTableWidget(len(rows), len(header), parent)
    table.setAccessibleName(name)
    table.setHorizontalHeaderLabels(list(header))
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.setProperty("role", "list")
    table.verticalHeader().hide()
    table.horizontalHeader().setHighlightSections(False)
    table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    for row, cells in enumerate(rows):
        for column, text in enumerate(cells):
            item = QTableWidgetItem(text)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            table.setItem(row, column, item)
    table.resizeColumnsToContents()
    table.horizontalHeader().setStretchLastSection(True)
    return table
