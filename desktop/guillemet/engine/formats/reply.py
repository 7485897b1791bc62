"""Reading a reply while it comes: `Reply.feed(chunk)`, then `Reply.finish()`, both return events.

    outside a block                                     inside a block
    ───────────────                                     ──────────────
    line ─▶ begins with a sign of a format? ── start ─▶ line ─▶ begins with a sign of the block? ── end ──▶ finished
            │                                                   │                                └─ start ─▶ broken,
            ├─ fence? ──▶ opened or closed, held back           └─ content                                   next block
            └─ any other line: held back, the one before it is prose

The last line that says something, and a fence below it, are held back until the next such line: they may be the head
of a block. Markers are read wherever they stand, inside fences too, however deep: a proposal that was meant as an
example is seen and rejected by the user, an edit that was not read is lost. Only the content of blocks and markers with
a back-slash before them are not read.

Cutting the reply anywhere gives the same events, and reading takes time linear in its length.
"""

from collections.abc import Callable
from dataclasses import dataclass
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
from guillemet.engine.formats.fences import Fence, closed_by, read_fence
from guillemet.engine.formats.format import Format, OpenBlock, Step, Trouble
from guillemet.engine.formats.guillemet import GUILLEMET
from guillemet.engine.formats.head import find_head
from guillemet.engine.formats.opened import Opened
from guillemet.engine.formats.path_line import HEAD_SIGNS, LONGEST, undecorate, undecorate_head
from guillemet.engine.formats.search_replace import SEARCH_REPLACE

FORMATS: tuple[Format, ...] = (GUILLEMET, SEARCH_REPLACE)
"""In the order in which they are offered a line."""

SLICE = 65_536
"""How many characters of a whole reply to feed at a time, so that memory holds what is kept of it, not every event."""

_BLANK = Prose("\n")


@dataclass(frozen=True, slots=True)
class ReplyContext:
    """What a reader knows of the place where the reply was written."""

    exists: Callable[[str], bool]
    """Whether a path names a file; asked about lines near a block only."""
    chat_files: tuple[str, ...] = ()
    """The files in the conversation."""
    path: str = ""
    """The file of a reply that names none."""
    only: FormatName | None = None
    """The one format that is read; all of them when None."""


