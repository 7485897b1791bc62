"""The window: three panes between the line on top and the line at the bottom; layout and wishes, no logic.

repository ▾  branch    Paste reply  Open reply…   Undo  Redo          Conversation  Search actions  Settings
notice bar
conversation            │ proposal               │ diff
                        │ commit                 │
4 undecided                                                                              reading reply ▓▓░
"""

from msgspec import Struct
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from guillemet.engine.review import Review
from guillemet.settings import Settings
from guillemet.ui.actions import Act, Actions
from guillemet.ui.notices import NoticeBar, NoticePlace
from guillemet.ui.status_line import StatusLine
from guillemet.ui.top_bar import TopBar
from guillemet.ui.welcome import Welcome
from guillemet.ui.widgets.tab_order import chain_panes, holds_focus, leave, take_over, takes_text
from guillemet.ui.window_state import WindowState

NARROW = 1100
"""Below this many pixels the conversation is folded away."""
CRAMPED = 940
"""Below this many, conversation and diff take turns."""
_LEAST = QSize(600, 300)
_FIRST = QSize(1440, 900)
_FRAME = QSize(16, 48)
"""About what a desktop draws around a window."""
_COLUMNS = (330, 390, 720)


class Panes(Struct, frozen=True):
    """What the window is filled with."""

    notices: NoticeBar
    conversation: QWidget
    proposal: QWidget
    commit: QWidget
    diff: QWidget


