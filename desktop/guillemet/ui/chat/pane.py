"""The left pane: what was said, the files that go along, the message box; and what slides over them.

Conversation            + ⟲
conversation
files of the conversation ×
2 comments   Add to message   Clear
[ message            ]
Edit ▾  model ▾   1,204 tokens   Send
"""

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPoint, QPropertyAnimation, Signal
from PySide6.QtGui import QAction, QFocusEvent
from PySide6.QtWidgets import QApplication, QStyle, QVBoxLayout, QWidget
from shiboken6 import isValid

from guillemet.ui.chat.composer import Composer
from guillemet.ui.chat.context_bar import CommentTray, ContextBar
from guillemet.ui.chat.history_list import HistoryList
from guillemet.ui.chat.transcript import TranscriptPane
from guillemet.ui.files.panel import FilePanel
from guillemet.ui.shortcuts import show_keys
from guillemet.ui.widgets.controls import IconButton, banner, label
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.tab_order import give_back, on_focus_change

_MILLISECONDS = 130


class ChatPane(QWidget):
    """Holds the parts, each with setters and signals of its own.

    come_back: the user turned to the window, perhaps after editing a file elsewhere.
    covered(bool): a list was laid over the conversation, or the last one put away.
    """

    come_back = Signal()
    covered = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.conversation = TranscriptPane(self)
        self.context = ContextBar(self)
        self.comments = CommentTray(self)
        self.composer = Composer(self)
        self.files = FilePanel(self)
        self.history = HistoryList(self)
        self._begin = IconButton("plus", "New conversation", self)
        show_keys(self._begin, "New conversation ({NEW_CONVERSATION})")
        self._kept = IconButton("history", "Conversation history", self)
        show_keys(self._kept, "Conversation history ({CONVERSATIONS})")
        parts = (self.conversation, 1), self.context, self.comments, self.composer
        head = banner(label("Conversation", "title", parent=self), self._begin, self._kept)
        fill(QVBoxLayout(self), head, *parts, margins=0, gap=0)
        self._files_over = Overlay(self.files, self)
        self._history_over = Overlay(self.history, self)
        for over in (self._files_over, self._history_over):
            over.changed.connect(lambda: self.covered.emit(self._files_over.is_open or self._history_over.is_open))
        self.composer.take_drops_of(self.context)
        self.context.tree_requested.connect(self.show_files)
        self.composer.tree_requested.connect(self.show_files)
        # The button that was pressed goes with the foot of its turn, and the focus would go anywhere.
        self.conversation.signals.go_on_requested.connect(self.composer.focus_message)
        self.files.close_requested.connect(self._files_over.close)
        self.history.close_requested.connect(self._history_over.close)

    def offer(self, begin: QAction, history: QAction) -> None:
        """Let the buttons of the head begin a conversation, and show those that are kept."""
        self._begin.clicked.connect(begin.trigger)
        self._kept.clicked.connect(history.trigger)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: ARG002
        self.composer.focus_message()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.WindowActivate:
            self.come_back.emit()
        return super().event(event)

    def show_files(self) -> None:
        """Let the user choose which files go along."""
        self._files_over.open()
        self.files.start()

    def show_history(self) -> None:
        """Let the user choose among the kept conversations."""
        self._history_over.open()
        self.history.start()

    def close_history(self) -> None:
        self._history_over.close()


class Overlay(QObject):
    """Lays `panel` over `pane`, from its left edge. Where the desktop wants no animations there is none.

    changed: the panel was opened or closed.
    """

    changed = Signal()

    def __init__(self, panel: QWidget, pane: QWidget) -> None:
        """Hide the panel until `open`; it belongs to the pane from now on."""
        super().__init__(pane)
        self._panel = panel
        self._pane = pane
        self._before: QWidget | None = None
        self._slide = QPropertyAnimation(panel, b"pos", self)
        self._slide.setDuration(_MILLISECONDS)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        panel.setParent(pane)
        panel.hide()
        pane.installEventFilter(self)
        on_focus_change(self._make_way)

    @property
    def is_open(self) -> bool:
        return self._panel.isVisibleTo(self._pane)

    def open(self) -> None:
        """Slide the panel in."""
        if self.is_open:
            return
        self._before = QApplication.focusWidget()
        self._panel.resize(self._pane.size())
        self._panel.raise_()
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        if self._pane.style().styleHint(hint, None, self._panel) > 0:
            self._slide.setStartValue(QPoint(-self._pane.width(), 0))
            self._slide.setEndValue(QPoint(0, 0))
            self._panel.move(-self._pane.width(), 0)
            self._panel.show()
            self._slide.start()
        else:
            self._panel.move(0, 0)
            self._panel.show()
        self.changed.emit()

    def close(self) -> None:
        """Put the panel away; the focus goes back to where it was, or to the pane where that is gone."""
        if not self.is_open:
            return
        self._slide.stop()
        had_focus = self._panel.isAncestorOf(QApplication.focusWidget() or self._pane)
        self._panel.hide()
        before, self._before = self._before, None
        if had_focus:
            give_back(before, otherwise=self._pane)
        self.changed.emit()

    def _make_way(self, before: QWidget | None, now: QWidget | None) -> None:  # noqa: ARG002
        """Put the panel away when the focus goes to what it covers, by a key that leads there: it could not be seen."""
        if now is None or not isValid(now) or not self.is_open or self._panel.isAncestorOf(now):
            return
        if self._pane.isAncestorOf(now):
            self.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._pane and event.type() is QEvent.Type.Resize and self.is_open:
            self._panel.resize(self._pane.size())
        return super().eventFilter(watched, event)
