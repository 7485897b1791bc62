"""One reply or turn of the conversation: its head, reasoning, what was said, its foot."""

from collections.abc import Iterable
from time import monotonic

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from guillemet.app.turns import Mode, State, Turn, short_model_name
from guillemet.engine.blocks import Breakage, BrokenBlock, ReplyEvent
from guillemet.engine.text import counted
from guillemet.llm.messages import Role, Usage
from guillemet.ui.chat.edit_card import TranscriptSignals
from guillemet.ui.chat.markdown_view import MarkdownView, with_line_breaks
from guillemet.ui.chat.reply_items import ProseItem, ReplyItems
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import PushButton, button, copy_text, label, set_caption
from guillemet.ui.widgets.fold_state import show_fold_state
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.widgets.tab_order import mark_risky
from guillemet.ui.widgets.virtual_list import ListItem
from guillemet.ui.wording import about_money, plain_tip, seen


class HoverButton(PushButton):
    """A quiet button that is painted while its frame is pointed at or holds the focus."""

    def __init__(self, text: str, frame: "HoverFrame", *, name: str) -> None:
        super().__init__(text, frame)
        self._frame = frame
        self.setProperty("role", "chip")
        self.setAutoDefault(False)
        self.setAccessibleName(name)
        frame.faint.append(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        focused = QApplication.focusWidget()
        if self._frame.underMouse() or (focused is not None and self._frame.isAncestorOf(focused)):
            super().paintEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            for button in self._frame.faint:
                button.update()
        return super().event(event)


class HoverFrame(QFrame):
    """A frame whose faint buttons come and go with the pointer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.faint: list[HoverButton] = []

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Enter, QEvent.Type.Leave):
            for button in self.faint:
                button.update()
        return super().event(event)


SHORT = 2_400
"""Characters of a message that is shown whole."""
_FEW = 12
"""Lines of a longer one that are shown before it is unfolded."""
_MOST = 60_000
"""Characters shown at most; copying takes all."""
_LETTER = 7
_LINE = 17


class UserItem:
    """A message of the user."""

    def __init__(self, turn: Turn, signals: TranscriptSignals) -> None:
        self.turn = turn
        self.signals = signals
        self.is_open = False

    @property
    def is_short(self) -> bool:
        """Whether all of it is shown at once."""
        return len(self.turn.text) <= SHORT

    @property
    def shown(self) -> str:
        """The text, or its first lines."""
        text = self.turn.text
        if self.is_short or self.is_open:
            return text[:_MOST]
        return "\n".join(text[:SHORT].split("\n")[:_FEW])

    def estimate(self, width: int) -> int:
        lines = sum(1 + len(line) // max(width // _LETTER, 1) for line in self.shown.split("\n"))
        return 54 + _LINE * lines

    def build(self, parent: QWidget) -> QWidget:
        return UserCard(self, parent)


class UserCard(HoverFrame):
    """Shows a message of the user.

    You                                    Edit and send again  Copy
    Let `total` take a tax rate.
    """

    def __init__(self, row: UserItem, parent: QWidget) -> None:
        super().__init__(parent)
        self._row = row
        self.setProperty("role", "said")
        self.setAccessibleName(f"You, message {row.turn.number}")
        self._text = MarkdownView(self)
        self._text.setAccessibleName("Your message")
        self._text.link_requested.connect(row.signals.link_pressed)
        self._fold = button("", "fold", parent=self, clicked=self._turn)
        self._fold.setVisible(not row.is_short)
        fill(
            QVBoxLayout(self),
            self._heading(),
            self._text,
            (self._fold, 0, Qt.AlignmentFlag.AlignLeft),
            margins=(style.WIDE, style.TIGHT, style.TIGHT, style.GAP),
            gap=style.TIGHT,
        )
        self._fill()

    def _heading(self) -> QHBoxLayout:
        turn, signals = self._row.turn, self._row.signals
        again = HoverButton("Edit and send again", self, name=f"Edit and send again, message {turn.number}")
        again.clicked.connect(lambda: signals.resend_requested.emit(turn.number))
        copy = HoverButton("Copy", self, name=f"Copy message {turn.number}")
        copy.clicked.connect(lambda: copy_text(turn.text))
        return fill(
            QHBoxLayout(), _short("You", "title", tip=_time(turn)), *_mode(turn), 1, again, copy, gap=style.TIGHT
        )

    def _fill(self) -> None:
        row = self._row
        if row.is_open:
            self._text.set_plain(row.shown)
        else:
            self._text.set_markdown(with_line_breaks(row.shown), row.signals.files)
        words = "Show fewer lines" if row.is_open else f"Show all {counted(row.turn.text.count(chr(10)) + 1, 'line')}"
        show_fold_state(self._fold, is_open=row.is_open)
        set_caption(self._fold, words)

    def _turn(self) -> None:
        self._row.signals.unfolding.emit()
        self._row.is_open = not self._row.is_open
        self._fill()


class ModelItem:
    """The head of a model's turn."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn

    def estimate(self, width: int) -> int:  # noqa: ARG002
        return 26

    def build(self, parent: QWidget) -> QWidget:
        return ModelHead(self, parent)


class ModelHead(HoverFrame):
    """Names the model.

    anthropic/claude-…   Ask   recorded                         Copy
    """

    def __init__(self, row: ModelItem, parent: QWidget) -> None:
        super().__init__(parent)
        self._row, turn = row, row.turn
        self._name = _ModelName()
        self._tag = _short("recorded", "tag", tip="Comes from the demo's recordings, not from a model")
        self._copy = HoverButton("Copy", self, name=f"Copy answer {turn.number}")
        self._copy.clicked.connect(lambda: copy_text(row.turn.text))
        place = self._copy.sizePolicy()
        place.setRetainSizeWhenHidden(True)  # else the head would grow when the answer comes
        self._copy.setSizePolicy(place)
        margins = (0, style.TIGHT, style.TIGHT, 0)
        fill(QHBoxLayout(self), self._name, *_mode(turn), self._tag, 1, self._copy, margins=margins, gap=style.GAP)
        self.refresh()

    def refresh(self) -> None:
        """Show who answers, for another model may have been asked again, and offer to copy what it said."""
        turn = self._row.turn
        whole = "No model" if turn.is_recorded else seen(turn.model) or "Model"
        name = short_model_name(whole)
        self.setAccessibleName(f"{name}, answer {turn.number}")
        self._name.setText(name)
        self._name.setToolTip(plain_tip(" · ".join(filter(None, (whole, _time(turn))))))
        self._tag.setVisible(turn.is_recorded)
        self._copy.setVisible(bool(turn.text.strip()))


class _ModelName(QLabel):
    """A name, shortened in the middle where there is no room for it."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", "title")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, shown)
        painter.end()


def _short(text: str, role: str, *, tip: str = "") -> QLabel:
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("role", role)
    made.setToolTip(tip)
    return made


def _mode(turn: Turn) -> list[QLabel]:
    """Return what names the mode, where it is not the usual one."""
    return [] if turn.mode is Mode.EDIT else [_short(turn.mode.value.capitalize(), "dim")]


def _time(turn: Turn) -> str:
    return f"{turn.said_at.astimezone():%Y-%m-%d %H:%M}" if turn.said_at else ""


_PATIENCE = 3
"""Seconds after which the time waited is shown."""


class WaitItem:
    """Tells that nothing came yet, or why."""

    def __init__(self, note: str = "") -> None:
        self.note = note
        self.since = monotonic()

    def estimate(self, width: int) -> int:  # noqa: ARG002
        return 18

    def build(self, parent: QWidget) -> QWidget:
        return WaitLine(self, parent)


class WaitLine(QFrame):
    """Shows that something is waited for, and for how long."""

    def __init__(self, row: WaitItem, parent: QWidget) -> None:
        super().__init__(parent)
        self._row = row
        self._line = label("", "dim")
        fill(QVBoxLayout(self), self._line, margins=0)
        self._second = QTimer(self, interval=1_000)
        self._second.timeout.connect(self.refresh)
        self._second.start()
        self.refresh()

    def refresh(self) -> None:
        """Show the note, else how long it takes."""
        seconds = int(monotonic() - self._row.since)
        waited = f" {seconds:,} s" if seconds >= _PATIENCE else ""
        self._line.setText(seen(self._row.note) or f"waiting for the model …{waited}")
        style.set_role(self._line, "warn" if self._row.note else "dim")


class FootItem:
    """What a model's turn cost, and how it ended."""

    def __init__(self, turn: Turn, signals: TranscriptSignals) -> None:
        self.turn = turn
        self.signals = signals
        self.is_last = True
        """Whether nothing was said since."""

    @property
    def figures(self) -> str:
        """Tokens and money, in words; empty when the service gave none."""
        usage = self.turn.usage
        if usage is None:
            return ""
        # Of an answer that was cut off the service tells few figures or none: the others are guessed.
        about = "" if self.turn.state is State.DONE else "about "
        return f"{about}{_tokens(usage)} · {about_money(self.turn.money)}"

    @property
    def note(self) -> str:
        """How it ended, when there is something to say."""
        is_empty = self.turn.state is State.DONE and not self.turn.text.strip()
        return self.turn.note or ("The model said nothing." if is_empty else "")

    @property
    def may_go_on(self) -> bool:
        """Whether the answer can be continued."""
        return self.is_last and self.turn.state in (State.STOPPED, State.BROKEN)

    @property
    def has_begun(self) -> bool:
        return bool(self.turn.text.strip())

    @property
    def is_needed(self) -> bool:
        return bool(self.figures or self.note or self.may_go_on)

    def estimate(self, width: int) -> int:  # noqa: ARG002
        return 18 * (bool(self.figures) + bool(self.note)) + 32 * self.may_go_on

    def build(self, parent: QWidget) -> QWidget:
        return TurnFoot(self, parent)


class TurnFoot(QFrame):
    """What a turn cost and how it ended.

    12,310 read (11,900 from the cache) · 412 written · about $0.01
    The connection broke.  [Go on]
    """

    def __init__(self, row: FootItem, parent: QWidget) -> None:
        super().__init__(parent)
        self._row = row
        self._note = label(seen(row.note), "bad" if row.turn.state is State.BROKEN else "dim")
        self._figures = label(row.figures, "dim")
        self._go_on = button(
            "Go on" if row.has_begun else "Ask again",
            tip="Lets the model go on where the answer ended"
            if row.has_begun
            else "Sends the same message once more, to the model that is chosen now",
            clicked=row.signals.go_on_requested,
        )
        mark_risky(self._go_on)
        actions = FlowLayout(self._go_on, gap=style.GAP)
        parts = self._note, actions, self._figures
        fill(QVBoxLayout(self), *parts, margins=(0, 0, 0, style.TIGHT), gap=style.TIGHT)
        self._note.setVisible(bool(row.note))
        self._figures.setVisible(bool(row.figures))
        self.refresh()

    def refresh(self) -> None:
        """Take the button away once something else was said."""
        self._go_on.setVisible(self._row.may_go_on)


def _tokens(usage: Usage) -> str:
    cached = f" ({usage.from_cache:,} from the cache)" if usage.from_cache else ""
    return f"{usage.read:,} tokens read{cached} · {usage.written:,} written"


HEIGHT = 220
"""Pixels of the unfolded text, which scrolls by itself."""
_FOLDED = 26


class ReasoningItem:
    """The reasoning of one turn."""

    def __init__(self, signals: TranscriptSignals) -> None:
        self.signals = signals
        self._parts: list[str] = []
        self.length = 0
        """Characters of all that came."""
        self.is_over = False
        """Whether the model has come to its answer."""
        self.is_open = False

    @property
    def text(self) -> str:
        if len(self._parts) > 1:
            self._parts = ["".join(self._parts)]
        return self._parts[0] if self._parts else ""

    def add(self, text: str) -> None:
        self._parts.append(text)
        self.length += len(text)

    def estimate(self, width: int) -> int:  # noqa: ARG002
        return _FOLDED + (HEIGHT + style.TIGHT if self.is_open else 0)

    def build(self, parent: QWidget) -> QWidget:
        return ReasoningBox(self, parent)


class ReasoningBox(QFrame):
    """Shows reasoning when it is unfolded: plain text in a box of its own height, which follows it while it grows."""

    def __init__(self, row: ReasoningItem, parent: QWidget) -> None:
        super().__init__(parent)
        self._row = row
        self._text: QPlainTextEdit | None = None
        self._shown = 0
        self._fold = button("", "fold", parent=self, clicked=self._turn)
        self._column = fill(QVBoxLayout(self), (self._fold, 0, Qt.AlignmentFlag.AlignLeft), margins=0, gap=style.TIGHT)
        self.refresh()

    def refresh(self) -> None:
        """Show what has come by now."""
        row = self._row
        is_open = row.is_open
        words = "Reasoning" if row.is_over else "Reasoning …"
        self._fold.setText(f"{words}   {counted(row.length, 'character')}")
        self._fold.set_mark("chevron-down" if is_open else "chevron-right", leads=True)
        self._fold.setAccessibleName(f"{'Hide' if is_open else 'Show'} reasoning")
        show_fold_state(self._fold, is_open=is_open)
        if is_open and self._text is None:
            self._text = _Thoughts(self)
            self._column.addWidget(self._text)
        if self._text is not None:
            self._text.setVisible(is_open)
            if is_open:
                self._grow(self._text)

    def _grow(self, box: QPlainTextEdit) -> None:
        """Put what is new at the end, and stay there if one was there."""
        more = self._row.text[self._shown :]
        if more:
            bar = box.verticalScrollBar()
            was_at_end = bar.value() == bar.maximum()
            cursor = QTextCursor(box.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(seen(more))
            self._shown += len(more)
            if was_at_end and not self._row.is_over:
                bar.setValue(bar.maximum())

    def _turn(self) -> None:
        self._row.signals.unfolding.emit()
        self._row.is_open = not self._row.is_open
        self.refresh()


class _Thoughts(QPlainTextEdit):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setProperty("role", "aside")
        self.setAccessibleName("Reasoning")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(200, HEIGHT)


_UNENDING = (State.WAITING, State.FLOWING)
_UNFINISHED = (State.STOPPED, State.BROKEN)


class _Heading:
    """A row that only names what follows."""

    def __init__(self, text: str) -> None:
        self.text = text

    def estimate(self, width: int) -> int:  # noqa: ARG002
        return 18

    def build(self, parent: QWidget) -> QWidget:
        return label(self.text, "title", parent=parent)


class TurnView:
    """The rows of one reply or turn."""

    def __init__(self, signals: TranscriptSignals, *, title: str = "", turn: Turn | None = None) -> None:
        """Begin with a head: a model's or the user's for a turn, else the title."""
        self._signals = signals
        self.turn = turn
        self.reply = ReplyItems(signals)
        self.head = _head(title, turn, signals)
        self.reasoning: ReasoningItem | None = None
        self.tail: ProseItem | None = None
        """What came, but seems to belong to none of the rows above."""
        self.foot: FootItem | WaitItem | None = None
        self.is_plan = False
        """Whether it is an architect's plan, which proposes nothing by itself."""
        if turn is not None and turn.reasoning:
            self.add_reasoning(turn.reasoning)

    @property
    def rows(self) -> list[ListItem]:
        ends = [row for row in (self.tail, self.foot) if row is not None]
        return [self.head, *([self.reasoning] if self.reasoning else []), *self.reply.rows, *ends]

    @property
    def is_users(self) -> bool:
        return self.turn is not None and self.turn.role is Role.USER

    def add_reasoning(self, text: str) -> None:
        if self.reasoning is None:
            self.reasoning = ReasoningItem(self._signals)
        self.reasoning.add(text)

    def set_tail(self, text: str) -> list[ListItem]:
        """Show the beginning of what comes next, and return the rows that this changes."""
        home = self.reply.growing
        if home is None and not text.strip():
            self.tail = None
            return []
        if home is None:
            self.tail = home = self.tail or ProseItem(self._signals)
        if home.tail == text:
            return []
        home.tail = text
        return [home]

    def drop_tail(self) -> list[ListItem]:
        """Take the beginning away, because now it comes whole; return the rows that this changes."""
        self.tail = None
        home = self.reply.growing
        if home is None or not home.tail:
            return []
        home.tail = ""
        return [home]

    def change(self, turn: Turn) -> list[ListItem]:
        """Set another state or note, and return the rows that this changes."""
        self.turn = turn
        if isinstance(self.head, ModelItem):
            self.head.turn = turn
        if turn.state not in _UNENDING:
            return [self.head, *self._end(turn)]
        if turn.state is State.FLOWING and not turn.note:
            self.foot = None
        elif isinstance(self.foot, WaitItem):
            self.foot.note = turn.note
        else:
            self.foot = WaitItem(turn.note)
        return [self.head, self.foot] if self.foot else [self.head]

    def put_again(self, reply: ReplyItems) -> list[ListItem]:
        """Show this content in place of what was shown; rows that show the same stay, the others are returned."""
        changed: list[ListItem] = [block for block in self.reply.blocks if block.is_cut_off]
        for block in self.reply.blocks:
            block.is_cut_off = block.is_stopped = False
        before = set(self.reply.rows)
        reply.adopt(self.reply)
        self.reply, self.tail = reply, None
        self.name_unplaced()
        return changed + [row for row in reply.rows if row not in before]

    def _end(self, turn: Turn) -> list[ListItem]:
        changed: list[ListItem] = []
        if self.reasoning is not None:
            self.reasoning.is_over = True
            changed.append(self.reasoning)
        foot = FootItem(turn, self._signals)
        self.foot = foot if foot.is_needed else None
        last = self.reply.blocks[-1] if self.reply.blocks else None
        if last is not None and turn.state in _UNFINISHED:
            last.is_cut_off = last.block is None or _is_unfinished(last.block)
            last.is_stopped = last.is_cut_off and turn.state is State.STOPPED
            changed.append(last)
        self.name_unplaced()
        return [*changed, *self.reply.blocks]

    def name_unplaced(self) -> None:
        """Say of blocks without outcome why they have none."""
        if self.turn is not None and (self.turn.mode is Mode.ASK or self.is_plan):
            why = "another model writes the edits" if self.is_plan else "the message asked for no edits"
            for block in self.reply.blocks:
                block.unplaced = f"shown only · {why}"


def whole_part(signals: TranscriptSignals, turn: Turn, events: Iterable[ReplyEvent]) -> TurnView:
    """Return a turn that is over."""
    part = TurnView(signals, turn=turn)
    part.reply.take_all(events)
    for block in part.reply.blocks:
        block.unplaced = "not in the proposal that is open"
    part.name_unplaced()
    if turn.role is Role.ASSISTANT:
        is_left = turn.state in _UNENDING  # it was flowing when the program ended
        part.change(replace(turn, state=State.BROKEN, note=turn.note or _LEFT) if is_left else turn)
    return part


_LEFT = "The program ended while this answer came."


def _head(title: str, turn: Turn | None, signals: TranscriptSignals) -> ListItem:
    if turn is None:
        return _Heading(title)
    return UserItem(turn, signals) if turn.role is Role.USER else ModelItem(turn)


def _is_unfinished(block: object) -> bool:
    return isinstance(block, BrokenBlock) and block.breakage is Breakage.UNFINISHED
