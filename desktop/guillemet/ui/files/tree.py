"""The tree of files, worked by keys or by its boxes."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import Struct, field
from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QContextMenuEvent, QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from guillemet.app.file_listing import FileListing, FolderSpan
from guillemet.app.turns import ListedFile, Use
from guillemet.engine.text import counted
from guillemet.ui.style import style
from guillemet.ui.style.theme import Theme
from guillemet.ui.widgets.context_menu import Entry, PathAction, path_entries, show_menu
from guillemet.ui.widgets.tab_order import go_to_row
from guillemet.ui.wording import plain_tip, seen

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
_BOX = 16
_PAD = 4
_USES = {"Add to the conversation": Use.IN, "Add read-only": Use.READ_ONLY, "Take out": Use.OUT}
_NEXT = {Use.OUT: Use.IN, Use.IN: Use.READ_ONLY, Use.READ_ONLY: Use.OUT, None: Use.IN}


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


class _FolderNode(Struct):
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
        self._nodes: list[_FolderNode] = []
        self._found: tuple[str, ...] | None = None
        self._plant()

    @property
    def is_flat(self) -> bool:
        """Whether the rows are what a filter found."""
        return self._found is not None

    def set_listing(self, listing: FileListing) -> bool:
        """Show this listing; return whether the files changed, which invalidates every index."""
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
                return plain_tip(tooltip(self._shown(index)))
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
        self._nodes = [_FolderNode(self.listing.top, 0, 0, spans, range(0), len(spans), has_rest=False)]

    def _node(self, folder: FolderSpan, row: int, parent: int) -> _FolderNode:
        folders = self.listing.folders(folder)
        files = range(folders[-1].end if folders else folder.start, folder.end)
        size = len(folders) + len(files)
        shown = min(size, max(STEP, len(folders)))
        return _FolderNode(folder, row, parent, folders, files, shown, has_rest=shown < size)

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

    def _span(self, node: _FolderNode, row: int) -> FolderSpan:
        if row < len(node.spans):
            return node.spans[row]
        number = node.files[row - len(node.spans)]
        return FolderSpan(node.span.path, number, node.span.end) if row == node.shown else self._file(number)

    def _file(self, number: int) -> FolderSpan:
        return FolderSpan(self.listing.paths[number], number, number + 1)

    def _row_to(self, node: _FolderNode, path: str) -> int | None:
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
    """Return the text of the row for screen readers."""
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


class TreeDelegate(QStyledItemDelegate):
    """Draws `Shown` and tells whether a point hits the box."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002
        return QSize(160, max(QFontMetrics(option.font).height(), _BOX) + 2 * _PAD)

    def hits_box(self, row: QRect, point: QPoint) -> bool:
        """Return whether the point, in the view, lies on the box of this row or close to it."""
        return row.left() <= point.x() <= _box(row).right() + style.TIGHT

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown: Shown = index.data(NODE_ROLE)
        theme, row = style.current().theme, option.rect
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if is_selected:
            painter.fillRect(row, QColor(theme.selection))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(row, style.blend(theme.accent, theme.pane, 0.07))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.fillRect(QRect(row.topLeft(), QSize(3, row.height())), QColor(theme.accent))
        _draw_box(painter, _box(row), shown.use, theme)
        right = _draw_status(painter, row, shown, theme)
        left = _box(row).right() + style.GAP
        _draw_name(painter, QRect(left, row.top(), right - left, row.height()), shown, theme)
        painter.restore()


