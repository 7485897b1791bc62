"""The files as a Qt model: a tree that is built as far as it is unfolded, or the flat list of what a filter found."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from guillemet.app.turns import ListedFile, Use
from guillemet.ui.files.listing import Listing, Span
from guillemet.ui.wording import counted, seen

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

    span: Span
    title: str
    use: Use | None
    """None where the files of a folder differ."""
    chosen: int
    """How many files are in or read-only."""
    status: str
    has_changes: bool


class _Node(Struct):
    span: Span
    row: int
    parent: int
    children: list[int] | None = None


class TreeModel(QAbstractItemModel):
    """Rows of `Shown`; the number of a node is its index's internal id."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.listing = Listing()
        self._nodes: list[_Node] = []
        self._found: tuple[str, ...] | None = None
        self._plant()

    @property
    def is_flat(self) -> bool:
        """Whether the rows are what a filter found."""
        return self._found is not None

    def set_listing(self, listing: Listing) -> bool:
        """Show this listing; tell whether its files are other ones than before, and every index is void."""
        if listing.paths == self.listing.paths:
            self.listing = listing
            self.dataChanged.emit(self.index(0, 0), self.index(max(self.rowCount() - 1, 0), 0))
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

    def span_at(self, index: Index) -> Span:
        """Return what the index stands for; the top folder for none."""
        return self._nodes[index.internalId() if index.isValid() else 0].span

    def index_of(self, path: str) -> QModelIndex:
        """Return the index of a file or a folder, building the folders on the way; an invalid one for nothing."""
        number = 0
        while self._nodes[number].span.path != path:
            inner = (child for child in self._children(number) if _leads_to(self._nodes[child].span, path))
            number = next(inner, -1)
            if number < 0:
                return QModelIndex()
        return self.createIndex(self._nodes[number].row, 0, number) if number else QModelIndex()

    def index(self, row: int, column: int = 0, parent: Index | None = None) -> QModelIndex:
        children = self._children(parent.internalId() if parent is not None and parent.isValid() else 0)
        return (
            self.createIndex(row, column, children[row]) if 0 <= row < len(children) and not column else QModelIndex()
        )

    def parent(self, index: Index | None = None) -> Any:
        if index is None:
            return super().parent()
        number = self._nodes[index.internalId()].parent if index.isValid() else 0
        return self.createIndex(self._nodes[number].row, 0, number) if number else QModelIndex()

    def hasChildren(self, parent: Index | None = None) -> bool:
        if parent is None or not parent.isValid():
            return bool(self.listing.paths)
        return self._nodes[parent.internalId()].span.is_folder

    def rowCount(self, parent: Index | None = None) -> int:
        return len(self._children(parent.internalId() if parent is not None and parent.isValid() else 0))

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
        return Shown(
            span,
            seen(span.path if self.is_flat else span.name),
            listing.use(span),
            span.end - span.start - listing.count(span, Use.OUT),
            listing.status(span),
            has_changes=listing.changes(span) > 0,
        )

    def _plant(self) -> None:
        self._nodes = [_Node(self.listing.top, 0, 0)]
        if self._found is not None:
            spans = (self.listing.span_of(path) for path in self._found)
            self._grow(0, [span for span in spans if span is not None])

    def _children(self, number: int) -> list[int]:
        node = self._nodes[number]
        if node.children is None:
            self._grow(number, self.listing.children(node.span) if node.span.is_folder else [])
        return node.children or []

    def _grow(self, number: int, spans: Sequence[Span]) -> None:
        first = len(self._nodes)
        self._nodes += [_Node(span, row, number) for row, span in enumerate(spans)]
        self._nodes[number].children = list(range(first, len(self._nodes)))


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


def _leads_to(span: Span, path: str) -> bool:
    return span.path == path or (span.path.endswith("/") and path.startswith(span.path))
