"""The list of what the next commit holds."""

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QSizePolicy, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from guillemet.engine.review import CommitLine, Kind
from guillemet.ui.style import icons, style
from guillemet.ui.wording import LETTERS, counted, seen

_LINE_ROLE = int(Qt.ItemDataRole.UserRole)
Index = QModelIndex | QPersistentModelIndex


class CommitLines(QListView):
    """One row a path: letter, path, and whether it is staged; as high as its rows, up to a few."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = _Lines(self)
        self._most_rows = 4
        self.setModel(self._lines)
        self.setItemDelegate(_Delegate(self))
        self.setProperty("role", "list")
        self.setUniformItemSizes(True)
        self.setSelectionMode(self.selectionMode().SingleSelection)
        self.setVerticalScrollMode(self.verticalScrollMode().ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(self.editTriggers().NoEditTriggers)
        self.setAccessibleName("What will be committed")

    def set_lines(self, lines: tuple[CommitLine, ...]) -> None:
        """List these paths."""
        scroll = self.verticalScrollBar().value()
        self._lines.set_lines(lines)
        self.setAccessibleName(f"What will be committed: {counted(len(lines), 'path')}")
        self.updateGeometry()
        self.verticalScrollBar().setValue(scroll)

    def set_most_rows(self, count: int) -> None:
        """Be at most this many rows high."""
        if count != self._most_rows:
            self._most_rows = count
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(200, self._row_height() * min(max(self._lines.rowCount(), 1), self._most_rows) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self._row_height() * min(max(self._lines.rowCount(), 1), 2) + 2)

    def _row_height(self) -> int:
        return self.fontMetrics().height() + style.GAP


class _Lines(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._lines: tuple[CommitLine, ...] = ()

    def set_lines(self, lines: tuple[CommitLine, ...]) -> None:
        if lines != self._lines:
            self.beginResetModel()
            self._lines = lines
            self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return seen(line.path)
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                moved = f" from {seen(line.moved_from)}" if line.kind is Kind.MOVED else ""
                return ", ".join(filter(None, (seen(line.path), line.kind + moved, _state(line), seen(line.note))))
            case _:
                return line if role == _LINE_ROLE else None


class _Delegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002
        return QSize(80, QFontMetrics(option.font).height() + style.GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line: CommitLine = index.data(_LINE_ROLE)
        theme = style.current().theme
        is_current = bool(option.state & QStyle.StateFlag.State_HasFocus)
        back = theme.selection if is_current else theme.pane
        painter.save()
        painter.fillRect(option.rect, QColor(back))
        area = option.rect.adjusted(style.GAP, 0, -style.GAP, 0)
        small = QFont(option.font)
        small.setPointSizeF(max(6.0, option.font.pointSizeF() * 0.85))
        chip = icons.chip_size(_state(line), small)
        chip_box = QRect(
            area.right() - chip.width(), area.center().y() - chip.height() // 2, chip.width(), chip.height()
        )
        painter.setFont(small)
        colour = theme.good if line.is_staged and not line.is_left_out else theme.dim
        icons.draw_chip(painter, chip_box, _state(line), colour=colour, back=theme.pane)
        bold = QFont(option.font)
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(QColor(theme.bad if line.kind is Kind.DELETED else theme.accent))
        letter = QRect(area.left(), area.top(), QFontMetrics(bold).horizontalAdvance("M") + style.TIGHT, area.height())
        painter.drawText(letter, Qt.AlignmentFlag.AlignVCenter, LETTERS[line.kind])
        font = QFont(option.font)
        font.setStrikeOut(line.is_left_out)
        painter.setFont(font)
        painter.setPen(QColor(theme.dim if line.is_left_out else theme.text))
        path = QRect(
            letter.right() + style.TIGHT, area.top(), chip_box.left() - letter.right() - 3 * style.TIGHT, area.height()
        )
        text = QFontMetrics(font).elidedText(seen(line.path), Qt.TextElideMode.ElideMiddle, path.width())
        painter.drawText(path, Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()


def _state(line: CommitLine) -> str:
    if line.is_left_out:
        return "left out"
    return "staged" if line.is_staged else "accepted"
