"""The Qt model of the list of changes: its rows, which keep their indexes while their keys stay."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from guillemet.ui.changes.file_rows import CommandRow, FileRow, GroupRow, Row, spoken, tooltip
from guillemet.ui.wording import plain_tip, seen

Index = QModelIndex | QPersistentModelIndex


class RowsModel(QAbstractListModel):
    """The rows that are shown; replacing them by rows of the same keys keeps every index valid.

    Signals: `toggled(FileRow)` when the box of a row was pressed by a screen reader: it changes with the review.
    """

    toggled = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()
        self._places: dict[str, int] = {}

    def set_rows(self, rows: Iterable[Row]) -> bool:
        """Show these rows; return whether the model was reset because they are others."""
        before, now = self.rows, tuple(rows)
        places = {row.key: place for place, row in enumerate(now)}
        if [row.key for row in before] != list(places):
            self.beginResetModel()
            self.rows, self._places = now, places
            self.endResetModel()
            return True
        self.rows = now
        changed = [at for at, (old, new) in enumerate(zip(before, now, strict=True)) if old != new]
        if changed:
            is_resized = any(_height_class(before[at]) != _height_class(now[at]) for at in changed)
            roles = [] if is_resized else [Qt.ItemDataRole.DisplayRole]
            self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]), roles)
        return False

    def place_of(self, key: str) -> int:
        """Return the place of the row of this key, or -1."""
        return self._places.get(key, -1)

    def row_at(self, index: Index) -> Row | None:
        return self.rows[index.row()] if index.isValid() and index.row() < len(self.rows) else None

    def together(self, rows: Iterable[Row]) -> list[QModelIndex]:
        """Return where these rows, which were selected together, are now.

        Files that left the others, which stayed in their groups, were decided alone, and are left out.
        """
        now = [(self.rows[at], row.group, self.index(at)) for row in rows if (at := self.place_of(row.key)) >= 0]
        kept = {group for row, group, _ in now if isinstance(row, FileRow) and row.group is group}
        return [index for row, _, index in now if not kept or row.group in kept]

    def file_beside(self, index: QModelIndex, among: Iterable[QModelIndex]) -> QModelIndex:
        """Return the next of these that is another file, else the first of them; an invalid one where there is none."""
        here = index.row()
        rows = sorted(one.row() for one in among if one.row() != here and isinstance(self.row_at(one), FileRow))
        return self.index(next((row for row in rows if row > here), rows[0])) if rows else QModelIndex()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _shown(row)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(tooltip(row))
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(row)
            case Qt.ItemDataRole.CheckStateRole if isinstance(row, FileRow) and row.line is not None:
                in_part = Qt.CheckState.PartiallyChecked if row.is_committed_in_part else Qt.CheckState.Checked
                return Qt.CheckState.Unchecked if row.line.is_left_out else in_part
            case _:
                return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags, row = super().flags(index), self.row_at(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if _can_be_ticked(row) else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: ARG002
        if role == Qt.ItemDataRole.CheckStateRole and _can_be_ticked(row := self.row_at(index)):
            self.toggled.emit(row)
        return False


def _can_be_ticked(row: Row | None) -> bool:
    return isinstance(row, FileRow) and row.line is not None and row.line.can_be_ticked


def has_badges(row: Row) -> bool:
    """Whether the row is as high as badges need."""
    return isinstance(row, FileRow) and bool(row.marks)


def _height_class(row: Row) -> tuple[bool, bool]:
    """Return what the height of a row depends on: its badges, and the button beside which a command wraps."""
    return has_badges(row), isinstance(row, CommandRow) and row.is_open


def _shown(row: Row) -> str:
    match row:
        case GroupRow():
            return str(row.group)
        case CommandRow():
            return seen(row.suggestion.text)
        case FileRow():
            return seen(row.lies_at)
        case _:
            return seen(row.path)
