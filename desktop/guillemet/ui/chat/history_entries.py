"""Kept conversations as the items of a list: title, when and how long, and where a search found its words."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from guillemet.app.turns import ConversationHead
from guillemet.ui.style import style
from guillemet.ui.wording import counted, seen

Index = QModelIndex | QPersistentModelIndex

HEAD_ROLE = Qt.ItemDataRole.UserRole + 1
_PAD = 6
_MORE = 30
"""Pixels on the right of an entry where its menu opens."""


class HeadsModel(QAbstractListModel):
    """The conversations as Qt's views want them.

    renamed(key, title): the user wrote another title.
    """

    renamed = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads: tuple[ConversationHead, ...] = ()
        self.open_key = 0
        self.is_everywhere = False
        """Whether they are of several repositories."""

    def set_heads(self, heads: Sequence[ConversationHead]) -> None:
        """Show these."""
        self.beginResetModel()
        self.heads = tuple(heads)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.heads)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.heads):
            return None
        head = self.heads[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return seen(head.title)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{seen(head.title)}, {self.detail(head)}. {seen(head.excerpt)}"
            case Qt.ItemDataRole.ToolTipRole:
                return f"{seen(head.title)}\n{head.root}"
            case _:
                return head if role == HEAD_ROLE else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        head, title = self.heads[index.row()], str(value).strip()
        if role == Qt.ItemDataRole.EditRole and title and title != head.title:
            self.renamed.emit(head.key, title)
        return False

    def detail(self, head: ConversationHead) -> str:
        """Return when it was changed, how long it is, and where it belongs if that could be elsewhere."""
        parts = [when(head.changed_at, datetime.now(head.changed_at.tzinfo)), counted(head.turns, "turn")]
        if head.key == self.open_key:
            parts.insert(0, "open")
        if self.is_everywhere:
            parts.append(PurePath(head.root).name)
        return " · ".join(parts)


class HeadDelegate(QStyledItemDelegate):
    """Draws a conversation in two lines, three with an excerpt."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        head: ConversationHead = index.data(HEAD_ROLE)
        return QSize(120, (3 if head.excerpt else 2) * QFontMetrics(option.font).height() + 2 * _PAD + 4)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        head: ConversationHead = index.data(HEAD_ROLE)
        theme, box = style.current().theme, option.rect
        is_near = bool(option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver))
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, QColor(theme.selection))
        elif is_near:
            painter.fillRect(box, style.blend(theme.accent, theme.pane, 0.08))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.fillRect(QRect(box.topLeft(), QSize(3, box.height())), QColor(theme.accent))
        height = painter.fontMetrics().height()
        line = QRect(box.left() + style.WIDE, box.top() + _PAD, box.width() - style.WIDE - _MORE, height)
        _write(painter, line, [(seen(head.title), True)], theme.text)
        model = index.model()
        detail = model.detail(head) if isinstance(model, HeadsModel) else ""
        line.translate(0, height + 2)
        dim = theme.text if option.state & QStyle.StateFlag.State_Selected else theme.dim
        _write(painter, line, [(detail, False)], dim)
        if head.excerpt:
            line.translate(0, height + 2)
            _write(painter, line, list(_marked(seen(head.excerpt))), dim)
        if is_near:
            painter.setPen(QColor(theme.text))
            painter.drawText(_more(box), Qt.AlignmentFlag.AlignCenter, "⋯")
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:  # noqa: ARG002
        field = QLineEdit(parent)
        field.setAccessibleName("Title of the conversation")
        return field

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: ARG002
        box = option.rect
        # Over all of the entry: a field is higher than the line of the title, and would cut the next one in two.
        editor.setGeometry(box.adjusted(style.TIGHT, 2, -style.TIGHT, -2))


def is_at_more(box: QRect, spot: QPoint) -> bool:
    """Whether this is where the menu of an entry opens that has this box."""
    return _more(box).contains(spot)


def when(then: datetime, now: datetime) -> str:
    """Return when it was, in the words of who looks back now."""
    then, now = then.astimezone(), now.astimezone()
    days = (now.date() - then.date()).days
    if days == 0:
        return f"today {then:%H:%M}"
    if days == 1:
        return f"yesterday {then:%H:%M}"
    return f"{then.day} {then:%B}" if then.year == now.year else f"{then.day} {then:%B %Y}"


def _more(box: QRect) -> QRect:
    return QRect(box.right() - _MORE, box.top(), _MORE, box.height())


def _marked(excerpt: str) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of an excerpt, and whether each was looked for."""
    for number, piece in enumerate(excerpt.replace("»", "«").split("«")):
        if piece:
            yield piece, number % 2 == 1


def _write(painter: QPainter, line: QRect, pieces: Sequence[tuple[str, bool]], colour: str) -> None:
    """Write pieces one behind the other, the marked ones bold, shortened where the line ends."""
    at, plain = line.left(), QFont(painter.font())
    bold = QFont(plain)
    bold.setWeight(QFont.Weight.DemiBold)
    painter.setPen(QColor(colour))
    for text, is_bold in pieces:
        painter.setFont(bold if is_bold else plain)
        metrics, room = painter.fontMetrics(), line.right() - at
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(at, line.top(), room, line.height()), Qt.AlignmentFlag.AlignVCenter, shown)
        if shown != text:
            break
        at += metrics.horizontalAdvance(shown)
    painter.setFont(plain)
