"""Reading a reply while it comes: `Reply.feed(chunk)`, then `Reply.finish()`, both return events.

    outside a block                                     inside a block
    ───────────────                                     ──────────────
    line ─▶ begins with a sign of a format? ── start ─▶ line ─▶ begins with a sign of the block? ── end ──▶ finished
            │                                                   │                                └─ start ─▶ broken,
            ├─ fence? ──▶ opened or closed, held back           └─ content                                   next block
            └─ any other line: held back, the one before it is prose

What is held back outside blocks may be the head of one; `outside` tells. Markers are read wherever they stand, inside
fences too, however deep: a proposal that was meant as an example is seen and rejected by the user, an edit that was not
read is lost. Only the content of blocks, passages that are prose by their own markers, what a model thinks between
`<think>` at the start of the reply and `</think>`, and markers with a back-slash before them are not read. What the
reply, or a part of it, is wrapped in is taken off first; `layers` tells.

Cutting the reply anywhere gives the same events, and reading takes time linear in its length.
"""

import re
from io import StringIO

from guillemet.engine.blocks import Prose, ReplyEvent
from guillemet.engine.formats.block_reader import BlockReader
from guillemet.engine.formats.catalogue import formats_for
from guillemet.engine.formats.context import ReplyContext
from guillemet.engine.formats.format import Format
from guillemet.engine.formats.prose_state import ProseState
from guillemet.engine.formats.unwrapping import Unwrapping
from guillemet.engine.formats.wrappers import is_quoted, lines_otherwise

__all__ = ("SLICE", "Reply", "ReplyContext")

_MARK = "\ufeff"
"""The byte-order mark, which files have and the clipboard takes along."""
_THINKING = re.compile(r"\s*<(think|thinking|reasoning)>", re.IGNORECASE)

SLICE = 65_536
"""How many characters of a whole reply to feed at a time, so that memory holds what is kept of it, not every event."""


class Reply(BlockReader):
    """One reply, read in chunks of any size."""

    def __init__(self, context: ReplyContext, *, formats: tuple[Format, ...] | None = None) -> None:
        read = formats_for(context.only) if formats is None else formats
        outside = ProseState(
            context,
            read,
            offer=self._offer,
            begin_file=self._begin_file,
            begin_diff=self._begin_diff,
            unwrap=self._unwrap,
        )
        super().__init__(context, read, outside)
        self._unfinished = StringIO()
        self._passage_end = ""
        self._is_blank = True
        self._layers = Unwrapping(
            read,
            self._tally,
            exists=context.exists,
            read=self._read_as,
            stop=self._stop,
            count=lambda: self._number,
        )

    @property
    def tail(self) -> str:
        """What was fed and is in no event yet: lines held back and the unfinished line; for painting only."""
        below = (line for line, _ in self._ending.lines) if self._ending else ()
        return "".join((*below, *self._outside.held.lines, *self._layers.quote, self._unfinished.getvalue()))

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is odd about the reply as a whole, in sentences; complete after `finish`."""
        outside = self._outside
        named = outside.named.last if self._context.wants_files else ""
        return self._tally.warnings(outside.unread_diffs, outside.unread_files, named=named)

    def feed(self, chunk: str) -> list[ReplyEvent]:
        """Return what the lines completed by the chunk mean."""
        events: list[ReplyEvent] = []
        start, end = 0, chunk.find("\n") + 1
        if end and self._unfinished.tell():
            self._unfinished.write(chunk[:end])
            line = self._unfinished.getvalue()
            self._unfinished = StringIO()
            self._read(line, events)
            start, end = end, chunk.find("\n", end) + 1
        while end:
            self._read(chunk[start:end], events)
            opened = None if self._ending else self._opened
            start = self._read_content(opened, chunk, end, events) if opened else end
            end = chunk.find("\n", start) + 1
        self._unfinished.write(chunk[start:] if start else chunk)
        return events

    def finish(self) -> list[ReplyEvent]:
        """Return what the last line means; a block still open is broken. Nothing is fed after it."""
        events: list[ReplyEvent] = []
        line = self._unfinished.getvalue().removesuffix("\r")
        self._unfinished = StringIO()
        for part in (lines_otherwise(line) if not self._line_number else ()) or (line,):
            if part:
                self._read(part, events)
        while self._ending:
            self._settle_end(events)
        if self._layers.quote:
            self._layers.end_quote(self._outside, events)
        self._stop(events, "reply")
        self._outside.release(events)
        return events

    def _read(self, line: str, events: list[ReplyEvent]) -> None:
        self._line_number += 1
        if line.endswith("\r\n"):
            line = line[:-2] + "\n"
        if self._ending:
            self._hold_below(line, events)
        elif self._opened:
            self._read_inside(self._opened, line, events)
        elif self._passage_end:
            events.append(Prose(line))
            if line.strip() == self._passage_end or (self._passage_end[0] == "<" and self._passage_end in line.lower()):
                self._passage_end = ""
                self._tally.mark_passage("")
        elif self._is_blank and self._begins_thinking(line := line.removeprefix(_MARK) or line):
            events.append(Prose(line))
        else:
            if self._layers.quote and not is_quoted(line):
                self._layers.end_quote(self._outside, events)
            if self._line_number == self._ended_at + 2 and not line.strip():
                self._close_second_end(events)
            self._outside.read(line, events)

    def _close_second_end(self, events: list[ReplyEvent]) -> None:
        """Close the fence between a file that ended and a blank line: it begins nothing, and is one too many."""
        fence, depth = self._outside.fence, self._outside.depth
        if fence and not fence.info and not fence.is_tag and depth == self._ended_depth + 1:
            self._outside.close(depth - 1, events)

    def _unwrap(self, line: str, events: list[ReplyEvent]) -> bool:
        return self._layers.unwrap(line, self._line_number, self._outside, events)

    def _begins_thinking(self, line: str) -> bool:
        """Read the first line that says something; return whether the model thinks from there on."""
        self._is_blank = not line.strip()
        found = _THINKING.match(line)
        if found and (end := f"</{found[1].lower()}>") not in line.lower():
            self._passage_end = end
            self._tally.mark_passage(end)
        return found is not None

    def _offer(self, ended_line: str, formats: tuple[Format, ...], events: list[ReplyEvent]) -> bool:
        """Read a start marker, or one that belongs to no block; return False for any other line."""
        line = ended_line.removesuffix("\n")
        text = line.lstrip()
        for one in formats:
            # Quoted lines begin with no sign of a format, and there may be many.
            if not text.startswith(one.signs):
                continue
            if reading := one.open(line, self._outside.held.lead):
                self._start_below(one, reading, line, events)
            elif one.is_stray(line):
                self._outside.release(events)
                self._break_stray(one, line, events)
            elif one.is_lead(line):
                self._outside.hold_lead(ended_line, events)
                if one.reports_leads:
                    self._tally.mark_begun(self._line_number)
            elif end := one.passage_end(line):
                self._outside.release(events)
                events.append(Prose(ended_line))
                self._passage_end = end
                self._tally.mark_passage(end)
            else:
                continue
            return True
        self._tally.look_at(line, self._line_number)
        return False