def _box(row: QRect) -> QRect:
    return QRect(row.left() + style.TIGHT, row.top() + (row.height() - _BOX) // 2, _BOX, _BOX)


def _draw_box(painter: QPainter, box: QRect, use: Use | None, theme: Theme) -> None:
    """Draw it filled with a tick for in, with an R for read-only, with a dash where files differ, else empty."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    is_in = use is Use.IN
    painter.setPen(QPen(QColor(theme.dim if use is Use.OUT else theme.accent), 1.2))
    painter.setBrush(QColor(theme.accent) if is_in else QColor(theme.pane))
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    centre = QRectF(box).center()
    pen = QPen(QColor(theme.accent_text if is_in else theme.accent), 1.8)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    if is_in:
        painter.drawPolyline([centre + QPointF(-3.8, 0.3), centre + QPointF(-1, 3.2), centre + QPointF(4, -3.4)])
    elif use is Use.READ_ONLY:
        font = style.small_font(painter.font())
        font.setWeight(QFont.Weight.Bold)
        painter.setFont(font)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "R")
    elif use is None:
        painter.drawLine(centre + QPointF(-3.5, 0), centre + QPointF(3.5, 0))
    painter.restore()


def _draw_status(painter: QPainter, row: QRect, shown: Shown, theme: Theme) -> int:
    """Draw git's letter at the right, a dot for a folder with changes inside; return where the room for it begins."""
    width = painter.fontMetrics().horizontalAdvance("M") + 2 * style.GAP
    place = QRect(row.right() - width, row.top(), width, row.height())
    text = "•" if shown.span.is_folder and shown.has_changes else shown.status
    painter.setPen(QColor(theme.dim if shown.span.is_folder or shown.status == "?" else theme.accent))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)
    return place.left()


