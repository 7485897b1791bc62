"""Replies cut into rows: titles, pieces of prose, blocks.

Prose is cut at blank lines outside fences once a piece is long enough, so that no piece is slow to lay out; a fence
that is cut is closed above and opened again below.
"""

import re
from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from guillemet.engine.blocks import BlockBroken, BlockFinished, BlockGrew, BlockStarted, EditBlock, Prose, ReplyEvent
from guillemet.engine.outcomes import Outcome
from guillemet.ui.chat.card import BlockRow
from guillemet.ui.chat.prose import ProseBox
from guillemet.ui.heading import Heading
from guillemet.ui.row import Row

ENOUGH = 3_000
"""Characters after which a piece of prose ends at the next blank line."""
MOST = 8_000
"""Characters after which it ends at the next line."""
LONG_LINE = 2_000
"""A longer line is shown plain, in pieces of its own."""

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


class ProseRow:
    """A piece of prose."""

    def __init__(self, link_pressed: Callable[[str], None], *, is_plain: bool = False) -> None:
        self._link_pressed = link_pressed
        self.is_plain = is_plain
        self._parts: list[str] = []
        self.length = 0

    @property
    def text(self) -> str:
        """The piece, as written."""
        return "".join(self._parts)

    def add(self, text: str) -> None:
        """Let the piece grow."""
        self._parts.append(text)
        self.length += len(text)

    def estimate(self, width: int) -> int:
        """Return roughly how high the piece will be."""
        letters = max(width // 7, 1)
        return 17 * max(1, sum(1 + len(part) // letters for part in self._parts))

    def build(self, parent: QWidget) -> QWidget:
        """Return the text box."""
        box = ProseBox(parent)
        box.link_wanted.connect(self._link_pressed)
        self.fill(box)
        return box

    def fill(self, box: ProseBox) -> None:
        """Show the piece in a box."""
        if self.is_plain:
            box.set_plain(self.text)
        else:
            box.set_markdown(self.text)


class Transcript:
    """Takes the events of replies in their order and tells which row each one made or changed.

    `path_picked(path, line)` and `link_pressed(address)` are called when the user presses a card's path or a link.
    """

    def __init__(self, *, path_picked: Callable[[str, int], None], link_pressed: Callable[[str], None]) -> None:
        self._path_picked = path_picked
        self._link_pressed = link_pressed
        self._prose: ProseRow | None = None
        self._fence = ""
        self._blocks: dict[int, BlockRow] = {}
        self.blocks: list[BlockRow] = []
        """The block rows of all replies, in order."""

    def begin(self, title: str) -> Row:
        """Begin another reply and return the row of its title."""
        self._end_prose()
        self._blocks = {}
        return Heading(title)

    def take(self, event: ReplyEvent) -> list[Row]:
        """Return the rows that are new or changed by this event."""
        match event:
            case Prose():
                return self._take_prose(event.text)
            case BlockStarted():
                self._end_prose()
                row = self._blocks[event.number] = BlockRow(event, self._path_picked)
                self.blocks.append(row)
                return [row]
            case BlockGrew():
                if (grown := self._blocks.get(event.number)) is None:
                    return []
                grown.grown += event.text.splitlines()
                return [grown]
            case BlockFinished() | BlockBroken():
                return [self._end_block(event)]

    def block_row(self, number: int) -> BlockRow | None:
        """Return the row whose block has this number among the outcomes, counted from 1."""
        return next((row for row in self.blocks if row.number == number), None)

    def set_outcomes(self, outcomes: tuple[Outcome, ...]) -> list[BlockRow]:
        """Give every block the outcome that is its own, the latest to the latest, and return the rows that changed."""
        by_line: dict[tuple[str, int], list[tuple[int, Outcome]]] = {}  # hashing whole blocks takes too long
        for number, outcome in enumerate(outcomes, 1):
            by_line.setdefault((outcome.block.path, outcome.block.line_number), []).append((number, outcome))
        changed = []
        for row in reversed(self.blocks):
            row.number = 0
            if row.block is None:
                continue
            found = by_line.get((row.block.path, row.block.line_number), [])
            place = next((n for n in reversed(range(len(found))) if found[n][1].block == row.block), None)
            if place is not None:
                row.number, outcome = found.pop(place)
                if outcome != row.outcome:
                    row.outcome = outcome
                    changed.append(row)
        return changed

    def _end_block(self, event: BlockFinished | BlockBroken) -> BlockRow:
        block = event.block
        row = self._blocks.get(block.number)
        if row is None:
            self._end_prose()
            started = BlockStarted(block.number, block.path, block.format, block.line_number)
            row = self._blocks[block.number] = BlockRow(started, self._path_picked)
            self.blocks.append(row)
        row.block = block
        if isinstance(block, EditBlock):
            row.grown = []
        return row

    def _take_prose(self, text: str) -> list[Row]:
        if len(text) > LONG_LINE:
            return self._take_long(text)
        is_blank = not text.strip()
        if self._prose is None and is_blank:
            return []
        if self._prose is not None and (
            self._prose.length > MOST or (self._prose.length > ENOUGH and is_blank and not self._fence)
        ):
            self._cut()
        if self._prose is None:
            self._prose = ProseRow(self._link_pressed)
            if self._fence:
                self._prose.add(f"{self._fence}\n")
        self._prose.add(text)
        self._note_fence(text)
        return [self._prose]

    def _take_long(self, text: str) -> list[Row]:
        self._end_prose()
        rows: list[Row] = []
        for start in range(0, len(text), LONG_LINE):
            row = ProseRow(self._link_pressed, is_plain=True)
            row.add(text[start : start + LONG_LINE])
            rows.append(row)
        return rows

    def _note_fence(self, text: str) -> None:
        found = _FENCE.match(text)
        if not found:
            return
        if not self._fence:
            self._fence = found[1]
        elif found[1].startswith(self._fence) and not text[found.end() :].strip():
            self._fence = ""

    def _cut(self) -> None:
        if self._prose is not None and self._fence:
            self._prose.add(f"\n{self._fence}\n")
        self._prose = None

    def _end_prose(self) -> None:
        self._prose, self._fence = None, ""