class Reply:
    """One reply, read in chunks of any size."""

    def __init__(self, context: ReplyContext) -> None:
        self._context = context
        self._formats: dict[str, tuple[Format, ...]] = {}
        for one in FORMATS:
            if context.only in (None, one.name):
                for sign in one.signs:
                    self._formats[sign] = (*self._formats.get(sign, ()), one)
        self._plain_unless = frozenset((*self._formats, "`", "~", ""))
        self._unfinished = StringIO()
        self._held: list[str] = []
        self._candidate = -1
        self._awaits_first_line = False
        self._fences: list[Fence] = []
        self._opened: Opened | None = None
        self._last_path = ""
        self._number = 0
        self._line_number = 0

    @property
    def tail(self) -> str:
        """What was fed and is in no event yet: lines held back and the unfinished line; for painting only."""
        return "".join(self._held) + self._unfinished.getvalue()

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
        if self._opened:
            self._break(self._opened, Breakage.UNFINISHED, events)
        self._release(events)
        return events

    def _read(self, line: str, events: list[ReplyEvent]) -> None:
        self._line_number += 1
        if line.endswith("\r\n"):
            line = line[:-2] + "\n"
        opened = self._opened
        if opened is None:
            self._read_outside(line, events)
            return
        line = line.removesuffix("\n")
        if line.lstrip()[:1] in opened.reading.signs:
            self._read_sign(opened, line, events)
        else:
            events += opened.grow((line,))

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

    def _read_outside(self, line: str, events: list[ReplyEvent]) -> None:
        text = line.strip()
        first = text[:1]
        if first in self._plain_unless:
            self._read_unplain(line, text, events)
            return
        held = self._held
        if self._candidate == 0 and len(held) == 1 and len(line) <= LONGEST:
            # Most lines of most replies come here: `_hold` in short.
            events.append(Prose(held[0]))
            held[0] = line
        else:
            self._hold(line, text, events)
        if not self._fences and (first in HEAD_SIGNS or " " not in text):
            self._note_head(text)

    def _note_head(self, text: str) -> None:
        self._last_path = undecorate_head(text, self._context.exists) or self._last_path

    def _read_unplain(self, line: str, text: str, events: list[ReplyEvent]) -> None:
        """Read a blank line, or one that may be a marker or a fence."""
        if not text:
            if self._held:
                self._held.append(line)
            else:
                events.append(_BLANK if line == "\n" else Prose(line))
        elif text[0] in self._formats and self._offer(line.removesuffix("\n"), self._formats[text[0]], events):
            return
        elif fence := read_fence(text):
            self._read_fence(line, fence, events)
        else:
            self._hold(line, text, events)
            if not self._fences:
                self._note_head(text)

    def _hold(self, line: str, text: str, events: list[ReplyEvent]) -> None:
        """Hold the line back as what may name a file; what was held before is prose, unless this is below its fence."""
        if not (self._awaits_first_line and undecorate(text, self._context.exists)):
            self._release(events)
        self._awaits_first_line = False
        if len(line) > LONGEST:
            self._release(events)
            events.append(Prose(line))
        else:
            self._candidate = len(self._held)
            self._held.append(line)

    def _release(self, events: list[ReplyEvent], keep: int | None = None) -> None:
        """Tell the lines held back as prose, those from index `keep` on excepted."""
        kept = [] if keep is None else self._held[keep:]
        events.extend(map(Prose, self._held[:keep]))
        self._held = kept
        self._candidate = 0 if kept else -1
        self._awaits_first_line = False

    def _read_fence(self, line: str, fence: Fence, events: list[ReplyEvent]) -> None:
        closed = closed_by(fence, self._fences)
        if closed is not None:
            self._release(events)
            is_hidden = self._fences[closed].is_hidden
            del self._fences[closed:]
            if not is_hidden:
                events.append(Prose(line))
            return
        self._release(events, None if self._awaits_first_line or self._candidate < 0 else self._candidate)
        if self._held and (path := undecorate(self._held[0], self._context.exists)):
            # A path above a fenced listing is the last one named, for blocks below that name none.
            self._last_path = path
        self._fences.append(fence)
        self._held.append(line)
        self._awaits_first_line = True

    def _offer(self, line: str, formats: tuple[Format, ...], events: list[ReplyEvent]) -> bool:
        """Read a start marker, or one that belongs to no block; return False for any other line."""
        for one in formats:
            if reading := one.open(line):
                held = [text.removesuffix("\n") for text in self._held]
                head = find_head(held, self._context.exists)
                if head.fence and self._fences:
                    self._fences[-1].is_hidden = True
                self._release(events, head.start)
                self._held = []
                self._candidate = -1
                self._start(one, reading, line, path=head.path, head=held[head.start :], events=events)
                return True
            if one.is_stray(line):
                self._release(events)
                self._break_stray(one, line, events)
                return True
        return False

    def _start(
        self, form: Format, reading: OpenBlock, line: str, *, path: str, head: list[str], events: list[ReplyEvent]
    ) -> None:
        self._number += 1
        path = path or self._missing_path(form)
        self._last_path = path or self._last_path
        self._opened = Opened(self._number, path, form, self._line_number, reading, [*head, line], len(head))
        events.append(BlockStarted(self._number, path, form.name, self._line_number))
        events.append(BlockGrew(self._number, line))

    def _missing_path(self, form: Format) -> str:
        if form.is_sticky and self._last_path:
            return self._last_path
        if self._context.path or not form.is_sticky or len(self._context.chat_files) != 1:
            return self._context.path
        return self._context.chat_files[0]

    def _read_sign(self, opened: Opened, line: str, events: list[ReplyEvent]) -> None:
        step = opened.reading.take(line, self._line_number)
        if step is Step.RESTART:
            self._restart(opened, line, events)
            return
        opened.lines.append(line)
        events.append(BlockGrew(opened.number, line))
        if step is Step.DONE:
            self._end(opened, events)

    def _end(self, opened: Opened, events: list[ReplyEvent]) -> None:
        parts = opened.reading.end()
        if isinstance(parts, Trouble):
            self._break(opened, parts.breakage, events, message=parts.message)
            return
        self._opened = None
        events.append(BlockFinished(opened.finished(parts)))

    def _restart(self, opened: Opened, line: str, events: list[ReplyEvent]) -> None:
        """Break the open block; its last lines may be the head of the one that begins here."""
        body = opened.head + 1
        head = find_head(opened.lines[body:], self._context.exists)
        self._held = opened.lines[body + head.start :]
        del opened.lines[body + head.start :]
        self._break(opened, Breakage.UNCLOSED, events)
        if head.fence:
            if self._fences and self._fences[-1].is_hidden:
                self._fences.pop()
            self._fences.append(head.fence)
        self._offer(line, (opened.format,), events)

    def _break(self, opened: Opened, breakage: Breakage, events: list[ReplyEvent], *, message: str = "") -> None:
        self._opened = None
        events.append(BlockBroken(opened.broken(breakage, message, self._line_number)))

    def _break_stray(self, form: Format, line: str, events: list[ReplyEvent]) -> None:
        self._number += 1
        message = f"Line {self._line_number} of the reply is `{line.strip()}`, which belongs to no block."
        stray = Breakage.STRAY_MARKER
        broken = BrokenBlock("", form.name, self._number, self._line_number, (line,), breakage=stray, message=message)
        events.append(BlockStarted(self._number, "", form.name, self._line_number))
        events += (BlockGrew(self._number, line), BlockBroken(broken))
