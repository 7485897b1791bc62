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
`<think>` at the start of the reply and `</think>`, and markers with a back-slash before them are not read.

Cutting the reply anywhere gives the same events, and reading takes time linear in its length.
"""

import re
from io import StringIO

from guillemet.engine.blocks import (
    BlockBroken,
    BlockFinished,
    BlockGrew,
    BlockStarted,
    Breakage,
    BrokenBlock,
    FormatName,
    Prose,
    ReplyEvent,
)
from guillemet.engine.formats.catalogue import formats_for
from guillemet.engine.formats.checking import Tally
from guillemet.engine.formats.context import ReplyContext
from guillemet.engine.formats.format import Format, OpenBlock, Parts, Step, Trouble
from guillemet.engine.formats.head import find_head
from guillemet.engine.formats.opened import Grown, Opened
from guillemet.engine.formats.outside import Outside
from guillemet.engine.formats.unified_diff import open_listing

__all__ = ("SLICE", "Reply", "ReplyContext")

_THINKING = re.compile(r"\s*<(think|thinking|reasoning)>", re.IGNORECASE)

SLICE = 65_536
"""How many characters of a whole reply to feed at a time, so that memory holds what is kept of it, not every event."""


class Reply:
    """One reply, read in chunks of any size."""

    def __init__(self, context: ReplyContext, *, formats: tuple[Format, ...] | None = None) -> None:
        self._context = context
        self._formats = formats_for(context.only) if formats is None else formats
        self._outside = Outside(
            context, self._formats, offer=self._offer, begin_file=self._begin_file, begin_diff=self._begin_diff
        )
        self._unfinished = StringIO()
        self._opened: Opened | None = None
        self._passage_end = ""
        self._is_blank = True
        self._tally = Tally()
        self._number = 0
        self._line_number = 0

    @property
    def tail(self) -> str:
        """What was fed and is in no event yet: lines held back and the unfinished line; for painting only."""
        return "".join(self._outside.held) + self._unfinished.getvalue()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is odd about the reply as a whole, in sentences; complete after `finish`."""
        return self._tally.warnings(self._outside.unread_diffs, self._outside.unread_files)

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
            start = self._read_content(self._opened, chunk, end, events) if self._opened else end
            end = chunk.find("\n", start) + 1
        self._unfinished.write(chunk[start:] if start else chunk)
        return events

    def finish(self) -> list[ReplyEvent]:
        """Return what the last line means; a block still open is broken. Nothing is fed after it."""
        events: list[ReplyEvent] = []
        line = self._unfinished.getvalue().removesuffix("\r")
        self._unfinished = StringIO()
        if line:
            self._read(line, events)
        if self._opened and self._opened.reading.may_stop:
            self._end(self._opened, events)
        elif self._opened:
            self._break(self._opened, Breakage.UNFINISHED, events)
        self._outside.release(events)
        return events

    def _read(self, line: str, events: list[ReplyEvent]) -> None:
        self._line_number += 1
        if line.endswith("\r\n"):
            line = line[:-2] + "\n"
        if self._opened:
            self._read_inside(self._opened, line, events)
        elif self._passage_end:
            events.append(Prose(line))
            if line.strip() == self._passage_end or (self._passage_end[0] == "<" and self._passage_end in line.lower()):
                self._passage_end = ""
                self._tally.mark_passage("")
        elif self._is_blank and self._begins_thinking(line):
            events.append(Prose(line))
        else:
            self._outside.read(line, events)

    def _begins_thinking(self, line: str) -> bool:
        """Read the first line that says something; return whether the model thinks from there on."""
        self._is_blank = not line.strip()
        found = _THINKING.match(line)
        if found and (end := f"</{found[1].lower()}>") not in line.lower():
            self._passage_end = end
            self._tally.mark_passage(end)
        return found is not None

    def _read_inside(self, opened: Opened, ended_line: str, events: list[ReplyEvent]) -> None:
        line = ended_line.removesuffix("\n")
        reading = opened.reading
        if reading.signs is not None and line.lstrip()[:1] not in reading.signs:
            events += opened.grow((line,))
            return
        step = reading.take(line, self._line_number)
        match step:
            case Step.MORE | Step.DONE:
                opened.lines.append(line)
                events.append(BlockGrew(opened.number, line))
                if step is Step.DONE:
                    self._end(opened, events)
            case Step.NEXT:
                self._end(opened, events)
                self._start(opened.format, reading, line, path=reading.path or opened.path, head=[], events=events)
            case Step.BEFORE:
                self._end(opened, events)
                self._outside.read(ended_line, events)
            case Step.RESTART:
                self._restart(opened, line, events)

    def _read_content(self, opened: Opened, chunk: str, start: int, events: list[ReplyEvent]) -> int:
        """Read all plain lines of a block from `start` on, where a line begins; return where they end."""
        end = opened.plain_until(chunk, start)
        if end <= start:
            return start
        lines = chunk[start:end].replace("\r\n", "\n").split("\n")
        lines.pop()
        self._line_number += len(lines)
        events += opened.grow(lines)
        return end

    def _offer(self, ended_line: str, formats: tuple[Format, ...], events: list[ReplyEvent]) -> bool:
        """Read a start marker, or one that belongs to no block; return False for any other line."""
        line = ended_line.removesuffix("\n")
        for one in formats:
            if reading := one.open(line, self._outside.lead):
                self._start_below(one, reading, line, events)
            elif one.is_stray(line):
                self._outside.release(events)
                self._break_stray(one, line, events)
            elif one.is_lead(line):
                self._outside.hold_lead(ended_line, events)
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

    def _start_below(self, form: Format, reading: OpenBlock, line: str, events: list[ReplyEvent]) -> None:
        """Start a block whose head is among the lines held back."""
        outside = self._outside
        held = [text.removesuffix("\n") for text in outside.held]
        above = held[: outside.lead_at] if reading.has_lead else held
        head = find_head(above, self._context.exists)
        if head.fence and outside.fences:
            outside.fences[-1].is_hidden = True
        reading.fence = outside.fences[-1] if outside.fences else None
        named = reading.path or head.path
        path = named or self._missing_path(form)
        is_guessed = not named and outside.speaks_of_another(path, held[: head.start])
        outside.release(events, head.start)
        outside.claim(named)
        self._start(form, reading, line, path=path, head=held[head.start :], events=events)
        if self._opened:
            self._opened.is_path_guessed = is_guessed

    def _start(
        self, form: Format, reading: OpenBlock, line: str, *, path: str, head: list[str], events: list[ReplyEvent]
    ) -> None:
        self._number += 1
        self._outside.last_path = path or self._outside.last_path
        grown = Grown(self._number)
        self._opened = Opened(self._number, path, form, self._line_number, reading, [*head, line], len(head), grown)
        events.append(BlockStarted(self._number, path, form.name, self._line_number))
        events.append(BlockGrew(self._number, line))

    def _begin_file(self, line: str, events: list[ReplyEvent]) -> None:
        """Start a file whose fence, and lines without meaning below it, were held back; then read the line in it."""
        outside = self._outside
        held, at = [text.removesuffix("\n") for text in outside.held], outside.file_fence
        form = next(one for one in self._formats if one.name is FormatName.WHOLE_FILE)
        reading = form.open(held[at], "")
        head = find_head(held[: at + 1], self._context.exists)
        outside.release(events, head.start)
        outside.claim_file()
        if reading is None:
            return
        line_number = self._line_number
        self._line_number -= len(held) - at
        path = head.path or self._missing_path(form)
        self._start(form, reading, held[at], path=path, head=held[head.start : at], events=events)
        if self._opened:
            self._opened.is_path_guessed = not head.path
        for content in held[at + 1 :]:
            self._read(f"{content}\n", events)
        self._line_number = line_number - 1
        self._read(line, events)

    def _begin_diff(self, events: list[ReplyEvent]) -> None:
        """Start a diff without heads, all of whose lines so far were held back."""
        outside = self._outside
        at = outside.diff_start
        lead = outside.lead.strip() if outside.lead_at == at else ""
        reading = open_listing(lead, fence=outside.fences[-1], indentation=outside.indentation_of_diff)
        form = next(one for one in self._formats if one.name is FormatName.UNIFIED_DIFF)
        at += reading.has_lead
        line, rest = outside.held[at].removesuffix("\n"), outside.held[at + 1 :]
        del outside.held[at:]
        self._line_number -= len(rest)
        reading.take(line, self._line_number)
        self._start_below(form, reading, line, events)
        for content in rest:
            self._read(content, events)

    def _missing_path(self, form: Format) -> str:
        if not form.is_sticky:
            return self._context.path
        return self._outside.last_path or self._context.only_file

    def _end(self, opened: Opened, events: list[ReplyEvent]) -> None:
        ended = opened.reading.end()
        if isinstance(ended, Trouble):
            self._break(opened, ended.breakage, events, message=ended.message)
            return
        self._opened = None
        block = opened.finished(ended)
        self._tally.add(block)
        if isinstance(ended, Parts) and ended.slips:
            self._tally.mark_slip(block.number)
        events.append(BlockFinished(block))

    def _restart(self, opened: Opened, line: str, events: list[ReplyEvent]) -> None:
        """Break the open block; its last lines may be the head of the one that begins here."""
        if not any(one.open(line, "") for one in self._formats):
            # The start marker of a format that is not read here is content.
            events += opened.grow((line,))
            return
        outside = self._outside
        body = opened.head + 1
        head = find_head(opened.lines[body:], self._context.exists)
        outside.held = opened.lines[body + head.start :]
        del opened.lines[body + head.start :]
        self._break(opened, Breakage.UNCLOSED, events)
        if head.fence:
            if outside.fences and outside.fences[-1].is_hidden:
                outside.fences.pop()
            outside.fences.append(head.fence)
        outside.offer(line, events)

    def _break(self, opened: Opened, breakage: Breakage, events: list[ReplyEvent], *, message: str = "") -> None:
        self._opened = None
        broken = opened.broken(breakage, message, self._line_number)
        self._tally.add_broken(broken)
        events.append(BlockBroken(broken))

    def _break_stray(self, form: Format, line: str, events: list[ReplyEvent]) -> None:
        self._number += 1
        self._tally.add_stray(form.name, line)
        message = f"Line {self._line_number} of the reply is `{line.strip()}`, which belongs to no block."
        stray = Breakage.STRAY_MARKER
        broken = BrokenBlock("", form.name, self._number, self._line_number, (line,), breakage=stray, message=message)
        events.append(BlockStarted(self._number, "", form.name, self._line_number))
        events += (BlockGrew(self._number, line), BlockBroken(broken))
