"""The conversation: its turns and replies in order, what became of their blocks, and the pane that shows them."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from time import perf_counter

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeyEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QStackedWidget, QVBoxLayout, QWidget

from guillemet.app.file_listing import FileListing
from guillemet.app.task_runner import PAINTING
from guillemet.app.turns import Mode, Turn
from guillemet.engine.blocks import Block, BrokenBlock, ReplyEvent
from guillemet.engine.outcomes import Outcome
from guillemet.ui.chat.edit_card import BlockDecisions, EditCard, EditCardItem, TranscriptSignals
from guillemet.ui.chat.markdown_view import PLACE, MarkdownView, place_of
from guillemet.ui.chat.reply_items import ProseItem, ReplyItems
from guillemet.ui.chat.turn_view import FootItem, ModelHead, ReasoningBox, TurnFoot, TurnView, WaitLine, whole_part
from guillemet.ui.style import style
from guillemet.ui.widgets.code_box import CodeBox
from guillemet.ui.widgets.controls import IconButton, button, copy_text, label, on_escape
from guillemet.ui.widgets.empty_state import ABOVE, EmptyState
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.widgets.tab_order import give_back, holds_focus
from guillemet.ui.widgets.virtual_list import ListItem, VirtualList

_UNDECIDED = BlockDecisions()


class Transcript:
    """The parts of a conversation; each change returns the rows that it made or changed."""

    def __init__(self) -> None:
        self.parts: list[TurnView] = []
        self.current: TurnView | None = None
        """The part that grows."""
        self.is_other = False
        """Whether there are other rows than when this was last set to False."""
        self._outcomes: tuple[Outcome, ...] | None = None
        self._numbered: list[tuple[EditCardItem, Block | BrokenBlock]] = []
        """The whole blocks that these outcomes were given to."""
        self._decisions = BlockDecisions()
        """Those that these blocks follow."""

    @property
    def rows(self) -> list[ListItem]:
        return [row for part in self.parts for row in part.rows]

    @property
    def blocks(self) -> list[EditCardItem]:
        return [block for part in self.parts for block in part.reply.blocks]

    def begin(self, part: TurnView) -> list[ListItem]:
        """Put a part at the end, and let it grow."""
        changed = self.put(part)
        self.current = part
        return changed

    def put(self, part: TurnView) -> list[ListItem]:
        """Put a part at the end that takes its own events; what grew before goes on growing."""
        changed = _close(self.parts[-1]) if self.parts else []
        self.parts.append(part)
        _mark_plans(self.parts[-2:])
        self.is_other = True
        return changed

    def put_above(self, parts: Sequence[TurnView]) -> None:
        for part in parts if self.parts else parts[:-1]:
            _close(part)
        self.parts[:0] = parts
        _mark_plans(self.parts[: len(parts) + 1])
        self.is_other = True

    def part_of(self, turn: Turn) -> TurnView | None:
        """Return the part of a turn, the latest of its number."""
        return next((part for part in reversed(self.parts) if part.turn and part.turn.number == turn.number), None)

    def last_answer(self) -> TurnView | None:
        return next((part for part in reversed(self.parts) if part.turn and not part.is_users), None)

    def take(self, event: ReplyEvent, part: TurnView | None = None) -> list[ListItem]:
        """Return the rows that are new or changed by this event of a part, of the one that grows unless it is named."""
        part = part or self.current
        if part is None:
            return []
        tail, count = part.tail, len(part.reply.rows)
        changed = [*part.drop_tail(), *part.reply.take(event)]
        self.is_other = self.is_other or tail is not None or len(part.reply.rows) != count
        return changed

    def set_tail(self, text: str) -> list[ListItem]:
        """Show the beginning of what comes next, and return the rows that this changes."""
        part = self.current
        if part is None:
            return []
        tail = part.tail
        changed = part.set_tail(text)
        self.is_other = self.is_other or part.tail is not tail
        return changed

    def add_reasoning(self, text: str) -> list[ListItem]:
        """Let the reasoning of the part that grows grow."""
        part = self.current
        if part is None:
            return []
        self.is_other = self.is_other or part.reasoning is None
        part.add_reasoning(text)
        return [part.reasoning] if part.reasoning else []

    def change(self, turn: Turn) -> list[ListItem]:
        """Show another state of a model's turn, and return the rows that this changes."""
        part = self.part_of(turn)
        if part is None or part.is_users:
            return []
        self.is_other = True
        changed = part.change(turn)
        return changed if part is self.parts[-1] else [*changed, *_close(part)]  # a reply was pasted below it

    def put_again(self, reply: ReplyItems) -> list[ListItem]:
        """Show this in place of what the last answer said, and let it grow; return the rows that this changes."""
        part = self.last_answer()
        if part is None:
            return []
        self.current, self.is_other = part, True
        return part.put_again(reply)

    def set_outcomes(self, outcomes: tuple[Outcome, ...], decisions: BlockDecisions) -> list[EditCardItem]:
        """Give every block the outcome that is its own, the latest to the latest, and return the rows that changed.

        A block is known by its lines: which file one without a path means may have been known when it was applied.
        """
        rows = [(row, row.block) for row in reversed(self.blocks) if row.block is not None]
        before, self._decisions = self._decisions, decisions
        if outcomes is self._outcomes and rows == self._numbered:  # only decisions are new, as after each of them
            others = [row for row, _ in rows if not row.is_decided_alike(before, decisions)]
            return [row for row in others if row.follow_decisions(decisions)]
        self._outcomes, self._numbered = outcomes, rows
        by_line: dict[int, list[tuple[int, Outcome]]] = {}  # hashing whole blocks takes too long
        for number, outcome in enumerate(outcomes, 1):
            by_line.setdefault(outcome.block.line_number, []).append((number, outcome))
        changed = []
        for row, block in rows:
            number, row.number = row.number, 0
            found, written = by_line.get(block.line_number, []), block.written
            place = next((n for n in reversed(range(len(found))) if found[n][1].block.written == written), None)
            if place is not None:
                row.number, outcome = found.pop(place)
                if outcome != row.outcome:
                    row.outcome = outcome
                    changed.append(row)
            has_moved = row.number != number
            if (row.follow_decisions(decisions) or has_moved) and row not in changed[-1:]:
                changed.append(row)
        return changed

    def block_row(self, number: int) -> EditCardItem | None:
        """Return the row whose block has this number among the outcomes, counted from 1."""
        return next((row for row in self.blocks if row.number == number), None)


