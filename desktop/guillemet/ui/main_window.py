"""The window: three panes between the line on top and the line at the bottom; layout and requests, no logic.

repository ▾  branch    Paste reply  Open reply…   Undo  Redo          Search actions  [▌] [▐]  Settings
changes                 │ diff                                          │ conversation
commit                  │                                  notice bar   │
4 undecided · reading reply ▓▓░                                                              today $0.12
"""

import base64
from collections.abc import Sequence

import msgspec
from msgspec import Struct
from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from guillemet.engine.review import Review
from guillemet.settings import Settings
from guillemet.ui.actions import Act, KeyScope
from guillemet.ui.changes import ChangesPane
from guillemet.ui.notice_bar import NoticeBar, NoticePlace
from guillemet.ui.shortcuts import RepeatMarker
from guillemet.ui.status_line import StatusLine
from guillemet.ui.style import style
from guillemet.ui.top_bar import TopBar
from guillemet.ui.widgets.controls import PathButton, button, label
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.side_column import SideColumn
from guillemet.ui.widgets.tab_order import chain_panes, holds_focus, leave, on_focus_change, take_over, takes_text
from guillemet.ui.window_actions import WindowActions

_MOST = 6
NARROW = 1600
"""Below this many pixels the conversation is folded until it is asked for: code gets the room."""
CRAMPED = 960
"""Below this many, changes and conversation take turns, and the diff keeps its room."""
_LEAST = QSize(600, 300)
_FIRST = QSize(1440, 900)
_FOCUS_LINE = 2
"""Pixels of the line along the top of a pane, which takes no room from it."""
_FRAME = QSize(16, 48)
"""About what a desktop draws around a window."""
_CHANGES, _CONVERSATION = 280, 340
"""Pixels of the two sides at first."""
_LEAST_CHANGES, _LEAST_CONVERSATION = 240, 260


