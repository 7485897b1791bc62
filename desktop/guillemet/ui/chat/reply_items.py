"""A reply cut into rows: pieces of prose, and blocks.

Prose is cut at blank lines outside fences and lists once a piece is long enough, so that no piece is slow to lay out; a
fence that is cut is closed above and opened again below. What is in no event yet, the tail, is shown in the row it
seems to belong to.
"""

import re
from collections.abc import Iterable
from time import perf_counter
from typing import Any

from PySide6.QtWidgets import QWidget

from guillemet.engine.blocks import BlockBroken, BlockFinished, BlockGrew, BlockStarted, Prose, ReplyEvent
from guillemet.ui.chat.edit_card import EditCardItem, TranscriptSignals
from guillemet.ui.chat.markdown_view import MarkdownView, fence_after
from guillemet.ui.widgets.virtual_list import ListItem

ENOUGH = 1_500
"""Characters after which a piece of prose ends before the next paragraph."""
MOST = 6_000
"""Characters it has at most: it ends before the line that would make it longer."""
LONG_LINE = 5_000
"""A longer line is shown plain, in pieces of its own: laying out one of so much Markdown takes up to 10 ms."""
PLAIN = 2_000
"""Characters of such a piece."""

_SHARE = 10
"""A piece that grows is laid out again for at most one part in so many of the time."""
_LONGEST_REST = 0.15
"""Seconds; also where laying out takes very long, a piece goes on growing."""
_LIST = re.compile(r"\s|[-*+>|]|\d{1,9}[.)]")
"""How a line begins that may go on with a list, a quotation or a table."""


class ProseItem:
    """A piece of prose."""

    def __init__(self, signals: TranscriptSignals, *, is_plain: bool = False) -> None:
        self._signals = signals
        self.is_plain = is_plain
        self._parts: list[str] = []
        self.length = 0
        self.tail = ""
        """What follows, but is in no event yet."""
        self.ready_at = 0.0
        """When it is time to lay it out again, as `perf_counter` counts."""

    @property
    def text(self) -> str:
        """The piece, as written."""
        return "".join(self._parts)

    def add(self, text: str) -> None:
        self._parts.append(text)
        self.length += len(text)

    def estimate(self, width: int) -> int:
        letters = max(width // 7, 1)
        return 17 * max(1, sum(1 + len(part) // letters for part in self._parts))

    def build(self, parent: QWidget) -> QWidget:
        box = MarkdownView(parent)
        box.link_requested.connect(self._signals.link_pressed)
        self.fill(box)
        return box

    def fill(self, box: MarkdownView) -> None:
        begun = perf_counter()
        if self.is_plain:
            box.set_plain(self.text)
        else:
            box.set_markdown(self.text + self.tail, self._signals.files)
        ended = perf_counter()
        self.ready_at = ended + min(_SHARE * (ended - begun), _LONGEST_REST)


class ReplyItems:
    """Takes the events of one reply in their order and tells which row each one made or changed."""

    def __init__(self, signals: TranscriptSignals) -> None:
        self._signals = signals
        self._prose: ProseItem | None = None
        self._fence = ""
        self._is_after_blank = False
        self._known: dict[int, EditCardItem] = {}
        self._open: EditCardItem | None = None
        self.rows: list[ListItem] = []
        """All rows, in order."""
        self.blocks: list[EditCardItem] = []
        """Those of blocks."""

    @property
    def growing(self) -> EditCardItem | ProseItem | None:
        """The row that goes on growing, if any does."""
        return self._open or self._prose

    def take_all(self, events: Iterable[ReplyEvent]) -> None:
        for event in events:
            self.take(event)

    def take(self, event: ReplyEvent) -> list[ListItem]:
        """Return the rows that are new or changed by this event; new ones are at the end of all."""
        match event:
            case Prose():
                return self._take_prose(event.text)
            case BlockStarted():
                return [self._begin_block(event)]
            case BlockGrew():
                if (grown := self._known.get(event.number)) is None:
                    return []
                grown.grown += event.text.splitlines()
                return [grown]
            case BlockFinished() | BlockBroken():
                return [self._end_block(event)]

    def adopt(self, before: "ReplyItems") -> None:
        """Put rows in place that were shown before, as far as they show the same as the first ones here."""
        kept: dict[object, Any] = {}
        for old, new in zip(before.rows, self.rows, strict=False):
            if not _shows_same(old, new):
                break
            kept[new] = old
        self.rows = [kept.get(row, row) for row in self.rows]
        self.blocks = [kept.get(row, row) for row in self.blocks]
        self._known = {number: kept.get(row, row) for number, row in self._known.items()}
        self._open, self._prose = kept.get(self._open, self._open), kept.get(self._prose, self._prose)

    def _begin_block(self, started: BlockStarted) -> EditCardItem:
        self._end_prose()
        row = self._known[started.number] = self._open = EditCardItem(started, self._signals)
        self.blocks.append(row)
        self.rows.append(row)
        return row

    def _end_block(self, event: BlockFinished | BlockBroken) -> EditCardItem:
        block = event.block
        row = self._known.get(block.number)
        if row is None:
            row = self._begin_block(BlockStarted(block.number, block.path, block.format, block.line_number))
        self._open = None
        row.block, row.grown = block, []
        return row

    def _take_prose(self, text: str) -> list[ListItem]:
        self._open = None
        if len(text) > LONG_LINE:
            return self._take_long(text)
        is_blank = not text.strip()
        if self._prose is None and is_blank:
            return []
        if self._prose is not None and self._is_enough(self._prose.length, text):
            self._cut()
        if self._prose is None:
            self._prose = ProseItem(self._signals)
            self.rows.append(self._prose)
            if self._fence:
                self._prose.add(f"{self._fence}\n")
        self._prose.add(text)
        self._is_after_blank = is_blank
        self._fence = fence_after(text, self._fence)
        return [self._prose]

    def _is_enough(self, length: int, text: str) -> bool:
        """Whether a piece of this length ends before this line."""
        if length + len(text) > MOST:
            return True
        begins = self._is_after_blank and not self._fence and text.strip() and not _LIST.match(text)
        return length > ENOUGH and bool(begins)

    def _take_long(self, text: str) -> list[ListItem]:
        self._end_prose()
        rows: list[ListItem] = []
        start = 0
        while start < len(text):
            end = start + PLAIN
            if end < len(text):
                end = text.rfind(" ", start + PLAIN // 2, end) + 1 or end  # no word is cut that need not be
            row = ProseItem(self._signals, is_plain=True)
            row.add(text[start:end])
            rows.append(row)
            start = end
        self.rows += rows
        return rows

    def _cut(self) -> None:
        if self._prose is not None and self._fence:
            self._prose.add(f"\n{self._fence}\n")
        self._prose = None

    def _end_prose(self) -> None:
        self._prose, self._fence, self._is_after_blank = None, "", False


def _shows_same(old: ListItem, new: ListItem) -> bool:
    if isinstance(old, EditCardItem) and isinstance(new, EditCardItem):
        return old.shows_same(new)
    if isinstance(old, ProseItem) and isinstance(new, ProseItem):
        return (old.is_plain, old.text) == (new.is_plain, new.text)
    return False
