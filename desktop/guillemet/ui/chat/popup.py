"""The popup of completions and choices: a floating frame, the entries of a list, and how a row is drawn."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from guillemet.ui.style import style


def place(anchor: QRect, wanted: QSize, area: QRect) -> QRect:
    """Return where something of this size goes: above the anchor, else below, shrunk to stay within the area."""
    room = area.adjusted(style.TIGHT, style.TIGHT, -style.TIGHT, -style.TIGHT)
    above, below = anchor.top() - style.TIGHT - room.top(), room.bottom() - anchor.bottom() - style.TIGHT
    is_above = above >= min(wanted.height(), below) or above >= below
    width = min(wanted.width(), room.width())
    height = max(min(wanted.height(), above if is_above else below), 0)
    left = max(room.left(), min(anchor.left(), room.right() + 1 - width))
    top = anchor.top() - style.TIGHT - height if is_above else anchor.bottom() + 1 + style.TIGHT
    return QRect(left, top, width, height)


class Popup(QFrame):
    """A frame in the window of its owner, on top of everything there."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner.window())
        self._owner = owner
        self.setObjectName("floating")
        self.setProperty("role", "floating")
        self.setAutoFillBackground(True)
        self.hide()

    def place_at(self, anchor: QRect, wanted: QSize) -> None:
        """Stand at this rectangle of the owner, as large as wanted where there is room."""
        window = self._owner.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        corner = self._owner.mapTo(window, QPoint(0, 0)) + anchor.topLeft()
        self.setGeometry(place(QRect(corner, anchor.size()), wanted, window.rect()))
        self.raise_()


ENTRY_ROLE = int(Qt.ItemDataRole.UserRole)
NARROW = 420
"""Pixels of a list below which what is said of an entry stands under it, not beside it."""
_PAD = 5
_SIGN = 18
Index = QModelIndex | QPersistentModelIndex


class ChoiceEntry(Struct, frozen=True):
    """One thing to choose."""

    title: str
    detail: str = ""
    """What it does or where it is."""
    key: object = None
    """What the choice means to whoever asked."""
    sign: str = ""
    """A letter or a tick before it."""
    more: str = ""
    """What else is to be known, told when one points at it."""
    is_heading: bool = False
    """It names those that follow and cannot be chosen."""

    @property
    def spoken(self) -> str:
        """The entry as a screen reader says it."""
        chosen = "chosen" if self.sign == TICK else self.sign
        return ", ".join(part for part in (self.title, chosen, self.detail, self.more) if part)


TICK = "✓"


class EntriesModel(QAbstractListModel):
    """Rows of `Entry`."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.entries: tuple[ChoiceEntry, ...] = ()

    def set_entries(self, entries: Sequence[ChoiceEntry]) -> None:
        """Show these."""
        self.beginResetModel()
        self.entries = tuple(entries)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and self.entries[index.row()].is_heading:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.entries):
            return None
        entry = self.entries[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return entry.title
            case Qt.ItemDataRole.AccessibleTextRole:
                return entry.spoken
            case Qt.ItemDataRole.ToolTipRole:
                return "\n".join(part for part in (entry.title, entry.detail, entry.more) if part)
            case _:
                return entry if role == ENTRY_ROLE else None


class EntryDelegate(QStyledItemDelegate):
    """Draws sign, title and detail, in one line or, where the list is narrow, in two."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        self._is_narrow = False

    def set_width(self, width: int) -> None:
        """Know how wide the list is going to be, in pixels."""
        if self._is_narrow is not (width < NARROW):
            self._is_narrow = width < NARROW
            self._view.scheduleDelayedItemsLayout()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        entry: ChoiceEntry = index.data(ENTRY_ROLE)
        line = QFontMetrics(option.font).height()
        lines = 2 if entry.detail and self._is_narrow and not entry.is_heading else 1
        return QSize(200, lines * line + 2 * _PAD)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: ChoiceEntry = index.data(ENTRY_ROLE)
        theme, box = style.current().theme, option.rect
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if is_chosen:
            painter.fillRect(box, QColor(theme.selection))
            painter.fillRect(QRect(box.topLeft(), QSize(3, box.height())), QColor(theme.accent))
        elif option.state & QStyle.StateFlag.State_MouseOver and not entry.is_heading:
            painter.fillRect(box, style.blend(theme.accent, theme.raised, 0.08))
        line = QRect(
            box.left() + style.GAP, box.top() + _PAD, box.width() - 2 * style.GAP, painter.fontMetrics().height()
        )
        if entry.is_heading:
            _write(painter, line, entry.title, colour=theme.dim, bold=True)
        else:
            self._paint_entry(painter, line, entry, is_narrow=self._is_narrow)
        painter.restore()

    @staticmethod
    def _paint_entry(painter: QPainter, line: QRect, entry: ChoiceEntry, *, is_narrow: bool) -> None:
        theme = style.current().theme
        _write(painter, QRect(line.topLeft(), QSize(_SIGN, line.height())), entry.sign, colour=theme.accent, bold=True)
        line = line.adjusted(_SIGN, 0, 0, 0)
        if is_narrow:
            _write(painter, line, entry.title, colour=theme.text)
            _write(painter, line.translated(QPoint(0, line.height())), entry.detail, colour=theme.dim)
            return
        used = _write(painter, line, entry.title, colour=theme.text, middle=True)
        rest = line.adjusted(used + style.WIDE, 0, 0, 0)
        if rest.width() > 40:
            _write(painter, rest, entry.detail, colour=theme.dim, right=True)


def _write(
    painter: QPainter,
    box: QRect,
    text: str,
    *,
    colour: str,
    bold: bool = False,
    middle: bool = False,
    right: bool = False,
) -> int:
    """Write a line of text, shortened where it does not fit; return its width in pixels."""
    font = QFont(painter.font())
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    painter.setFont(font)
    painter.setPen(QColor(colour))
    mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
    shown = painter.fontMetrics().elidedText(text, mode, box.width())
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, shown)
    return painter.fontMetrics().horizontalAdvance(shown)
