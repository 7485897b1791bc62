"""The conversation pane: replies as prose and block cards, taken in as they come.

What is told to the pane waits in a queue that is emptied in slices, so that a reply of any size never holds the window.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from time import perf_counter

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from guillemet.engine.blocks import BlockBroken, BlockFinished, BlockGrew, BlockStarted, Prose, ReplyEvent
from guillemet.engine.outcomes import Outcome
from guillemet.ui.chat.card import BlockCard
from guillemet.ui.chat.link_bar import LinkBar
from guillemet.ui.chat.prose import ProseBox
from guillemet.ui.chat.transcript import ProseRow, Transcript
from guillemet.ui.column import Column
from guillemet.ui.empty import EmptyState
from guillemet.ui.row import Row

SLICE = 0.008
"""Seconds of work between two looks at what the user does."""


@dataclass(frozen=True, slots=True)
class _Title:
    text: str


class ConversationPane(QWidget):
    """Shows one reply or many.

    path_picked(path, line): show this place in the diff; line 0 means the file's first change.
    link_wanted(address): the user pressed a link; the pane has asked whether to open it.
    """

    path_picked = Signal(str, int)
    link_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._queue: deque[ReplyEvent | _Title] = deque()
        self._outcomes: tuple[Outcome, ...] | None = None
        self._changed: dict[Row, None] = {}
        self._known: set[Row] = set()
        self._turns = QTimer(self, singleShot=True, interval=0)
        self._turns.timeout.connect(self._take_slice)
        self._build()
        self.clear()

    def clear(self) -> None:
        """Begin a new, empty conversation."""
        self._queue.clear()
        self._changed.clear()
        self._known.clear()
        self._outcomes = None
        self._transcript = Transcript(path_picked=self.path_picked.emit, link_pressed=self._ask)
        self._column.set_rows([])
        self._links.hide()
        self._pages.setCurrentIndex(0)

    def add_reply(self, title: str) -> None:
        """Begin another reply under this title."""
        self._put(_Title(title))

    def add_events(self, events: Iterable[ReplyEvent]) -> None:
        """Take in events of the reply that was begun last."""
        self._queue.extend(events)
        self._turns.start()

    def add_prose(self, text: str) -> None:
        """Add a line outside every block."""
        self._put(Prose(text))

    def start_block(self, started: BlockStarted) -> None:
        """Begin a card."""
        self._put(started)

    def grow_block(self, grew: BlockGrew) -> None:
        """Let a card grow by a line."""
        self._put(grew)

    def finish_block(self, finished: BlockFinished | BlockBroken) -> None:
        """Show a whole block, or that it will never be one."""
        self._put(finished)

    def set_outcomes(self, outcomes: tuple[Outcome, ...]) -> None:
        """Show what became of the blocks; a block that is not among them keeps what it showed."""
        self._outcomes = outcomes
        self._turns.start()

    def show_block(self, number: int) -> None:
        """Scroll to a block, counted from 1 among the outcomes."""
        row = self._transcript.block_row(number)
        if row is not None and row in self._known:
            self._column.scroll_to(row)

    @property
    def is_settled(self) -> bool:
        """Whether everything told so far is shown."""
        return not self._queue and not self._changed and self._outcomes is None

    def _build(self) -> None:
        self._column = Column(follows_end=True)
        self._column.setAccessibleName("Conversation")
        self._links = LinkBar()
        full = QWidget()
        column = QVBoxLayout(full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._column, 1)
        column.addWidget(self._links)
        self._pages = QStackedWidget()
        self._pages.addWidget(EmptyState("No reply yet", _EMPTY))
        self._pages.addWidget(full)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._pages)

    def _put(self, event: ReplyEvent | _Title) -> None:
        self._queue.append(event)
        if not self._turns.isActive():
            self._turns.start()

    def _take_slice(self) -> None:
        until = perf_counter() + SLICE
        while self._queue and perf_counter() < until:
            self._take(self._queue.popleft())
        if not self._queue and self._outcomes is not None:
            for row in self._transcript.set_outcomes(self._outcomes):
                self._changed[row] = None
            self._outcomes = None
        self._refresh()
        if self._queue or self._changed:
            self._turns.start()

    def _take(self, event: ReplyEvent | _Title) -> None:
        rows = [self._transcript.begin(event.text)] if isinstance(event, _Title) else self._transcript.take(event)
        for row in rows:
            if row not in self._known:
                self._known.add(row)
                (self._column.begin if isinstance(event, _Title) else self._column.append)(row)
            self._changed[row] = None

    def _refresh(self) -> None:
        """Bring widgets of changed rows up to date while time is left; other rows are built when they are seen."""
        if self._changed:
            self._pages.setCurrentIndex(1)
        until = perf_counter() + SLICE
        while self._changed and perf_counter() < until:
            row = next(iter(self._changed))
            del self._changed[row]
            widget = self._column.widget_of(row)
            if isinstance(widget, BlockCard):
                widget.refresh()
            elif isinstance(widget, ProseBox) and isinstance(row, ProseRow):
                row.fill(widget)
            self._column.update_row(row)

    def _ask(self, address: str) -> None:
        self._links.ask(address)
        self.link_wanted.emit(address)


_EMPTY = (
    "A model's reply is shown here as it was written, with a card for every block of code it wants changed. "
    "Paste one with Ctrl+Shift+V, or open a file with Ctrl+O."
)
