"""The conversation pane: turns and replies as prose and block cards, taken in as they come."""

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from guillemet.app.turns import Turn
from guillemet.engine.blocks import ReplyEvent
from guillemet.engine.outcomes import Outcome
from guillemet.ui.chat.link_bar import LinkBar
from guillemet.ui.chat.scroll_to_end_button import ScrollToEndButton
from guillemet.ui.chat.transcript_renderer import Told, TranscriptRenderer
from guillemet.ui.chat.transcript_signals import TranscriptSignals
from guillemet.ui.chat.turn_view import TurnView
from guillemet.ui.widgets.empty_state import EmptyState
from guillemet.ui.widgets.virtual_list import VirtualList


class TranscriptPane(QWidget):
    """Shows what was said, by turns, and replies that were taken in otherwise.

    path_picked(path, line): show this place in the diff; line 0 means the file's first change.
    failed_picked(number): show where a failed block may belong, by its number among the outcomes.
    link_requested(address): the user pressed a link; the pane has asked whether to open it.
    resend_requested(number): the user wants to say this turn otherwise.
    go_on_requested: the last answer, stopped or broken off, is to be gone on with.
    retry_requested(number): the model is to be asked again for a failed block, by its number among the outcomes.
    dismiss_requested(number): a block that is in no file is to be put away, by its number among the outcomes.
    stop_requested: Escape was pressed in it; the answer that flows is to stop, if one does.
    """

    path_picked = Signal(str, int)
    failed_picked = Signal(int)
    link_requested = Signal(str)
    resend_requested = Signal(int)
    go_on_requested = Signal()
    retry_requested = Signal(int)
    dismiss_requested = Signal(int)
    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wishes = TranscriptSignals(
            show_place=self.path_picked.emit,
            show_failed=self.failed_picked.emit,
            open_link=self._ask,
            retry=self.retry_requested.emit,
            dismiss=self.dismiss_requested.emit,
            resend=self.resend_requested.emit,
            go_on=self.go_on_requested.emit,
            hold=lambda: self._column.hold(even_at_end=True),
        )
        self._build()

    def clear(self) -> None:
        """Begin a new, empty conversation."""
        self._filling.clear()
        self._links.hide()
        self._pages.setCurrentIndex(0)

    def show_turns(self, turns: Told) -> None:
        """Show these turns in place of everything, the last ones first."""
        if turns:
            self._links.hide()
            self._filling.show_turns(turns)
        else:
            self.clear()

    def put_earlier(self, turns: Told) -> None:
        """Put turns above everything; what is looked at stays where it is."""
        self._filling.put_above(turns)

    def begin_turn(self, turn: Turn) -> None:
        """Add a turn: a message of the user whole, or the head of an answer, which grows by what is told next."""
        self._filling.begin(TurnView(self._wishes, turn=turn))
        self._filling.change(turn)

    def add_reply(self, title: str, events: Iterable[ReplyEvent] | None = None) -> None:
        """Begin another reply under this title; with all its events it is whole, and a turn that flows goes on."""
        part = TurnView(self._wishes, title=title)
        if events is None:
            self._filling.begin(part)
        else:
            self._filling.put_whole(part, events)

    def add_events(self, events: Iterable[ReplyEvent]) -> None:
        """Take in events of the turn or reply that was begun last."""
        self._filling.put(events)

    def add_reasoning(self, text: str) -> None:
        """Let the reasoning of the turn that flows grow."""
        self._filling.reason(text)

    def set_tail(self, text: str) -> None:
        """Show what came of the turn that flows, but is in no event yet."""
        self._filling.set_tail(text)

    def change_turn(self, turn: Turn) -> None:
        """Show another state of a turn, or a note; also how it ended and what it cost."""
        self._filling.change(turn)

    def begin_again(self, events: Iterable[ReplyEvent]) -> None:
        """Show this in place of what the last answer said; it grows from there."""
        self._filling.put_again(events)

    def set_outcomes(self, outcomes: tuple[Outcome, ...]) -> None:
        """Show what became of the blocks; a block that is not among them keeps what it showed."""
        self._filling.set_outcomes(outcomes)

    def show_block(self, number: int) -> None:
        """Scroll to a block, counted from 1 among the outcomes."""
        row = self._filling.transcript.block_row(number)
        if row is not None and row in self._column.rows:
            self._column.scroll_to(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() == Qt.Key.Key_End and is_plain:
            self._newest.go()
        elif event.key() == Qt.Key.Key_Home and is_plain:
            self._column.verticalScrollBar().setValue(0)
        elif event.key() == Qt.Key.Key_Escape:
            self.stop_requested.emit()
        else:
            super().keyPressEvent(event)

    @property
    def is_settled(self) -> bool:
        """Whether everything told so far is shown."""
        return self._filling.is_settled

    def _build(self) -> None:
        self._column = VirtualList(follows_end=True)
        self._column.setAccessibleName("Conversation")
        self._newest = ScrollToEndButton(self._column)
        self._filling = TranscriptRenderer(self._column, self._wishes)
        self._links = LinkBar()
        full = QWidget()
        column = QVBoxLayout(full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._column, 1)
        column.addWidget(self._links)
        self._pages = QStackedWidget()
        self._pages.addWidget(EmptyState("Nothing said yet", _EMPTY))
        self._pages.addWidget(full)
        self._filling.shown.connect(lambda: self._pages.setCurrentIndex(1))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._pages)

    def _ask(self, address: str) -> None:
        self._links.ask(address)
        self.link_requested.emit(address)


_EMPTY = (
    "Write to a model below. What it answers is shown here as it comes, with a card for every block of code it wants "
    "changed. A reply from elsewhere can be pasted with Ctrl+Shift+V, or opened with Ctrl+O."
)
