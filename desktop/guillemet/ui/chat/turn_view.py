"""One reply or turn of the conversation: its head, what was said, its foot."""

from collections.abc import Iterable

from msgspec.structs import replace

from guillemet.app.turns import Mode, State, Turn
from guillemet.engine.blocks import Breakage, BrokenBlock, ReplyEvent
from guillemet.llm.messages import Role
from guillemet.ui.chat.reasoning import ReasoningItem
from guillemet.ui.chat.reply_items import ProseItem, ReplyItems
from guillemet.ui.chat.transcript_signals import TranscriptSignals
from guillemet.ui.chat.turn_foot import FootItem, WaitItem
from guillemet.ui.chat.turn_head import ModelItem, UserItem
from guillemet.ui.widgets.controls import Heading
from guillemet.ui.widgets.list_item import ListItem

_UNENDING = (State.WAITING, State.FLOWING)
_UNFINISHED = (State.STOPPED, State.BROKEN)


class TurnView:
    """The rows of one reply or turn."""

    def __init__(self, wishes: TranscriptSignals, *, title: str = "", turn: Turn | None = None) -> None:
        """Begin with a head: a model's or the user's for a turn, else the title."""
        self._wishes = wishes
        self.turn = turn
        self.reply = ReplyItems(wishes)
        self.head = _head(title, turn, wishes)
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
        """All rows, in order."""
        ends = [row for row in (self.tail, self.foot) if row is not None]
        return [self.head, *([self.reasoning] if self.reasoning else []), *self.reply.rows, *ends]

    @property
    def is_users(self) -> bool:
        """Whether the user said it."""
        return self.turn is not None and self.turn.role is Role.USER

    def add_reasoning(self, text: str) -> None:
        """Let the reasoning grow."""
        if self.reasoning is None:
            self.reasoning = ReasoningItem(self._wishes)
        self.reasoning.add(text)

    def set_tail(self, text: str) -> list[ListItem]:
        """Show the beginning of what comes next, and return the rows that this changes."""
        home = self.reply.growing
        if home is None and not text.strip():
            self.tail = None
            return []
        if home is None:
            self.tail = home = self.tail or ProseItem(self._wishes.open_link)
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
        """Take notice of another state or note, and return the rows that this changes."""
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
        foot = FootItem(turn, self._wishes.go_on)
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


def whole_part(wishes: TranscriptSignals, turn: Turn, events: Iterable[ReplyEvent]) -> TurnView:
    """Return a turn that is over."""
    part = TurnView(wishes, turn=turn)
    part.reply.take_all(events)
    for block in part.reply.blocks:
        block.unplaced = "not in the proposal that is open"
    part.name_unplaced()
    if turn.role is Role.ASSISTANT:
        is_left = turn.state in _UNENDING  # it was flowing when the program ended
        part.change(replace(turn, state=State.BROKEN, note=turn.note or _LEFT) if is_left else turn)
    return part


_LEFT = "The program ended while this answer came."


def _head(title: str, turn: Turn | None, wishes: TranscriptSignals) -> ListItem:
    if turn is None:
        return Heading(title)
    return UserItem(turn, wishes) if turn.role is Role.USER else ModelItem(turn)


def _is_unfinished(block: object) -> bool:
    return isinstance(block, BrokenBlock) and block.breakage is Breakage.UNFINISHED
