"""The popup of completions and choices: a floating frame, the entries of a list, and how a row is drawn."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from guillemet.engine.review import Decision
from guillemet.ui.style import style
from guillemet.ui.wording import plain_tip


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
    """A frame in the window of its owner, on top of everything there; it goes when the owner is hidden."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner.window())
        self._owner = owner
        self.setObjectName("floating")
        self.setProperty("role", "floating")
        self.setAutoFillBackground(True)
        self.hide()
        owner.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._owner and event.type() is QEvent.Type.Hide:
            self.hide()
        return super().eventFilter(watched, event)

    def place_at(self, anchor: QRect, wanted: QSize) -> None:
        """Stand at this rectangle of the owner, as large as wanted where there is room."""
        window = self._owner.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        corner = self._owner.mapTo(window, QPoint(0, 0)) + anchor.topLeft()
        self.setGeometry(place(QRect(corner, anchor.size()), wanted, window.rect()))
        self.raise_()

    def width_within(self, most: int) -> int:
        """Return this width, or less where the window is narrower."""
        return min(most, self._owner.window().width() - 2 * style.TIGHT)


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
    """What the choice means to the owner of the list."""
    sign: str = ""
    """A letter or a tick before it."""
    more: str = ""
    """What else is to be known, shown in the tooltip."""
    is_heading: bool = False
    """It names those that follow and cannot be chosen."""
    is_enabled: bool = True
    """Whether it can be chosen now."""

    @property
    def spoken(self) -> str:
        """The entry as a screen reader says it."""
        return ", ".join(part for part in (self.title, self.sign, self.detail, self.more) if part)


TICK = "chosen"
"""The sign of what is chosen now, drawn as a tick."""


class EntryList(QListView):
    """A list of entries, which its owner steps through by keys. Headings are passed over, and its ends meet."""

    def __init__(self, parent: QWidget, *, most_rows: int) -> None:
        super().__init__(parent)
        self.entries: tuple[ChoiceEntry, ...] = ()
        self._most_rows = most_rows
        self._items = QStandardItemModel(self)
        self._delegate = EntryDelegate(self)
        self.setModel(self._items)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def current(self) -> ChoiceEntry | None:
        entry = self.currentIndex().data(ENTRY_ROLE)
        return entry if isinstance(entry, ChoiceEntry) else None

    @property
    def row(self) -> int:
        """The row of the entry that is chosen, counted from 0; -1 where none is."""
        return self.currentIndex().row()

    def set_entries(self, entries: Sequence[ChoiceEntry]) -> None:
        """Show these; none is chosen."""
        self.entries = tuple(entries)
        self._items.clear()
        self._items.invisibleRootItem().appendRows([_item(entry) for entry in entries])

    def choose(self, row: int) -> None:
        """Choose the entry of this row; -1 chooses none."""
        self.setCurrentIndex(self._items.index(row, 0))

    def step(self, by: int) -> None:
        """Choose an entry further down, or up."""
        rows = [row for row, entry in enumerate(self.entries) if not entry.is_heading]
        if rows:
            at = rows.index(self.row) + by if self.row in rows else min(by, 0)
            self.choose(rows[at % len(rows)])

    def set_width(self, width: int) -> None:
        """Know how wide the list is going to be, in pixels."""
        if self._delegate.is_narrow is not (width < NARROW):
            self._delegate.is_narrow = width < NARROW
            self.scheduleDelayedItemsLayout()

    def wanted_height(self) -> int:
        """Return the height of all rows, or of as many as are shown at once."""
        return sum(self.sizeHintForRow(row) for row in range(min(len(self.entries), self._most_rows)))


def _item(entry: ChoiceEntry) -> QStandardItem:
    item = QStandardItem(entry.title)
    item.setData(entry, ENTRY_ROLE)
    item.setData(entry.spoken, Qt.ItemDataRole.AccessibleTextRole)
    item.setToolTip(plain_tip("\n".join(part for part in (entry.title, entry.detail, entry.more) if part)))
    selectable = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
    item.setFlags(selectable if entry.is_enabled and not entry.is_heading else Qt.ItemFlag.NoItemFlags)
    return item


class EntryDelegate(QStyledItemDelegate):
    """Draws sign, title and detail, in one line or, where the list is narrow, in two."""

    is_narrow = False
    """Whether what is said of an entry stands under it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        entry: ChoiceEntry = index.data(ENTRY_ROLE)
        line = QFontMetrics(option.font).height()
        lines = 2 if entry.detail and self.is_narrow and not entry.is_heading else 1
        return QSize(200, lines * line + 2 * _PAD)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: ChoiceEntry = index.data(ENTRY_ROLE)
        theme, box = style.current().theme, option.rect
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if is_chosen:
            painter.fillRect(box, QColor(theme.selection))
            painter.fillRect(QRect(box.topLeft(), QSize(3, box.height())), QColor(theme.accent))
        elif option.state & QStyle.StateFlag.State_MouseOver and entry.is_enabled and not entry.is_heading:
            painter.fillRect(box, style.blend(theme.accent, theme.raised, 0.08))
        line = QRect(
            box.left() + style.GAP, box.top() + _PAD, box.width() - 2 * style.GAP, painter.fontMetrics().height()
        )
        if entry.is_heading:
            _write(painter, line, entry.title, colour=theme.dim, bold=True)
        else:
            self._paint_entry(painter, line, entry, is_narrow=self.is_narrow)
        painter.restore()

    @staticmethod
    def _paint_entry(painter: QPainter, line: QRect, entry: ChoiceEntry, *, is_narrow: bool) -> None:
        theme = style.current().theme
        text, dim = (theme.text, theme.dim) if entry.is_enabled else (style.faded(theme),) * 2
        before = QRect(line.topLeft(), QSize(_SIGN, line.height()))
        if entry.sign == TICK:
            style.draw_mark(painter, before.adjusted(0, 0, -style.TIGHT, 0), Decision.ACCEPTED, QColor(theme.accent))
        else:
            _write(painter, before, entry.sign, colour=theme.accent, bold=True)
        line = line.adjusted(_SIGN, 0, 0, 0)
        if is_narrow:
            _write(painter, line, entry.title, colour=text)
            _write(painter, line.translated(QPoint(0, line.height())), entry.detail, colour=dim)
            return
        used = _write(painter, line, entry.title, colour=text, middle=True)
        rest = line.adjusted(used + style.WIDE, 0, 0, 0)
        if rest.width() > 40:
            _write(painter, rest, entry.detail, colour=dim, right=True)


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
