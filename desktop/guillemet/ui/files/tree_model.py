"""The files as a Qt model: a tree that is built as far as it is unfolded, or the flat list of what a filter found."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from guillemet.app.file_listing import FileListing, FolderSpan
from guillemet.app.turns import ListedFile, Use
from guillemet.ui.wording import counted, seen

STEP = 1_000
"""Files of one folder that are shown at once: Qt asks about every row of a folder when it is unfolded."""
NODE_ROLE = int(Qt.ItemDataRole.UserRole)
Index = QModelIndex | QPersistentModelIndex
_STATUS = {
    "M": "changed",
    "A": "new in the index",
    "?": "untracked",
    "D": "deleted",
    "R": "renamed",
    "U": "in conflict",
}


class Shown(Struct, frozen=True):
    """What a row shows."""

    span: FolderSpan
    title: str
    use: Use | None
    """None where the files of a folder differ."""
    chosen: int
    """How many files are in or read-only."""
    status: str
    has_changes: bool


class _Node(Struct):
    """A folder that was looked into, or what a filter found."""

    span: FolderSpan
    row: int
    parent: int
    spans: list[FolderSpan]
    """Its folders, in the first rows; all that was found, where a filter found it."""
    files: range
    """The numbers of its files, in the rows below."""
    shown: int
    """How many of them have a row by now."""
    has_rest: bool
    """Whether a row below them stands for all others."""
    nodes: dict[int, int] = field(default_factory=dict)
    """The nodes of its folders that were looked into, by their rows."""

    @property
    def size(self) -> int:
        return len(self.spans) + len(self.files)


class TreeModel(QAbstractItemModel):
    """Rows of `Shown`; an index's internal id is the number of the node it stands in.

    A folder of very many files shows the first ones; its last row stands for the rest until `show_more`.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.listing = FileListing()
        self._nodes: list[_Node] = []
        self._found: tuple[str, ...] | None = None
        self._plant()

    @property
    def is_flat(self) -> bool:
        """Whether the rows are what a filter found."""
        return self._found is not None

    def set_listing(self, listing: FileListing) -> bool:
        """Show this listing; tell whether its files are other ones than before, and every index is void."""
        if listing.paths == self.listing.paths:
            self.listing = listing
            if self.rowCount():  # a filter may find nothing
                self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, 0))
            return False
        self.beginResetModel()
        self.listing = listing
        self._plant()
        self.endResetModel()
        return True

    def set_found(self, found: Sequence[ListedFile] | None) -> None:
        """Show these files one below the other, or the tree for None."""
        self.beginResetModel()
        self._found = None if found is None else tuple(file.path for file in found)
        self._plant()
        self.endResetModel()

    def span_at(self, index: Index) -> FolderSpan:
        """Return what the index stands for; the top folder for none."""
        return self._span(self._nodes[index.internalId()], index.row()) if index.isValid() else self._nodes[0].span

    def index_of(self, path: str) -> QModelIndex:
        """Return the index of a file or a folder, looking into folders on the way; an invalid one for nothing."""
        number = 0
        while (row := self._row_to(self._nodes[number], path)) is not None:
            self._show(number, row + 1)
            index = self.createIndex(row, 0, number)
            if self.span_at(index).path == path:
                return index
            number = self._inside(index)
        return QModelIndex()

    def is_rest(self, index: Index) -> bool:
        """Whether the row stands for the files of a folder that have none."""
        return index.isValid() and index.row() == self._nodes[index.internalId()].shown

    def show_more(self, rest: Index) -> QModelIndex:
        """Give rows to more of the files this row stands for; return the first of them."""
        row, number = rest.row(), rest.internalId()
        self._show(number, row + STEP)
        return self.createIndex(row, 0, number)

    def index(self, row: int, column: int = 0, parent: Index | None = None) -> QModelIndex:
        number = self._inside(parent)
        is_there = 0 <= row < self._rows(number) and not column
        return self.createIndex(row, column, number) if is_there else QModelIndex()

    def parent(self, index: Index | None = None) -> Any:
        if index is None:
            return super().parent()
        number = index.internalId() if index.isValid() else 0
        return self.createIndex(self._nodes[number].row, 0, self._nodes[number].parent) if number else QModelIndex()

    def hasChildren(self, parent: Index | None = None) -> bool:
        if parent is None or not parent.isValid():
            return len(self.listing) > 0
        node, row = self._nodes[parent.internalId()], parent.row()
        return row < len(node.spans) and node.spans[row].is_folder

    def rowCount(self, parent: Index | None = None) -> int:
        return self._rows(self._inside(parent)) if self.hasChildren(parent) else 0

    def columnCount(self, parent: Index | None = None) -> int:  # noqa: ARG002
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._shown(index).title
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(self._shown(index))
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self._shown(index))
            case _:
                return self._shown(index) if role == NODE_ROLE else None

    def _shown(self, index: Index) -> Shown:
        span, listing = self.span_at(index), self.listing
        rest = f"{span.end - span.start:,} more, Return shows them" if self.is_rest(index) else ""
        return Shown(
            span,
            rest or seen(span.path if self.is_flat else span.name),
            listing.use(span),
            span.end - span.start - listing.count(span, Use.OUT),
            "" if span.is_folder else listing.status(span.start),
            has_changes=listing.changes(span) > 0,
        )

    def _plant(self) -> None:
        if self._found is None:
            self._nodes = [self._node(self.listing.top, 0, 0)]
            return
        numbers = map(self.listing.number_of, self._found)
        spans = [self._file(number) for number in numbers if number is not None]
        self._nodes = [_Node(self.listing.top, 0, 0, spans, range(0), len(spans), has_rest=False)]

    def _node(self, folder: FolderSpan, row: int, parent: int) -> _Node:
        folders = self.listing.folders(folder)
        files = range(folders[-1].end if folders else folder.start, folder.end)
        size = len(folders) + len(files)
        shown = min(size, max(STEP, len(folders)))
        return _Node(folder, row, parent, folders, files, shown, has_rest=shown < size)

    def _rows(self, number: int) -> int:
        return self._nodes[number].shown + self._nodes[number].has_rest

    def _inside(self, index: Index | None) -> int:
        """Return the number of the node that holds what lies in a folder; the top one's for none."""
        if index is None or not index.isValid():
            return 0
        number, row = index.internalId(), index.row()
        nodes = self._nodes[number].nodes
        if row not in nodes:
            nodes[row] = len(self._nodes)
            self._nodes.append(self._node(self._span(self._nodes[number], row), row, number))
        return nodes[row]

    def _span(self, node: _Node, row: int) -> FolderSpan:
        if row < len(node.spans):
            return node.spans[row]
        number = node.files[row - len(node.spans)]
        return FolderSpan(node.span.path, number, node.span.end) if row == node.shown else self._file(number)

    def _file(self, number: int) -> FolderSpan:
        return FolderSpan(self.listing.paths[number], number, number + 1)

    def _row_to(self, node: _Node, path: str) -> int | None:
        """Return the row of the node that is the path, or that leads to it."""
        for row, span in enumerate(node.spans):
            if span.path == path or (span.path.endswith("/") and path.startswith(span.path)):
                return row
        number = self.listing.number_of(path)
        return len(node.spans) + node.files.index(number) if number is not None and number in node.files else None

    def _show(self, number: int, rows: int) -> None:
        """Let at least so many rows of the node be shown, as far as it has them."""
        node = self._nodes[number]
        rows = min(rows, node.size)
        if rows <= node.shown:
            return
        parent = self.createIndex(node.row, 0, node.parent) if number else QModelIndex()
        self.beginInsertRows(parent, node.shown, rows - 1)
        node.shown = rows
        self.endInsertRows()
        if rows == node.size:
            self.beginRemoveRows(parent, rows, rows)
            node.has_rest = False
            self.endRemoveRows()


def spoken(shown: Shown) -> str:
    """Return the row as a screen reader says it."""
    span = shown.span
    if span.is_folder:
        inside = f"{shown.chosen:,} of {counted(span.end - span.start, 'file')} in the conversation"
        return ", ".join((shown.title, "folder", inside, *(["with changes"] if shown.has_changes else [])))
    use = "not in the conversation" if shown.use is Use.OUT else "in the conversation"
    read = ["read-only"] if shown.use is Use.READ_ONLY else []
    return ", ".join((shown.title, use, *read, *([_STATUS.get(shown.status, shown.status)] if shown.status else [])))


def tooltip(shown: Shown) -> str:
    """Return the whole path and what its signs mean."""
    return f"{seen(shown.span.path)}\n{spoken(shown).removeprefix(shown.title + ', ')}"
