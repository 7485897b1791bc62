"""Reading a reply while it comes: `Reply.feed(chunk)`, then `Reply.finish()`, both return events.

    outside a block                                     inside a block
    ───────────────                                     ──────────────
    line ─▶ begins with a sign of a format? ── start ─▶ line ─▶ begins with a sign of the block? ── end ──▶ finished
            │                                                   │                                └─ start ─▶ broken,
            ├─ fence? ──▶ opened or closed, held back           └─ content                                   next block
            └─ any other line: held back, the one before it is prose

What is held back outside blocks may be the head of one; `prose_state` decides. Markers are read in any place, inside
fences too, however deep: a proposal that was meant as an example is seen and rejected by the user, an edit that was not
read is lost. Only the content of blocks, passages that are prose by their own markers, what a model thinks between
`<think>` at the start of the reply and `</think>`, and markers with a back-slash before them are not read. What the
reply, or a part of it, is wrapped in is taken off first, by `Unwrapping`.

Cutting the reply anywhere gives the same events, and reading takes time linear in its length.
"""

import re
from collections.abc import Callable, Sequence
from io import StringIO

from guillemet.engine.blocks import Prose, ReplyEvent
from guillemet.engine.formats.block_reader import BlockReader
from guillemet.engine.formats.catalogue import formats_for
from guillemet.engine.formats.format import Format
from guillemet.engine.formats.prose_state import ProseState, ReplyContext
from guillemet.engine.formats.reply_checks import ReplyChecks
from guillemet.engine.formats.wrappers import (
    MOST_LAYERS,
    first_block,
    is_quoted,
    lines_otherwise,
    names_file,
    path_beside,
    texts_within,
    unquoted,
)

_OBJECT = 20
"""Lines over which the members of an object of JSON are thought to spread."""


class Unwrapping:
    """Removes what a reply is wrapped in, layer by layer, while it is read; `wrappers` recognises the wrappings.

    Quoted lines are held back until the quote ends. They are read as prose unless a block in them names its file, and
    none was read outside of quotes before: a quotation beside blocks is only cited. JSON text is read at the place of
    its line. A block that a layer leaves open ends with the layer.

    `read(line, number, events)` reads a line as that line of the reply, `stop(events, what)` ends the block that is
    open because what it stands in ended, `count()` tells how many blocks began so far.
    """

    def __init__(
        self,
        formats: Sequence[Format],
        tally: ReplyChecks,
        *,
        exists: Callable[[str], bool],
        read: Callable[[str, int, list[ReplyEvent]], None],
        stop: Callable[[list[ReplyEvent], str], None],
        count: Callable[[], int],
    ) -> None:
        self._formats = formats
        self._tally = tally
        self._exists = exists
        self._read = read
        self._stop = stop
        self._count = count
        self._depth = 0
        self._cited = 0
        """Blocks that were read in quotes."""
        self._first = 0
        self._path_at = 0
        self._path = ""
        """The last path a line of JSON named beside its other members."""
        self.quote: list[str] = []
        """The lines of a quote, held back as written."""

    def unwrap(self, line: str, number: int, outside: ProseState, events: list[ReplyEvent]) -> bool:
        """Read or hold back the line if it is wrapped; return False for any other line."""
        if self._depth >= MOST_LAYERS:
            return False
        if is_quoted(line):
            if outside.depth:
                return False
            self._first = self._first if self.quote else number
            self.quote.append(line)
            return True
        texts = texts_within(line)
        texts = [one for one in texts if first_block(one[2], self._formats)] if texts else ()
        if path := path_beside(line):
            self._path, self._path_at = path, number
        if not texts:
            self._tally.look_at_wrapped(line, number)
            return False
        at = 0
        for start, end, lines in texts:
            self._read_rest(line[at:start], number, events)
            is_beside = self._path and number - self._path_at <= _OBJECT
            self._read_layer([f"{self._path}\n", *lines] if is_beside else lines, number, outside, events)
            at = end
        self._path = ""
        self._read_rest(line[at:], number, events)
        return True

    def end_quote(self, outside: ProseState, events: list[ReplyEvent]) -> None:
        """Read the quote that came to its end: what it says if a block begins there, else as prose."""
        lines, self.quote = self.quote, []
        inner = list(map(unquoted, lines))
        before = self._count()
        if before > self._cited or not self._is_meant(inner):
            depth, self._depth = self._depth, MOST_LAYERS
            for at, line in enumerate(lines):
                self._read(line, self._first + at, events)
            self._depth = depth
            return
        self._read_layer(inner, self._first, outside, events, step=1)
        self._cited += self._count() - before
        self._tally.mark_cited(self._count() - before)

    def _is_meant(self, lines: Sequence[str]) -> bool:
        """Whether a quote holds a block that is more than an example: it names its file, or begins the reply."""
        begun = first_block(lines, self._formats)
        if begun is None or begun.at + 1 == len(lines):
            return False
        return self._first == 1 or names_file(lines, begun, self._exists)

    def _read_rest(self, text: str, number: int, events: list[ReplyEvent]) -> None:
        """Read what stands around a text of JSON as a line of prose."""
        if text.strip():
            depth, self._depth = self._depth, MOST_LAYERS
            self._read(text if text.endswith("\n") else f"{text}\n", number, events)
            self._depth = depth

    def _read_layer(
        self, lines: Sequence[str], number: int, outside: ProseState, events: list[ReplyEvent], *, step: int = 0
    ) -> None:
        """Read lines one layer deeper, and end what they leave open."""
        self._depth += 1
        fences = outside.depth
        for at, line in enumerate(lines):
            self._read(line, number + at * step, events)
        if self.quote:
            self.end_quote(outside, events)
        self._stop(events, "quote" if step else "text of JSON")
        outside.close(fences, events)
        self._depth -= 1


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
