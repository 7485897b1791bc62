"""All that is shown of a conversation: its parts in order, and what became of their blocks."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from guillemet.app.turns import Mode, Turn
from guillemet.engine.blocks import ReplyEvent
from guillemet.engine.outcomes import Outcome
from guillemet.ui.chat.edit_card import EditCardItem
from guillemet.ui.chat.reply_items import ReplyItems
from guillemet.ui.chat.turn_foot import FootItem
from guillemet.ui.chat.turn_view import TurnView
from guillemet.ui.widgets.list_item import ListItem


class Transcript:
    """Takes what is told and tells which rows it made or changed."""

    def __init__(self) -> None:
        self.parts: list[TurnView] = []
        self.current: TurnView | None = None
        """The part that grows."""
        self.is_other = False
        """Whether there are other rows than when this was last set to False."""

    @property
    def rows(self) -> list[ListItem]:
        """The rows of all parts, in order."""
        return [row for part in self.parts for row in part.rows]

    @property
    def blocks(self) -> list[EditCardItem]:
        """The block rows of all parts, in order."""
        return [block for part in self.parts for block in part.reply.blocks]

    def begin(self, part: TurnView) -> list[ListItem]:
        """Put a part at the end, and let it grow."""
        changed = self.put(part)
        self.current = part
        return changed

    def put(self, part: TurnView) -> list[ListItem]:
        """Put a whole part at the end; what grew before goes on growing."""
        changed = _close(self.parts[-1]) if self.parts else []
        self.parts.append(part)
        _mark_plans(self.parts[-2:])
        self.is_other = True
        return changed

    def put_above(self, parts: Sequence[TurnView]) -> None:
        """Put whole parts above all others."""
        for part in parts if self.parts else parts[:-1]:
            _close(part)
        self.parts[:0] = parts
        _mark_plans(self.parts[: len(parts) + 1])
        self.is_other = True

    def part_of(self, turn: Turn) -> TurnView | None:
        """Return the part of a turn, the latest of its number."""
        return next((part for part in reversed(self.parts) if part.turn and part.turn.number == turn.number), None)

    def last_answer(self) -> TurnView | None:
        """Return the last turn of a model."""
        return next((part for part in reversed(self.parts) if part.turn and not part.is_users), None)

    def take(self, event: ReplyEvent) -> list[ListItem]:
        """Return the rows that are new or changed by this event."""
        part = self.current
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
        return part.change(turn)

    def put_again(self, reply: ReplyItems) -> list[ListItem]:
        """Show this in place of what the last answer said, and let it grow; return the rows that this changes."""
        part = self.last_answer()
        if part is None:
            return []
        self.current, self.is_other = part, True
        return part.put_again(reply)

    def set_outcomes(self, outcomes: Iterable[Outcome]) -> list[EditCardItem]:
        """Give every block the outcome that is its own, the latest to the latest, and return the rows that changed.

        A block is known by its lines: which file one without a path means, whoever applied it may have known better.
        """
        by_line: dict[int, list[tuple[int, Outcome]]] = {}  # hashing whole blocks takes too long
        for number, outcome in enumerate(outcomes, 1):
            by_line.setdefault(outcome.block.line_number, []).append((number, outcome))
        changed = []
        for row in reversed(self.blocks):
            number, row.number = row.number, 0
            if row.block is None:
                continue
            found, written = by_line.get(row.block.line_number, []), row.block.written
            place = next((n for n in reversed(range(len(found))) if found[n][1].block.written == written), None)
            if place is not None:
                row.number, outcome = found.pop(place)
                if outcome != row.outcome:
                    row.outcome = outcome
                    changed.append(row)
            if row.number != number and row not in changed[-1:]:
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
