"""The left pane: what was said, the files that go along, the message box; and what slides over them.

conversation
files of the conversation ×
2 comments   Write message   Clear
[ message            ]
Edit ▾  model ▾   1,204 tokens   Send
"""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from guillemet.ui.chat.composer import Composer
from guillemet.ui.chat.context_bar import CommentTray, ContextBar
from guillemet.ui.chat.history_list import HistoryList
from guillemet.ui.chat.transcript import TranscriptPane
from guillemet.ui.files.overlay import Overlay
from guillemet.ui.files.panel import FilePanel
from guillemet.ui.widgets.layouts import fill


class ChatPane(QWidget):
    """Holds the parts, each with setters and signals of its own.

    come_back: the user turned to the window, perhaps after editing a file elsewhere.
    """

    come_back = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.conversation = TranscriptPane(self)
        self.context = ContextBar(self)
        self.comments = CommentTray(self)
        self.composer = Composer(self)
        self.files = FilePanel(self)
        self.history = HistoryList(self)
        fill(QVBoxLayout(self), (self.conversation, 1), self.context, self.comments, self.composer, margins=0, gap=0)
        self._files_over = Overlay(self.files, self)
        self._history_over = Overlay(self.history, self)
        self.composer.take_drops_of(self.context)
        self.context.tree_requested.connect(self.show_files)
        self.composer.tree_requested.connect(self.show_files)
        # The button that was pressed goes with the foot of its turn, and the focus would go anywhere.
        self.conversation.signals.go_on_requested.connect(self.composer.focus_message)
        self.files.close_requested.connect(self._files_over.close)
        self.history.close_requested.connect(self._history_over.close)

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
        """Put the list of conversations away."""
        self._history_over.close()