class Welcome(QWidget):
    """Offers to open a repository.

    Signals: `repository_requested(str)` for one that was opened lately.
    """

    repository_requested = Signal(str)

    def __init__(self, opens: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = label("No repository is open", "headline")
        hint = label(
            "Open the repository a reply was written for, or drop its folder here. "
            "Nothing in it changes before you accept.",
            "dim",
        )
        self._open = button("Open repository…", "primary", clicked=opens.trigger)
        self._heading = QLabel("Recently opened", self)
        style.set_role(self._heading, "title")
        self._recent = QVBoxLayout()
        self._entries: list[PathButton] = []
        middle = QWidget(self)
        inner = fill(QVBoxLayout(middle), title, hint, (self._open, 0, Qt.AlignmentFlag.AlignLeft), gap=style.WIDE)
        inner.addSpacing(style.WIDE)
        inner.addWidget(self._heading)
        inner.addLayout(self._recent)
        middle.setMaximumWidth(460)
        row = fill(QHBoxLayout(), 1, (middle, 100), 1)
        fill(QVBoxLayout(self), 2, row, 3)
        self.setFocusProxy(self._open)
        self.set_recent(())

    def set_recent(self, recent: Sequence[str]) -> None:
        """List these repositories, newest first."""
        for gone in self._entries:
            gone.deleteLater()
        self._entries = []
        for place in recent[:_MOST]:
            entry = PathButton(place, self)
            entry.clicked.connect(lambda *, place=place: self.repository_requested.emit(place))
            self._recent.addWidget(entry)
            self._entries.append(entry)
        self._heading.setVisible(bool(recent))


class DropSign(QLabel):
    """Covers the window while something is dragged over it, and says what dropping it does."""

    def __init__(self, covered: QWidget) -> None:
        super().__init__(covered)
        self._covered = covered
        self.setProperty("role", "drop")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_for(self, mime: QMimeData) -> None:
        """Say what becomes of this."""
        count = len([url for url in mime.urls() if url.isLocalFile()])
        words = "Drop to read the reply, or to open the folder" if count < 2 else f"Drop to read {count:,} replies"
        self.setText(words if count else "Drop to read the reply")
        self.setGeometry(self._covered.rect())
        self.show()
        self.raise_()


class _FocusLine(QFrame):
    """Marks the pane that has the focus, also where what has it in there is folded, out of view or drawn alike."""

    def __init__(self, panes: Sequence[QWidget], window: QWidget) -> None:
        """Mark one of these `panes` of the `window` at a time, or none while the focus is outside of them."""
        super().__init__(window)
        self._panes = panes
        self.setProperty("role", "focus")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        for pane in panes:
            pane.installEventFilter(self)
        on_focus_change(self._follow)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parent() and event.type() is QEvent.Type.Resize:
            self._stretch()
        return False

    def _follow(self) -> None:
        pane = next((pane for pane in self._panes if holds_focus(pane)), None)
        if pane is None:
            self.hide()
            return
        if pane is not self.parent():
            self.setParent(pane)
            self._stretch()
        self.show()
        self.raise_()

    def _stretch(self) -> None:
        pane = self.parentWidget()
        if pane is not None:
            self.setGeometry(0, 0, pane.width(), _FOCUS_LINE)


class WindowState(Struct, frozen=True):
    """What a window remembers of itself."""

    geometry: bytes
    """As Qt saves it."""
    changes: int = _CHANGES
    """Pixels, as below."""
    conversation: int = _CONVERSATION
    shows_changes: bool = True
    shows_conversation: bool | None = None
    """In a window wide enough for it; None until that was chosen, or a reply came from elsewhere."""
    shows_conversation_when_narrow: bool = False

    def to_text(self) -> str:
        return base64.b64encode(msgspec.json.encode(self)).decode()

    @classmethod
    def from_text(cls, text: str) -> "WindowState | None":
        """Return the state `to_text` wrote; None for any other text.

        Of the layout before this one, with other panes in other places, the sizes of the panes are not kept.
        """
        try:
            data = base64.b64decode(text, validate=True)
            if data.startswith(b"["):
                former: _FormerState = msgspec.json.decode(data, type=_FormerState)
                return cls(former[0], shows_conversation=former[2])
            return msgspec.json.decode(data, type=cls)
        except (ValueError, RecursionError):
            return None


_FormerState = tuple[bytes, bytes, bool]
"""Geometry, sizes of the panes, and whether the conversation is shown."""


class MainWindow(QMainWindow):
    """Lays the panes out and keeps them as the user sized them.

    Signals: `path_dropped(str)`, `text_dropped(str)`, `height_changed(int)`, `closing(str)` with what `restore`
    takes, and `close_held()` instead while it is held open; `escaped()` when Escape was pressed in the list or in the
    diff, and had nothing to close there. `actions_table`, `top` and `welcome` have signals of their
    own.
    """

    path_dropped = Signal(str)
    text_dropped = Signal(str)
    height_changed = Signal(int)
    closing = Signal(str)
    close_held = Signal()
    escaped = Signal()

    def __init__(
        self,
        notices: NoticeBar,
        *,
        notice_areas: Sequence[QWidget],
        conversation: QWidget,
        proposal: ChangesPane,
        commit: QWidget,
        diff: QWidget,
    ) -> None:
        """Lay out the panes, with the notices over the one of `notice_areas` in them that is shown."""
        super().__init__()
        self._notices, self._conversation = notices, conversation
        self._proposal, self._commit, self._diff = proposal, commit, diff
        self._root = ""
        self._shows_changes = True
        self._is_held = False
        self._repeats = RepeatMarker(self)
        self._shows_conversation: dict[bool, bool | None] = {False: None, True: False}
        """By whether the window is narrow; None is shown until a reply comes from elsewhere."""
        self.actions_table = WindowActions(self)
        self.top = TopBar(self.actions_table, self)
        self.status = StatusLine(self)
        self.welcome = Welcome(self.actions_table[Act.OPEN_REPOSITORY], self)
        self._pages = QStackedWidget(self)
        self._drop_sign = DropSign(self._pages)
        self._columns = QSplitter(Qt.Orientation.Horizontal, self)
        self._changes = SideColumn(self)
        self._arrange(notice_areas)
        self._connect_signals()
        self._fold()
        self.set_review(None)

    def set_review(self, review: Review | None) -> None:
        """Show what this review says of the repository as a whole."""
        self._root = review.root if review else ""
        self.setWindowTitle(f"{self._root} — Guillemet" if review else "Guillemet")
        self._pages.setCurrentIndex(1 if review else 0)
        self.top.set_head(review.head if review else None)
        self.status.set_review(review)
        self.actions_table.follow(review)

    def expect_repository(self) -> None:
        """Show the panes already, for a repository is about to be opened."""
        self._pages.setCurrentIndex(1)

    def set_settings(self, settings: Settings) -> None:
        """List the repositories opened lately."""
        self.top.set_recent(settings.recent, self._root)
        self.welcome.set_recent(settings.recent)

    def restore(self, state: str) -> None:
        """Take the geometry and pane sizes an earlier window had, as far as they fit on the screen there is now."""
        kept = WindowState.from_text(state)
        if kept is None:
            self.resize(_FIRST.boundedTo(self.screen().availableSize() - _FRAME))
            return
        self.restoreGeometry(kept.geometry)  # Qt refuses one of a screen that was much wider or narrower
        self._keep_on_screen()
        self._set_side_widths(kept.changes, kept.conversation)
        self._shows_changes = kept.shows_changes
        self._shows_conversation = {False: kept.shows_conversation, True: kept.shows_conversation_when_narrow}
        self._fold()

    @property
    def is_narrow(self) -> bool:
        """Whether three panes would leave little room for code."""
        return self.width() < NARROW

    @property
    def is_cramped(self) -> bool:
        """Whether there is no room for both sides."""
        return self.width() < CRAMPED

    def show_changes(self, is_shown: bool) -> None:
        """Show or fold the left side; where there is no room for both sides, it takes the place of the other."""
        self._shows_changes = is_shown
        if is_shown and self.is_cramped:
            self._shows_conversation[self.is_narrow] = False
        self._fold()

    def show_conversation(self, is_shown: bool) -> None:
        """Show or fold the right side, for as long as the window is as wide or as narrow as it is."""
        self._shows_conversation[self.is_narrow] = is_shown
        self._fold()

    def spare_conversation(self) -> None:
        """Leave the room to code where a reply came from elsewhere, unless the user chose to see the conversation."""
        if self._shows_conversation[False] is None:
            self._shows_conversation[False] = False
            self._fold()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.windowHandle().installEventFilter(self._repeats)

    def event(self, event: QEvent) -> bool:
        # A field may leave these keys to the window, with nothing to take back: they would undo files on the disk.
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            focused = QApplication.focusWidget()
            if focused is not None and takes_text(focused) and self.actions_table.is_step(event):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_escape = event.key() == Qt.Key.Key_Escape and not event.isAutoRepeat()
        if is_escape and (holds_focus(self._proposal) or holds_focus(self._diff)):
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        focused = QApplication.focusWidget()
        is_hidden = focused is not None and not focused.isVisible()
        return (is_hidden and focused is not None and leave(focused)) or super().focusNextPrevChild(next)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        (self._proposal if self._proposal.isVisible() else self._diff).setFocus()  # from the line on top

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.height_changed.emit(self.height())
        if self._room != (self.is_narrow, self.is_cramped):
            self._fold()

    def hold_open(self, *, is_on: bool) -> None:
        """Let the window not be closed for now."""
        self._is_held = is_on

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._is_held:
            event.ignore()
            self.close_held.emit()
            return
        state = WindowState(
            bytes(self.saveGeometry().data()),
            *self._side_widths,
            shows_changes=self._shows_changes,
            shows_conversation=self._shows_conversation[False],
            shows_conversation_when_narrow=self._shows_conversation[True] is True,
        )
        self.closing.emit(state.to_text())
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.source() is not None:
            return  # what lies in the window already is no reply
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self._drop_sign.show_for(event.mimeData())

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._drop_sign.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self._drop_sign.hide()
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        for file in files:
            self.path_dropped.emit(file)
        if not files and event.mimeData().hasText():
            self.text_dropped.emit(event.mimeData().text())

    def _keep_on_screen(self) -> None:
        if self.isMaximized() or self.isFullScreen():
            return
        available = self.screen().availableGeometry()
        # The desktop draws its frame around the size, or the line at the bottom would be below the edge.
        self.resize(self.size().boundedTo(available.size() - _FRAME))
        room = available.size() - _FRAME - self.size()
        x = min(max(self.x(), available.left()), available.left() + max(room.width(), 0))
        y = min(max(self.y(), available.top()), available.top() + max(room.height(), 0))
        if (x, y) != (self.x(), self.y()):
            self.move(x, y)

    def _arrange(self, notice_areas: Sequence[QWidget]) -> None:
        self.resize(_FIRST)
        self._changes.set_panes(self._proposal, self._commit)
        for pane in (self._changes, self._diff, self._conversation):
            self._columns.addWidget(pane)
        self._columns.setChildrenCollapsible(False)
        self._columns.setStretchFactor(1, 1)
        self._columns.splitterMoved.connect(self._note_side_widths)
        self._set_side_widths(_CHANGES, _CONVERSATION)
        # What the panes ask for together must not keep the window from getting narrow enough to fold one of them.
        self._columns.setMinimumSize(_LEAST)
        self._changes.setMinimumWidth(_LEAST_CHANGES)
        self._conversation.setMinimumWidth(_LEAST_CONVERSATION)
        self._pages.addWidget(self.welcome)
        self._pages.addWidget(self._columns)
        body = QWidget(self)
        fill(
            QVBoxLayout(body),
            self.top,
            (self._pages, 1),
            self.status,
            margins=0,
            gap=0,
        )
        self.notice_place = NoticePlace(self._notices, (*notice_areas, self.welcome), body)
        self.setCentralWidget(body)
        self.setAcceptDrops(True)
        for area in body.findChildren(QAbstractScrollArea):
            # Text fields would swallow what is dropped on them; a drop means a reply wherever it falls.
            area.setAcceptDrops(False)
            area.viewport().setAcceptDrops(False)
        panes = (self._proposal, self._commit, self._diff, self._conversation)
        for pane in (self, *panes):
            take_over(pane)
        _FocusLine(panes, self)
        above = (self.top, self._notices, self.welcome)
        # What rejects all files is next to no field and no list, where one goes back and forth.
        rejects_all = self._proposal.reject_button
        chain_panes((*above, self._proposal, self._commit, self._diff, rejects_all, self._conversation))

    def _connect_signals(self) -> None:
        QShortcut("Shift+F10", self).activated.connect(self._open_menu)
        self.actions_table.give_letters({KeyScope.LIST: self._proposal, KeyScope.DIFF: self._diff})
        self.actions_table[Act.SHOW_CHANGES].triggered.connect(self.show_changes)
        self.actions_table[Act.SHOW_CONVERSATION].triggered.connect(self.show_conversation)

    def _open_menu(self) -> None:
        """Open the menu of what has the focus, as Qt does by itself for the Menu key, which many keyboards lack."""
        focused = QApplication.focusWidget()
        if focused is not None:
            cursor = focused.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
            spot = (cursor.toRect() if isinstance(cursor, QRectF) else cursor).center()
            event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, spot, focused.mapToGlobal(spot))
            QApplication.sendEvent(focused, event)

    def _set_side_widths(self, changes: int, conversation: int) -> None:
        self._side_widths = (changes, conversation)  # as they are to be again in a wider window
        most = max(self.width() // 3, _LEAST_CONVERSATION)
        self._columns.setSizes([min(changes, most), self.width(), min(conversation, most)])

    def _note_side_widths(self, _: int, handle: int) -> None:
        """Remember what the user gave a side by its handle."""
        (changes, conversation), (left, _, right) = self._side_widths, self._columns.sizes()
        self._side_widths = (left, conversation) if handle == 1 else (changes, right)

    def _fold(self) -> None:
        self._room = (self.is_narrow, self.is_cramped)
        shows_conversation = self._shows_conversation[self.is_narrow] is not False
        shows_changes = self._shows_changes and not (shows_conversation and self.is_cramped)
        sides = ((self._conversation, shows_conversation), (self._changes, shows_changes))
        focused = QApplication.focusWidget()
        for side, is_shown in sides:
            side.setVisible(is_shown)
        if focused is not None and not focused.isVisibleTo(self):
            self._diff.setFocus()
        self.actions_table[Act.SHOW_CHANGES].setChecked(shows_changes)
        self.actions_table[Act.SHOW_CONVERSATION].setChecked(shows_conversation)
        self.status.set_changes_shown(is_shown=shows_changes)
        self.status.set_conversation_shown(is_shown=shows_conversation)
