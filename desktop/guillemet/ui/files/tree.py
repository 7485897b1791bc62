"""The tree of files, worked by keys or by its boxes."""

from collections.abc import Sequence

from PySide6.QtCore import (
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
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from guillemet.app.file_listing import FileListing, FolderSpan
from guillemet.app.turns import ListedFile, Use
from guillemet.ui.files.tree_model import NODE_ROLE, Shown, TreeModel
from guillemet.ui.style import style
from guillemet.ui.style.theme import Theme
from guillemet.ui.widgets.tab_order import go_to_row

_BOX = 16
_PAD = 4
Index = QModelIndex | QPersistentModelIndex
_NEXT = {Use.OUT: Use.IN, Use.IN: Use.READ_ONLY, Use.READ_ONLY: Use.OUT, None: Use.IN}


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
        font = QFont(painter.font())
        font.setPixelSize(11)
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

    use_requested(paths, Use): these files are to be out, read-only or in.
    typed(text): something was typed that means nothing here; it is meant for the filter.
    left_upwards: Up was pressed in the first row.
    """

    use_requested = Signal(tuple, object)
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
        """Show these files; open folders, current row and scrolling stay. Tell whether they are other ones."""
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
                self._open_or_cycle()
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
            self._open_or_cycle()

    def _press(self, event: QMouseEvent) -> bool:
        """Go on to the next use of the row whose box lies under the pointer; tell whether there is one."""
        point: QPoint = event.position().toPoint()
        index = self.indexAt(point)
        if event.button() is not Qt.MouseButton.LeftButton or event.modifiers() or not index.isValid():
            return False
        if not self._delegate.hits_box(self.visualRect(index), point):
            return False
        go_to_row(self, index)
        self.cycle()
        return True

    def _open_or_cycle(self) -> None:
        index = self.currentIndex()
        if self._files.is_rest(index):
            go_to_row(self, self._files.show_more(index))
        elif index.isValid() and self._files.span_at(index).is_folder:
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self.cycle()

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