def _draw_name(painter: QPainter, place: QRect, shown: Shown, theme: Theme) -> None:
    note = ""
    if shown.span.is_folder and shown.use is None:
        note = f"{shown.chosen:,} of {shown.span.end - shown.span.start:,}"
    elif shown.use is Use.READ_ONLY:
        note = "read-only"
    metrics = painter.fontMetrics()
    kept = metrics.horizontalAdvance(note) + style.GAP if note else 0
    text = metrics.elidedText(shown.title, Qt.TextElideMode.ElideMiddle, place.width() - kept)
    painter.setPen(QColor(theme.text))
    painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, text)
    if note:
        painter.setPen(QColor(theme.dim))
        left = metrics.horizontalAdvance(text) + style.GAP
        painter.drawText(place.adjusted(left, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, note)


class FileTree(QTreeView):
    """Space or a press on the box goes on to the next use, R makes read-only; folders go with all their files.

    Return or a double click opens a file, or folds a folder.

    path_action_requested(PathAction, paths): a file is to be opened, or what is chosen from the menu.
    use_requested(paths, Use): these files are to be out, read-only or in.
    typed(text): something was typed that means nothing here; it is meant for the filter.
    left_upwards: Up was pressed in the first row.
    """

    use_requested = Signal(tuple, object)
    path_action_requested = Signal(object, tuple)
    typed = Signal(str)
    left_upwards = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._files = TreeModel(self)
        self._delegate = TreeDelegate(self)
        self._open: set[str] = set()
        self.setModel(self._files)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName("Files of the repository")
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setProperty("role", "list")
        self.setMouseTracking(True)
        self.setIndentation(16)
        self.setExpandsOnDoubleClick(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.expanded.connect(lambda index: self._open.add(self._files.span_at(index).path))
        self.collapsed.connect(lambda index: self._open.discard(self._files.span_at(index).path))

    @property
    def current_path(self) -> str:
        """The current file or folder; a folder's path ends with a slash."""
        index = self.currentIndex()
        return self._files.span_at(index).path if index.isValid() else ""

    def set_listing(self, listing: FileListing) -> bool:
        """Show these files; keep open folders, current row and scrolling; return whether the files changed."""
        current, scrolled = self.current_path, self.verticalScrollBar().value()
        is_other = self._files.set_listing(listing)
        if is_other:
            self._restore(current)
            self.verticalScrollBar().setValue(scrolled)
        self.viewport().update()
        return is_other

    def set_found(self, found: Sequence[ListedFile] | None) -> None:
        """Show these files one below the other, the first one current; or the tree again for None."""
        was_flat, current = self._files.is_flat, self.current_path
        if found is None and not was_flat:
            return
        self._files.set_found(found)
        self.setRootIsDecorated(found is None)
        self._restore(current if found is None else "")
        if found is None:
            self.scrollTo(self.currentIndex())

    def cycle(self) -> None:
        """Request the next use for what is selected."""
        spans = self._selected()
        if spans:
            uses = {self._files.listing.use(span) for span in spans}
            self._request_use(spans, _NEXT[uses.pop()] if len(uses) == 1 else Use.IN)

    def travel(self, event: QKeyEvent) -> None:
        """Do what a key that goes up or down does in the tree, without leaving it."""
        super().keyPressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, is_plain = event.key(), not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        match key:
            case Qt.Key.Key_Space if is_plain:
                self.cycle()
            case Qt.Key.Key_R if is_plain:
                self._turn_read_only()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if is_plain:
                self._open_row()
            case Qt.Key.Key_Up if is_plain and not self.indexAbove(self.currentIndex()).isValid():
                self.left_upwards.emit()
            case _ if (
                event.text().isprintable() and event.text().strip() and event.text() not in "+-*" and _types(event)
            ):
                self.typed.emit(event.text().removeprefix("/"))
            case _:
                super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._press(event):
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._press(event):
            return
        if self.indexAt(event.position().toPoint()).isValid():
            self._open_row()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show what can be done with the selected rows, by the mouse or the Menu key."""
        is_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if is_key else self.indexAt(event.pos())
        if not index.isValid() or self._files.is_rest(index):
            return
        if index not in self.selectedIndexes():
            go_to_row(self, index)
        spot = self.visualRect(index).center() if is_key else event.pos()
        show_menu(self, self._menu_entries(self._selected()), self.viewport().mapToGlobal(spot))

    def _menu_entries(self, spans: Sequence[FolderSpan]) -> list[Entry]:
        entries: list[Entry] = [
            (words, partial(self._request_use, spans, use))
            for words, use in _USES.items()
            if any(self._files.listing.use(span) is not use for span in spans)
        ]
        files = [span.path for span in spans if not span.is_folder]
        if files:
            actions = (PathAction.OPEN, PathAction.REVEAL, PathAction.COPY)
            shown = partial(self.path_action_requested.emit, PathAction.SHOW, (files[0],))
            opens: list[Entry] = [("Open beside the review", shown)] if len(files) == 1 else []
            entries += [None, *opens, *path_entries(actions, files, self.path_action_requested.emit)]
        return entries

    def _press(self, event: QMouseEvent) -> bool:
        """Switch the row whose box is under the pointer to its next use; return whether there is one."""
        point: QPoint = event.position().toPoint()
        index = self.indexAt(point)
        if event.button() is not Qt.MouseButton.LeftButton or event.modifiers() or not index.isValid():
            return False
        if not self._delegate.hits_box(self.visualRect(index), point):
            return False
        go_to_row(self, index)
        self.cycle()
        return True

    def _open_row(self) -> None:
        index = self.currentIndex()
        if self._files.is_rest(index):
            go_to_row(self, self._files.show_more(index))
        elif index.isValid() and self._files.span_at(index).is_folder:
            self.setExpanded(index, not self.isExpanded(index))
        elif index.isValid():
            self.path_action_requested.emit(PathAction.SHOW, (self.current_path,))

    def _turn_read_only(self) -> None:
        spans = self._selected()
        is_read = all(self._files.listing.use(span) is Use.READ_ONLY for span in spans)
        self._request_use(spans, Use.IN if is_read else Use.READ_ONLY)

    def _selected(self) -> list[FolderSpan]:
        return [self._files.span_at(index) for index in self.selectedIndexes()]

    def _request_use(self, spans: Sequence[FolderSpan], use: Use) -> None:
        listing = self._files.listing
        others = [span for span in spans if listing.count(span, use) < span.end - span.start]
        within = dict.fromkeys(path for span in others for path in listing.paths[span.start : span.end])
        is_mixed = any(listing.count(span, use) for span in others)
        wanted = [path for path in within if listing.use_of(path) is not use] if is_mixed else within
        paths = tuple(sorted(wanted))
        if paths:
            self.use_requested.emit(paths, use)

    def _restore(self, current: str) -> None:
        """Unfold what was unfolded and go back to the row that was current, or to the first."""
        if not self._files.is_flat:
            for path in sorted(self._open):
                self.expand(self._files.index_of(path))
        index = self._files.index_of(current)
        go_to_row(self, index if index.isValid() else self._files.index(0))


def _types(event: QKeyEvent) -> bool:
    return not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
