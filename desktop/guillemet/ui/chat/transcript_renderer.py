"""Fills the column of a conversation, in slices, so that a reply of any size never holds the window.

    told            queue             transcript        column
    events ───────▶ event, event ───▶ rows ───────────▶ widgets of rows near the eye
    turns  ───────▶ step, step   ───▶ parts

A piece of prose that grows is laid out anew as often as its length allows; everything else at most once a frame.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.turns import Turn
from guillemet.engine.blocks import ReplyEvent
from guillemet.engine.outcomes import Outcome
from guillemet.ui.chat.edit_card import EditCard
from guillemet.ui.chat.markdown_view import MarkdownView
from guillemet.ui.chat.reasoning import ReasoningBox
from guillemet.ui.chat.reply_items import ProseItem, ReplyItems
from guillemet.ui.chat.transcript import Transcript
from guillemet.ui.chat.transcript_signals import TranscriptSignals
from guillemet.ui.chat.turn_foot import TurnFoot, WaitLine
from guillemet.ui.chat.turn_head import ModelHead
from guillemet.ui.chat.turn_view import TurnView, whole_part
from guillemet.ui.widgets.list_item import ListItem
from guillemet.ui.widgets.virtual_list import VirtualList

SLICE = 0.005
"""Seconds of work between two looks at what the user does."""
FRAME = 16
"""Milliseconds between two slices while there is no backlog."""
SCREENFUL = 12
"""Turns shown at once when a conversation is opened; the earlier ones are put above as soon as they are ready."""
_SHORT = 400
"""Characters of a question that stays in view above its answer."""

Told = Sequence[tuple[Turn, tuple[ReplyEvent, ...]]]
_Step = Callable[[], None]


class TranscriptRenderer(QObject):
    """Takes what is told in its order.

    Signals: `shown()` when something came into the column.
    """

    shown = Signal()

    def __init__(self, column: VirtualList, wishes: TranscriptSignals) -> None:
        super().__init__(column)
        self._column = column
        self._wishes = wishes
        self._queue: deque[ReplyEvent | _Step] = deque()
        self._told_outcomes: tuple[Outcome, ...] = ()
        self._changed: dict[ListItem, None] = {}
        self._last = 0.0
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._take_slice)
        self.clear()

    def clear(self) -> None:
        """Begin anew, with nothing; what became of the proposal's blocks is still known."""
        self._queue.clear()
        self._outcomes: tuple[Outcome, ...] | None = None
        self._tail: str | None = None
        self._apart: ReplyItems | None = None
        self._begin_anew()
        self._column.set_rows([])

    def put(self, events: Iterable[ReplyEvent]) -> None:
        """Take in events of what was begun last."""
        self._queue.extend(events)
        self._wake()

    def begin(self, part: TurnView) -> None:
        """Add a part, which grows by what is told next."""
        self._do(partial(self._begin, part))

    def put_whole(self, part: TurnView, events: Iterable[ReplyEvent]) -> None:
        """Add a part with all its events; what grew before goes on growing."""
        self._do(partial(self._begin_apart, part.reply))
        self.put(events)
        self._do(partial(self._put_whole, part))

    def put_again(self, events: Iterable[ReplyEvent]) -> None:
        """Show this in place of what the last answer said."""
        self._do(partial(self._begin_apart, None))
        self.put(events)
        self._do(self._put_again)

    def put_above(self, turns: Told, *, is_first: bool = False) -> None:
        """Add turns above all others, or in place of everything if they are the first ones of a conversation."""
        parts: list[TurnView] = []
        for turn, events in turns:
            self._do(partial(self._make, parts, turn, events))
        self._do(partial(self._show_above, parts, is_first=is_first))

    def show_turns(self, turns: Told) -> None:
        """Show these turns in place of everything, the last ones first."""
        self._queue.clear()
        self._tail, self._apart = None, None
        self.put_above(turns[-SCREENFUL:], is_first=True)
        if turns[:-SCREENFUL]:
            self.put_above(turns[:-SCREENFUL])

    def reason(self, text: str) -> None:
        """Let the reasoning of what was begun last grow."""
        self._do(lambda: self._note(self.transcript.add_reasoning(text)))

    def change(self, turn: Turn) -> None:
        """Show another state of a turn."""
        self._do(lambda: self._note(self.transcript.change(turn)))

    def set_tail(self, text: str) -> None:
        """Show what came of what was begun last, but is in no event yet."""
        self._tail = text
        self._wake()

    def set_outcomes(self, outcomes: tuple[Outcome, ...]) -> None:
        """Show what became of the blocks."""
        self._outcomes = self._told_outcomes = outcomes
        self._wake()

    @property
    def is_settled(self) -> bool:
        """Whether everything told so far is shown."""
        return not self._queue and not self._changed and self._outcomes is None and self._tail is None

    def _do(self, step: _Step) -> None:
        self._queue.append(step)
        self._wake()

    def _wake(self) -> None:
        """Come back at once, but not more often than frames are painted."""
        if not self._soon.isActive():
            passed = round((perf_counter() - self._last) * 1000)
            self._soon.start(max(0, FRAME - passed))

    def _take_slice(self) -> None:
        until = perf_counter() + SLICE
        while self._queue and perf_counter() < until:
            told = self._queue.popleft()
            if callable(told):
                told()
            elif self._apart is not None:
                self._apart.take(told)
            else:
                self._note(self.transcript.take(told))
        if not self._queue:
            self._take_rest()
        if self.transcript.is_other:
            self.transcript.is_other = False
            self._column.set_rows(self.transcript.rows)
            self.shown.emit()
        self._refresh()
        self._last = perf_counter()
        if self._queue:
            self._soon.start(0)
        elif self._changed:
            self._soon.start(self._rest())

    def _take_rest(self) -> None:
        """Take what means all that was told before."""
        if self._tail is not None:
            self._note(self.transcript.set_tail(self._tail))
            self._tail = None
        if self._outcomes is not None:
            self._note(self.transcript.set_outcomes(self._outcomes))
            self._outcomes = None

    def _note(self, rows: Iterable[ListItem]) -> None:
        self._changed.update(dict.fromkeys(rows))

    def _begin_anew(self) -> None:
        self._changed.clear()
        self.transcript = Transcript()

    def _begin(self, part: TurnView) -> None:
        before = self.transcript.parts[-1] if self.transcript.parts else None
        question = before.turn if before is not None and before.is_users else None
        is_answer = part.turn is not None and not part.is_users
        self._note(self.transcript.begin(part))
        if not (is_answer and question and len(question.text) <= _SHORT):
            self._column.begin(part.head)

    def _begin_apart(self, reply: ReplyItems | None) -> None:
        self._apart = reply or ReplyItems(self._wishes)

    def _put_again(self) -> None:
        reply, self._apart = self._apart, None
        if reply is not None:
            self._note(self.transcript.put_again(reply))

    def _put_whole(self, part: TurnView) -> None:
        self._apart = None
        self._note(self.transcript.put(part))
        self._column.begin(part.head)

    def _make(self, parts: list[TurnView], turn: Turn, events: Iterable[ReplyEvent]) -> None:
        parts.append(whole_part(self._wishes, turn, events))

    def _show_above(self, parts: list[TurnView], *, is_first: bool) -> None:
        if is_first:
            self._begin_anew()
        self.transcript.put_above(parts)
        self.transcript.is_other = False
        if not is_first:
            self._column.hold()
        self._column.set_rows(self.transcript.rows)
        if is_first and parts:
            asked = [part for part in parts if part.is_users]
            self._column.begin((asked or parts)[-1].head)
        self.shown.emit()
        if self._outcomes is None:
            self._outcomes = self._told_outcomes

    def _refresh(self) -> None:
        """Bring widgets of changed rows up to date while time is left; other rows are built when they are seen."""
        now = perf_counter()
        for row in list(self._changed):
            if perf_counter() > now + SLICE:
                break
            if not isinstance(row, ProseItem) or row.ready_at <= now:
                del self._changed[row]
                self._show(row)

    def _show(self, row: ListItem) -> None:
        widget = self._column.widget_of(row)
        if isinstance(widget, MarkdownView) and isinstance(row, ProseItem):
            row.fill(widget)
        elif isinstance(widget, EditCard | ReasoningBox | WaitLine | TurnFoot | ModelHead):
            widget.refresh()
        self._column.update_row(row)

    def _rest(self) -> int:
        """Return after how many milliseconds a changed row can be laid out."""
        at = min(row.ready_at if isinstance(row, ProseItem) else 0.0 for row in self._changed)
        return max(0, round((at - perf_counter()) * 1000))
