"""How a row of the file tree is drawn: a box that tells the use, the name, what git says.

[✓] app.py                     M      in: the model may edit it
[R] tax.py   read-only                read-only
[ ] total.py                   ?      out
[–] src      2 of 14           ·      a folder whose files differ, with changes inside
"""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from guillemet.app.turns import Use
from guillemet.ui.files.tree_model import NODE_ROLE, Shown
from guillemet.ui.style import style
from guillemet.ui.style.theme import Theme

_BOX = 16
_PAD = 4
Index = QModelIndex | QPersistentModelIndex


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