def _mark_plans(parts: Sequence[TurnView]) -> None:
    """Let an architect's answers know that they are plans: those right below a message of the user."""
    for before, part in pairwise(parts):
        if before.is_users and part.turn is not None and part.turn.mode is Mode.ARCHITECT:
            part.is_plan = not part.is_users
            part.name_unplaced()


def _close(part: TurnView) -> list[ListItem]:
    if isinstance(part.foot, FootItem) and part.foot.may_go_on:
        part.foot.is_last = False
        return [part.foot]
    return []


_OPENED = ("http", "https")
"""Every other scheme may run a program on this machine, so it is only copied."""


class LinkBar(QFrame):
    """Asks whether to open an address; hidden, and not even built, until one was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._address = ""
        self._before: QWidget | None = None
        self.setProperty("role", "footer")
        self.setAccessibleName("Open an address")
        self.hide()

    def ask(self, address: str) -> None:
        self._address = address
        if self.layout() is None:
            self._build()
        is_opened = QUrl(address).scheme().lower() in _OPENED
        question = (
            "Open this address in the browser?" if is_opened else "An address of this kind is not opened from here."
        )
        self._question.setText(question)
        self._shown.setPlainText(address)
        self._open.setVisible(is_opened)
        if not holds_focus(self):
            self._before = QApplication.focusWidget()
        self.show()
        (self._cancel if not is_opened else self._open).setFocus()

    def _build(self) -> None:
        self._question = label("")
        self._shown = CodeBox(name="Address")
        self._open = button("Open", "primary", clicked=self._go)
        self._copy = button("Copy", clicked=self._take_copy)
        self._cancel = button("Cancel", clicked=self._put_away)
        row = FlowLayout(self._open, self._copy, self._cancel, gap=style.GAP)
        fill(QVBoxLayout(self), self._question, self._shown, row, margins=(style.WIDE, style.GAP), gap=style.TIGHT)
        on_escape(self, self._put_away)

    def _take_copy(self) -> None:
        copy_text(self._address)
        self._put_away()

    def _put_away(self) -> None:
        """Hide, and let who came from a text go on in it."""
        had_focus = holds_focus(self)
        self.hide()
        if had_focus and (parent := self.parentWidget()) is not None:
            give_back(self._before, otherwise=parent)

    def _go(self) -> None:
        self._put_away()
        QDesktopServices.openUrl(QUrl.fromEncoded(self._address.encode("ascii")))


_AFTER = 120
"""Milliseconds the end must be out of view: who follows it loses sight of it for a moment whenever something comes."""


class ScrollToEndButton(IconButton):
    """Shows itself while there is something below; pressed, it goes to the end, which is followed from then on.

    end_shown(bool): the end came into view, or left it.
    """

    end_shown = Signal(bool)

    def __init__(self, area: QAbstractScrollArea) -> None:
        """Float above this area; it is no part of its layout and takes no focus by itself."""
        super().__init__("down", "Newest", area, role="choice")
        self._area = area
        self._bar = area.verticalScrollBar()
        self._soon = QTimer(self, singleShot=True, interval=_AFTER)
        self._soon.timeout.connect(self._follow)
        self.setAccessibleDescription("Goes to the end of the conversation and follows what comes")
        self.setToolTip("Go to the end and follow what comes (End)")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()
        self.clicked.connect(self.go)
        self._bar.valueChanged.connect(self._notice)
        self._bar.rangeChanged.connect(self._notice)
        area.viewport().installEventFilter(self)

    def go(self) -> None:
        had_focus = self.hasFocus()
        self._bar.setValue(self._bar.maximum())
        self._follow()
        if had_focus:
            self._area.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._place()

    def _notice(self) -> None:
        """Look soon whether the end is in view; asked hundreds of times a second while an answer flows."""
        if self.isHidden() is self._is_below and not self._soon.isActive():
            self._soon.start()

    @property
    def _is_below(self) -> bool:
        """Whether something lies below what is in view, the margin at the end apart."""
        return self._bar.maximum() - self._bar.value() > style.WIDE

    def _follow(self) -> None:
        self._soon.stop()
        if self.isHidden() is self._is_below:
            self.setVisible(self._is_below)
            self._place()
            self.end_shown.emit(self.isHidden())

    def _place(self) -> None:
        if not hasattr(self, "_area"):
            return  # Qt sends StyleChange while the button is still being constructed
        side = self.sizeHint().height()
        inside = self._area.viewport().geometry()
        # At the right, where fewest lines reach, and so small that it covers little more than the margin of a card.
        self.setGeometry(inside.right() - side, inside.bottom() - side, side, side)
        self.raise_()


SLICE = 0.005
"""Seconds of work between two looks at what the user does."""
FRAME = 16
"""Milliseconds between two slices while there is no backlog."""
SCREENFUL = 12
"""Turns shown at once when a conversation is opened; the earlier ones are put above as soon as they are ready."""
_SHORT = 400
"""Characters of a question that stays in view above its answer."""

TurnEvents = Sequence[tuple[Turn, tuple[ReplyEvent, ...]]]
_HEAD = 36
"""Pixels of the head above an empty conversation, which panes that are empty beside it do not have."""
_EMPTY = (
    "Write to a model below. What it answers is shown here as it comes, with a card for every block of code it wants "
    "changed. A reply from elsewhere can be pasted with {PASTE_REPLY}, or opened with {OPEN_REPLY}."
)


class TranscriptPane(QWidget):
    """Shows what was said, by turns, and replies that were taken in otherwise.

    It is filled in slices, so that a reply of any size never holds the window:

        events, turns      queue          transcript      virtual list
        ─────────────▶ step, step … ───▶ parts, rows ───▶ widgets of rows near the viewport

    A piece of prose that grows is laid out again as often as its length allows; everything else at most once a frame.

    `signals` has the requests of the rows.
    stop_requested: Escape was pressed in it; the answer that flows is to stop, if one does.
    end_shown(bool): the end of what was said came into view, or left it.
    """

    stop_requested = Signal()
    end_shown = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._transcript = Transcript()
        self._queue: deque[Callable[[], object]] = deque()
        self._changed: dict[ListItem, None] = {}
        self._tail: str | None = None
        self._outcomes: tuple[Outcome, ...] = ()
        self._decisions = BlockDecisions()
        self._has_new_outcomes = False
        self._has_new_rows = False
        """Whether rows came since the blocks were given their outcomes."""
        self._last = 0.0
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._take_slice)
        self._build()
        self.signals = TranscriptSignals(self)
        self.signals.link_pressed.connect(self._press_link)
        self.signals.unfolding.connect(partial(self._column.hold, even_at_end=True))

    def _press_link(self, address: str) -> None:
        if address.startswith(PLACE):
            self.signals.place_pressed.emit(*place_of(address))
        else:
            self._links.ask(address)

    def set_files(self, files: FileListing) -> None:
        """Let words that name one of these files lead to it, also in what is shown already."""
        before, self.signals.files = self.signals.files, files
        if files.paths != before.paths:
            rows = self._transcript.rows
            self._changed |= {row: None for row in rows if isinstance(row, ProseItem) and self._column.widget_of(row)}
            self._soon.start()

    def clear(self) -> None:
        """Begin a new, empty conversation; what became of the proposal's blocks is still known."""
        self._queue.clear()
        self._tail, self._has_new_outcomes = None, False
        self._start_over()
        self._column.set_rows([])
        self._links.hide()
        self._pages.setCurrentIndex(0)

    def show_turns(self, turns: TurnEvents) -> None:
        """Show these turns in place of everything, the last ones first."""
        if not turns:
            self.clear()
            return
        self._links.hide()
        self._queue.clear()
        self._tail = None
        self.put_earlier(turns[-SCREENFUL:], is_first=True)
        if turns[:-SCREENFUL]:
            self.put_earlier(turns[:-SCREENFUL])

    def put_earlier(self, turns: TurnEvents, *, is_first: bool = False) -> None:
        """Put turns above everything, which does not move what is seen; the first ones replace everything."""
        parts: list[TurnView] = []
        for turn, events in turns:
            self._do(partial(self._make, parts, turn, events))
        self._do(lambda: self._show_above(parts, is_first=is_first))

    def begin_turn(self, turn: Turn) -> None:
        """Add a turn: a message of the user whole, or the head of an answer, which grows by what comes next."""
        self._do(partial(self._begin, TurnView(self.signals, turn=turn)))
        self.change_turn(turn)

    def add_reply(self, title: str, events: Iterable[ReplyEvent]) -> None:
        """Add a whole reply under this title; a turn that flows goes on."""
        part = TurnView(self.signals, title=title)
        self._do(partial(self._put_whole, part))
        self._do(*(partial(self._take, event, part) for event in events))

    def add_events(self, events: Iterable[ReplyEvent]) -> None:
        """Take in events of the turn that was begun last."""
        self._do(*(partial(self._take, event) for event in events))

    def add_reasoning(self, text: str) -> None:
        """Let the reasoning of the turn that flows grow."""
        self._do(lambda: self._note(self._transcript.add_reasoning(text)))

    def set_tail(self, text: str) -> None:
        """Show what came of the turn that flows, but is in no event yet."""
        self._tail = text
        self._wake()

    def change_turn(self, turn: Turn) -> None:
        """Show another state of a turn, or a note; also how it ended and what it cost."""
        self._do(lambda: self._note(self._transcript.change(turn)))

    def begin_again(self, events: Iterable[ReplyEvent]) -> None:
        """Show this in place of what the last answer said; it grows from there."""
        reply = ReplyItems(self.signals)
        self._do(*(partial(reply.take, event) for event in events))
        self._do(lambda: self._note(self._transcript.put_again(reply)))

    def set_outcomes(self, outcomes: tuple[Outcome, ...], decisions: BlockDecisions = _UNDECIDED) -> None:
        """Show what became of the blocks; a block that is not among them keeps what it showed."""
        is_new = outcomes is not self._outcomes or decisions != self._decisions
        if is_new or self._queue or self._has_new_rows:
            if is_new:
                self._take_outcomes()  # a card that missed one would not know what its block had been before
            self._outcomes, self._decisions, self._has_new_outcomes = outcomes, decisions, True
            self._wake(after=PAINTING)  # first the diff shows what a decision left

    def show_newest(self) -> None:
        """Go to the end, and follow what comes."""
        self._newest.go()

    def show_block(self, number: int) -> None:
        """Scroll to a block, counted from 1 among the outcomes."""
        row = self._transcript.block_row(number)
        if row is not None and row in self._column.rows:
            self._column.scroll_to(row)

    @property
    def is_settled(self) -> bool:
        """Whether everything given so far is shown."""
        return not self._queue and not self._changed and not self._has_new_outcomes and self._tail is None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() == Qt.Key.Key_End and is_plain:
            self.show_newest()
        elif event.key() == Qt.Key.Key_Home and is_plain:
            self._column.verticalScrollBar().setValue(0)
        elif event.key() == Qt.Key.Key_Escape:
            self.stop_requested.emit()
        else:
            super().keyPressEvent(event)

    def _build(self) -> None:
        self._column = VirtualList(follows_end=True)
        self._column.setAccessibleName("Conversation")
        self._newest = ScrollToEndButton(self._column)
        self._newest.end_shown.connect(self.end_shown)
        self._links = LinkBar()
        full = QWidget()
        fill(QVBoxLayout(full), (self._column, 1), self._links, margins=0, gap=0)
        self._pages = QStackedWidget()
        self._pages.addWidget(EmptyState("No messages yet", _EMPTY, above=ABOVE - _HEAD))
        self._pages.addWidget(full)
        fill(QVBoxLayout(self), self._pages, margins=0)

    def _do(self, *steps: Callable[[], object]) -> None:
        self._queue.extend(steps)
        self._wake()

    def _wake(self, *, after: int = 0) -> None:
        """Come back after so many milliseconds, but not more often than frames are painted."""
        delay = max(after, FRAME - round((perf_counter() - self._last) * 1000))
        if not self._soon.isActive() or self._soon.remainingTime() > delay:
            self._soon.start(delay)

    def _take_slice(self) -> None:
        until = perf_counter() + SLICE
        while self._queue and perf_counter() < until:
            self._queue.popleft()()
        if not self._queue:
            self._take_rest()
        if self._transcript.is_other:
            self._show_rows()
        self._refresh()
        self._last = perf_counter()
        if self._queue:
            self._soon.start(0)
        elif self._changed:
            self._soon.start(self._rest())

    def _take_rest(self) -> None:
        """Take what means everything that was given before."""
        if self._tail is not None:
            self._note(self._transcript.set_tail(self._tail))
            self._tail = None
        self._take_outcomes()

    def _take_outcomes(self) -> None:
        if self._has_new_outcomes:
            self._note(self._transcript.set_outcomes(self._outcomes, self._decisions))
            self._has_new_outcomes = self._has_new_rows = False

    def _take(self, event: ReplyEvent, part: TurnView | None = None) -> None:
        self._note(self._transcript.take(event, part))

    def _note(self, rows: Iterable[ListItem]) -> None:
        self._changed.update(dict.fromkeys(rows))

    def _start_over(self) -> None:
        self._changed.clear()
        self._transcript = Transcript()

    def _begin(self, part: TurnView) -> None:
        before = self._transcript.parts[-1] if self._transcript.parts else None
        question = before.turn if before is not None and before.is_users else None
        is_answer = part.turn is not None and not part.is_users
        self._note(self._transcript.begin(part))
        if not (is_answer and question and len(question.text) <= _SHORT):
            self._column.begin(part.head)

    def _put_whole(self, part: TurnView) -> None:
        self._note(self._transcript.put(part))
        self._column.begin(part.head)

    def _make(self, parts: list[TurnView], turn: Turn, events: Iterable[ReplyEvent]) -> None:
        parts.append(whole_part(self.signals, turn, events))

    def _show_above(self, parts: list[TurnView], *, is_first: bool) -> None:
        if is_first:
            self._start_over()
        else:
            self._column.hold()
        self._transcript.put_above(parts)
        self._show_rows()
        if is_first and parts:
            asked = [part for part in parts if part.is_users]
            self._column.begin((asked or parts)[-1].head)
        self._has_new_outcomes = True

    def _show_rows(self) -> None:
        self._transcript.is_other, self._has_new_rows = False, True
        self._column.set_rows(self._transcript.rows)
        self._pages.setCurrentIndex(1)

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
        at: list[float] = []
        for row in self._changed:
            if not isinstance(row, ProseItem):
                return 0  # before all of thousands are looked at
            at.append(row.ready_at)
        return max(0, round((min(at) - perf_counter()) * 1000))