class MainWindow(QMainWindow):
    """Lays the panes out and keeps them as the user sized them.

    Signals: `wanted(Act)`, `repository_requested(str)`, `path_dropped(str)`, `text_dropped(str)`,
    `height_changed(int)`, and `closing(str)` with what `restore` takes.
    """

    wanted = Signal(object)
    repository_requested = Signal(str)
    path_dropped = Signal(str)
    text_dropped = Signal(str)
    height_changed = Signal(int)
    closing = Signal(str)

    def __init__(self, panes: Panes) -> None:
        super().__init__()
        self._panes = panes
        self._root = ""
        self._shows_conversation = {False: True, True: False}  # by whether the window is narrow
        self.actions_table = Actions(self)
        self.top = TopBar(self.actions_table, self)
        self.status = StatusLine(self)
        self.welcome = Welcome(self)
        self._pages = QStackedWidget(self)
        self._columns = QSplitter(Qt.Orientation.Horizontal, self)
        self._middle = QWidget(self)
        self._arrange()
        self._join()
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
        self._columns.restoreState(kept.columns)
        self._shows_conversation[False] = kept.shows_conversation
        self._fold()

    @property
    def is_narrow(self) -> bool:
        """Whether there is no room for three panes."""
        return self.width() < NARROW

    def show_conversation(self, is_shown: bool) -> None:
        """Show or fold the conversation, for as long as the window is as wide or as narrow as it is."""
        self._shows_conversation[self.is_narrow] = is_shown
        self._fold()

    def make_room_for_diff(self) -> None:
        """Fold the conversation where the diff cannot stand beside it."""
        if self.width() < CRAMPED:
            self.show_conversation(is_shown=False)

    def event(self, event: QEvent) -> bool:
        # A field may leave these keys to the window, with nothing to take back: they would undo files on the disk.
        if event.type() is QEvent.Type.ShortcutOverride and _is_step(event):
            focused = QApplication.focusWidget()
            if focused is not None and takes_text(focused):
                event.accept()
                return True
        return super().event(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        focused = QApplication.focusWidget()
        is_hidden = focused is not None and not focused.isVisible()
        return (is_hidden and focused is not None and leave(focused)) or super().focusNextPrevChild(next)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._panes.proposal.setFocus()  # from the line on top

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.height_changed.emit(self.height())
        old = event.oldSize().width() if event.oldSize().isValid() else NARROW
        if any((old < limit) != (self.width() < limit) for limit in (NARROW, CRAMPED)):
            self._fold()

    def closeEvent(self, event: QCloseEvent) -> None:
        state = WindowState(
            bytes(self.saveGeometry().data()),
            bytes(self._columns.saveState().data()),
            shows_conversation=self._shows_conversation[False],
        )
        self.closing.emit(state.to_text())
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
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
        if self.size().boundedTo(available.size()) != self.size():
            self.resize(self.size().boundedTo(available.size() - _FRAME))
        room = available.size() - self.size()
        x = min(max(self.x(), available.left()), available.left() + max(room.width(), 0))
        y = min(max(self.y(), available.top()), available.top() + max(room.height(), 0))
        if (x, y) != (self.x(), self.y()):
            self.move(x, y)

    def _arrange(self) -> None:
        middle = QVBoxLayout(self._middle)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addWidget(self._panes.proposal, 1)
        middle.addWidget(self._panes.commit)
        for pane in (self._panes.conversation, self._middle, self._panes.diff):
            self._columns.addWidget(pane)
        self._columns.setChildrenCollapsible(False)
        self._columns.setStretchFactor(2, 1)
        self._columns.setSizes(_COLUMNS)
        # What the panes ask for together must not keep the window from getting narrow enough to fold one of them.
        self._columns.setMinimumSize(_LEAST)
        self._panes.conversation.setMinimumWidth(220)
        self._middle.setMinimumWidth(260)
        self._pages.addWidget(self.welcome)
        self._pages.addWidget(self._columns)
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(NoticePlace(self._panes.notices, self._pages, body))
        column.addWidget(self._pages, 1)
        column.addWidget(self.status)
        self.setCentralWidget(body)
        self.resize(_FIRST)
        self.setAcceptDrops(True)
        for area in body.findChildren(QAbstractScrollArea):
            # Text fields would swallow what is dropped on them; a drop means a reply wherever it falls.
            area.setAcceptDrops(False)
            area.viewport().setAcceptDrops(False)
        panes = self._panes
        for pane in (self, panes.conversation, panes.proposal, panes.commit, panes.diff):
            take_over(pane)
        above = (self.top, panes.notices, self.welcome)
        chain_panes((*above, panes.proposal, panes.diff, panes.commit, panes.conversation))

    def _join(self) -> None:
        self.actions_table.wanted.connect(self.wanted)
        QShortcut("Shift+F10", self).activated.connect(self._open_menu)
        self.actions_table.give_letters((self._panes.proposal, self._panes.diff))
        self.actions_table[Act.SHOW_CONVERSATION].toggled.connect(self.show_conversation)
        self.top.repository_requested.connect(self.repository_requested)
        self.welcome.repository_requested.connect(self.repository_requested)
        self.welcome.open_requested.connect(lambda: self.wanted.emit(Act.OPEN_REPOSITORY))

    def _open_menu(self) -> None:
        """Open the menu of what has the focus, as Qt does by itself for the Menu key, which many keyboards lack."""
        focused = QApplication.focusWidget()
        if focused is not None:
            cursor = focused.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
            spot = (cursor.toRect() if isinstance(cursor, QRectF) else cursor).center()
            event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, spot, focused.mapToGlobal(spot))
            QApplication.sendEvent(focused, event)

    def _fold(self) -> None:
        is_shown = self._shows_conversation[self.is_narrow]
        conversation, diff = self._panes.conversation, self._panes.diff
        had_focus = holds_focus(conversation) or holds_focus(diff)
        conversation.setVisible(is_shown)
        diff.setVisible(not (is_shown and self.width() < CRAMPED))
        if had_focus and not (holds_focus(conversation) or holds_focus(diff)):
            (conversation if is_shown else diff).setFocus()  # what takes the place of what went
        action = self.actions_table[Act.SHOW_CONVERSATION]
        action.setChecked(is_shown)


def _is_step(event: QEvent) -> bool:
    keys = QKeySequence.StandardKey
    return isinstance(event, QKeyEvent) and any(map(event.matches, (keys.Undo, keys.Redo)))
