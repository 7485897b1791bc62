"""The kept conversations: a field to search them, the list, and what can be done with each.

Conversations                      New   ×
[ Search conversations                    ]
[This repository] [All]
┌ Tax rates for totals                  ⋯ ┐
│ today 14:02 · 12 turns                  │
└ …the **rate** of the country…           ┘
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
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
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QContextMenuEvent, QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QFrame,
    QLineEdit,
    QListView,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from guillemet.app.turns import ConversationHead
from guillemet.engine.text import counted
from guillemet.ui.style import icons, style
from guillemet.ui.widgets.context_menu import show_menu
from guillemet.ui.widgets.controls import IconButton, banner, button, label, on_escape
from guillemet.ui.widgets.empty_state import EmptyState
from guillemet.ui.widgets.fields import SearchField
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.widgets.tab_order import go_round
from guillemet.ui.wording import plain_tip, seen

_REST = 120
"""Milliseconds without a key after which the search is asked for."""
_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


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
        self.is_answering = False
        """Whether an answer arrives in the open one."""
        self.is_everywhere = False
        """Whether they are of several repositories."""

    def set_heads(self, heads: Sequence[ConversationHead]) -> None:
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
                return plain_tip(seen(f"{head.title}\n{head.root}"))
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
            parts.insert(0, "open · answer arriving" if self.is_answering else "open")
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
            place = QRect(0, 0, icons.SIZE, icons.SIZE)
            place.moveCenter(_more(box).center())
            painter.drawPixmap(place, icons.pixmap("more", theme.text, painter.device().devicePixelRatio()))
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:  # noqa: ARG002
        field = QLineEdit(parent)
        field.setAccessibleName("Title of the conversation")
        return field

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: ARG002
        box = option.rect
        # Over all of the entry: a field is higher than the line of the title, and would cut the next one in two.
        editor.setGeometry(box.adjusted(style.TIGHT, 2, -style.TIGHT, -2))


class HistoryList(QFrame):
    """Lets the user find a kept conversation; it shows nothing but what `set_heads` says.

    start(): give the focus to the search, and ask for the conversations.
    set_heads(heads): those that were found, best or newest first.
    set_open(key): the conversation that is open; 0 for none that is kept.
    set_answering(is_answering): whether an answer arrives in it.

    search_requested(words, everywhere): look for these words, for all conversations where there are none.
    open_requested(key), rename_requested(key, title), delete_requested(key), copy_requested(key), save_requested(key),
    branch_requested(key), new_requested, close_requested.
    """

    search_requested = Signal(str, bool)
    open_requested = Signal(int)
    rename_requested = Signal(int, str)
    delete_requested = Signal(int)
    copy_requested = Signal(int)
    save_requested = Signal(int)
    branch_requested = Signal(int)
    new_requested = Signal()
    close_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.setAccessibleName("Conversations")
        self._soon = QTimer(self, singleShot=True, interval=_REST)
        self._soon.timeout.connect(self._search)
        self._build()
        self._connect_signals()
        on_escape(self, self.close_requested.emit)

    def start(self) -> None:
        """Give the focus to the search, and ask for the conversations."""
        self._field.start()
        self._search()

    def set_heads(self, heads: tuple[ConversationHead, ...]) -> None:
        """Show these; the current one stays current if it is among them."""
        current = self._current()
        self._model.is_everywhere = self._all.isChecked()
        self._model.set_heads(heads)
        keys = [head.key for head in heads]
        row = keys.index(current.key) if current and current.key in keys else 0
        self._list.setCurrentIndex(self._model.index(row))
        is_search = bool(self._field.text().strip())
        self._pages.setCurrentWidget(self._list if heads else self._nothing if is_search else self._empty)
        found = "found" if is_search else ""
        self._foot.setText(f"{counted(len(heads), 'conversation')} {found}".strip() + _KEYS if heads else "")

    def set_open(self, key: int) -> None:
        self._model.open_key = key
        self._list.viewport().update()

    def set_answering(self, *, is_answering: bool) -> None:
        """Note whether an answer arrives in the conversation that is open."""
        self._model.is_answering = is_answering
        self._list.viewport().update()

    def focusNextPrevChild(self, next: bool) -> bool:
        return go_round(self, forward=next)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2:
            self._list.keyPressEvent(event)  # from the search too, whose foot says so
        else:
            super().keyPressEvent(event)

    def _build(self) -> None:
        self._new = button("New", "quiet", name="New conversation")
        self._close = IconButton("close", "Close the list of conversations", role="quiet")
        self._close.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        head = banner(label("Conversation history", "title"), self._new, self._close)
        self._field = SearchField("Search conversations")
        self._field.setPlaceholderText("Search conversations")
        self._here, self._all = button("This repository"), button("All")
        self._where = QButtonGroup(self)
        places = FlowLayout(gap=style.TIGHT)
        for choice in (self._here, self._all):
            choice.setCheckable(True)
            self._where.addButton(choice)
            places.addWidget(choice)
        self._here.setChecked(True)
        self._list = _Heads()
        self._model = HeadsModel(self)
        self._delegate = HeadDelegate(self._list)
        self._list.setModel(self._model)
        self._list.setItemDelegate(self._delegate)
        self._empty = EmptyState("No conversation yet", "Your conversations are saved here, on this computer only.")
        self._nothing = EmptyState("Nothing was said like that", _HOW_FOUND)
        self._pages = QStackedWidget()
        for page in (self._empty, self._list, self._nothing):
            self._pages.addWidget(page)
        self._foot = label("", "dim")
        parts = self._field, places, (self._pages, 1), self._foot
        body = fill(QVBoxLayout(), *parts, margins=style.GAP, gap=style.GAP)
        fill(QVBoxLayout(self), head, (body, 1), margins=0, gap=0)

    def _connect_signals(self) -> None:
        self._new.clicked.connect(self.new_requested)
        self._close.clicked.connect(self.close_requested)
        self._field.textChanged.connect(lambda _: self._soon.start())
        self._field.left.connect(self.close_requested)
        self._field.taken.connect(lambda: self._open(self._list.currentIndex()))
        self._field.travelled.connect(self._list.keyPressEvent)
        self._where.buttonClicked.connect(self._search)
        self._list.clicked.connect(self._open)
        self._list.chosen.connect(self._open)
        self._list.menu_requested.connect(self._show_menu)
        self._list.delete_requested.connect(lambda: self._request(self.delete_requested.emit))
        self._model.renamed.connect(self.rename_requested)

    def _search(self) -> None:
        self._soon.stop()
        self.search_requested.emit(self._field.text().strip(), self._all.isChecked())

    def _current(self) -> ConversationHead | None:
        head = self._list.currentIndex().data(HEAD_ROLE)
        return head if isinstance(head, ConversationHead) else None

    def _request(self, request: Callable[[int], object]) -> None:
        head = self._current()
        if head is not None:
            request(head.key)

    def _open(self, index: Index) -> None:
        head = index.data(HEAD_ROLE)
        if isinstance(head, ConversationHead):
            self.open_requested.emit(head.key)

    def _show_menu(self, index: QModelIndex, spot: QPoint) -> None:
        """Show what can be done with a conversation."""
        self._list.setCurrentIndex(index)
        entries = (
            ("Open", partial(self._request, self.open_requested.emit)),
            ("Rename…", partial(self._list.edit, index)),
            ("Show its next branch", partial(self._request, self.branch_requested.emit)),
            ("Copy as Markdown", partial(self._request, self.copy_requested.emit)),
            ("Save as Markdown…", partial(self._request, self.save_requested.emit)),
            ("Delete", partial(self._request, self.delete_requested.emit)),
        )
        show_menu(self, entries, self._list.viewport().mapToGlobal(spot))


_HOW_FOUND = "All words must stand in one message; whole words are looked for, the last may be begun."


class _Heads(QListView):
    chosen = Signal(QModelIndex)
    menu_requested = Signal(object, QPoint)
    delete_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Conversations")
        self.setProperty("role", "list")
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _RETURN and self.state() is not QAbstractItemView.State.EditingState:
            self.chosen.emit(self.currentIndex())
        elif event.key() == Qt.Key.Key_Delete:
            self.delete_requested.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        spot = event.position().toPoint()
        index = self.indexAt(spot)
        if index.isValid() and is_at_more(self.visualRect(index), spot):
            self.menu_requested.emit(index, spot)
        else:
            super().mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        is_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if is_key else self.indexAt(event.pos())
        if index.isValid():
            self.menu_requested.emit(index, self.visualRect(index).center() if is_key else event.pos())


_KEYS = " · in the list, F2 renames and Delete deletes"


def is_at_more(box: QRect, spot: QPoint) -> bool:
    """Whether this is where the menu of an entry opens that has this box."""
    return _more(box).contains(spot)


def when(then: datetime, now: datetime) -> str:
    """Return a time relative to now, in words."""
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
