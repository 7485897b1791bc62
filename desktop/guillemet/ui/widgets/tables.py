"""Tables of text: a plain one, and a searchable one of what keys do."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from guillemet.ui.style import style
from guillemet.ui.widgets.controls import label
from guillemet.ui.widgets.fields import SearchField
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.wording import plain_tip


class KeyLine(NamedTuple):
    """An action and its keys, as they are shown."""

    action: str
    keys: str
    synonyms: str = ""
    """Other words by which it is found."""


class KeyTable(QWidget):
    """Shows the rows in which every word that was typed occurs; a single sign finds the keys with it.

    Signals: `row_changed()` when another row is the current one; `left()` at Escape in the empty field.
    """

    row_changed = Signal()
    left = Signal()

    def __init__(self, rows: Sequence[KeyLine], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._synonyms = [row.synonyms.casefold() for row in rows]
        self._field = SearchField("Find an action or a key")
        self._field.setPlaceholderText("Find an action or a key")
        shown = [row[:2] for row in rows]
        self._table = plain_table("Actions and their keys", ("Action", "Keyboard shortcuts"), shown, self)
        self._nothing = label("Nothing matches.", "dim", parent=self)
        self._nothing.hide()
        self._table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # No wider than the table, whatever the longest keys need: what has no room is elided, not cut off.
        header = self._table.horizontalHeader()
        header.setStretchLastSection(False)  # which leaves it the width that it had at first, at least
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self._table.setWordWrap(False)
        self._longest = self._table.columnWidth(0)
        self.set_rows(rows)
        self._field.textChanged.connect(self._filter)
        self._field.left.connect(self.left)
        self._field.travelled.connect(self._table.event)
        self._table.currentCellChanged.connect(lambda *_: self.row_changed.emit())
        self.setFocusProxy(self._field)
        fill(QVBoxLayout(self), self._field, self._nothing, (self._table, 1), margins=0, gap=style.GAP)

    @property
    def row(self) -> int:
        """The current one, counted among all; -1 for none."""
        return self._table.currentRow()

    def choose(self, row: int) -> None:
        """Make this row the current one."""
        self._table.setCurrentCell(row, 0)

    def set_rows(self, rows: Sequence[KeyLine]) -> None:
        """Show these words and keys in the rows there are."""
        for row, line in enumerate(rows):
            for column, text in enumerate(line[:2]):
                if (item := self._table.item(row, column)) is not None:
                    item.setText(text)
                    item.setToolTip(plain_tip(text))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Few actions are long: the keys of all others would have no room beside them.
        self._table.setColumnWidth(0, min(self._longest, self.width() * 11 // 20))

    def _filter(self, typed: str) -> None:
        words = typed.casefold().split()
        for row in range(self._table.rowCount()):
            cells = [self._table.item(row, column) for column in range(self._table.columnCount())]
            texts = [cell.text().casefold() for cell in cells if cell is not None]
            is_shown = all(
                re.search(_alone(word), texts[-1])
                if len(word) == 1
                else word in " ".join((*texts, self._synonyms[row]))
                for word in words
            )
            self._table.setRowHidden(row, not is_shown)
        found = [row for row in range(self._table.rowCount()) if not self._table.isRowHidden(row)]
        actions = (item.text() if (item := self._table.item(row, 0)) is not None else "" for row in found)
        # What begins with these words, or has them, rather than what is found by other words for it.
        nearness = {row: (distance(action, words), row) for row, action in zip(found, actions, strict=True)}
        found.sort(key=nearness.__getitem__)
        header, hidden = (
            self._table.verticalHeader(),
            [row for row in range(len(self._synonyms)) if row not in nearness],
        )
        for place, row in enumerate([*found, *hidden] if words else range(len(self._synonyms))):
            header.moveSection(header.visualIndex(row), place)
        self.choose(found[0] if found else -1)
        self._nothing.setVisible(not found)


def distance(text: str, words: Sequence[str]) -> int:
    """Return how far the text of an action is from these words.

    0 stands for one that begins with them, 1 where words of its begin with them, 2 where it has them.
    """
    action = text.casefold()
    if action.startswith(" ".join(words)):
        return 0
    if all(re.search(rf"\b{re.escape(word)}", action) for word in words):
        return 1
    return 2 if all(word in action for word in words) else 3


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
