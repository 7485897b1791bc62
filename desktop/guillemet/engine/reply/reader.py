"""Reading a reply while it comes: `Reply.feed(chunk)`, then `Reply.finish()`, both return events.

The reader is a state machine whose input are whole lines:

    state              a line                                      next state
    Beginning          blank                                       Beginning
                       `<think>`, not closed on the line           Passage
                       any other                                   ProseState, line read there
    ProseState         start marker, or a listing that begins      OpenBlockState; its head was held back
                       marker that belongs to no block             ProseState; reported as a broken block
                       first line of a passage                     Passage
                       line of a quote                             Quote
                       start marker in other words                 OtherWords
                       any other: fence, lead, text                ProseState; held back or prose
    Passage            its last line                               ProseState
    Quote              line of the quote                           Quote
                       any other                                   ProseState, quote and line read there
    OtherWords         any, until it is known what they are        OtherWords
                       end marker                                  ProseState, all lines read there as a block
                       end of a conflict, another start marker     ProseState, all lines read there as written
    HeldLines          line of what may be a tool call, or a       HeldLines
                       listing without a fence
                       last line, or any other                     ProseState; its blocks, or its lines, are read there
    OpenBlockState     content                                     OpenBlockState
      see `Step`       end marker                                  ProseState
                       first line of the next block                OpenBlockState
                       line below the block                        ProseState, line read there
                       start marker of another block               ProseState, line read there; this block is broken
                       end marker or content, the rest decides     UncertainEnd
      is_tentative     end of the fence                            ProseState; the block is reported, or is prose, and
                                                                   its lines are read there once more
    UncertainEnd       any, until the end is known                 UncertainEnd
                       the line that decides                       ProseState, lines below the end read there;
                                                                   or OpenBlockState, when none was the end

Each state owns the lines it holds back. Lines are read again by their own numbers, in the state in which the reader is
by then. The unfinished line at the end of a chunk waits until it is whole, so cutting the reply anywhere gives the same
events. No line is held back twice in the same state, and so reading takes time linear in the length.

Markers are read in any place, inside fences too, however deep: a proposal that was meant as an example is seen and
rejected by the user, an edit that was not read is lost. Only the content of blocks, passages that are prose by
their own markers, what a model thinks between `<think>` at the start of the reply and `</think>`, and markers with a
back-slash before them are not read.

What the reply, or a part of it, is wrapped in is taken off layer by layer; `wrappers` recognises the wrappings. Quoted
lines are held back until the quote ends. They are prose unless a block in them names its file, and none was read
outside of quotes before: a quotation beside blocks is only cited. Listings are read in a quote that is the whole reply.
JSON text is read at the place of its line. A block that a layer leaves open ends with the layer.
"""

import re
from collections.abc import Sequence
from io import StringIO

from msgspec import Struct, field

from guillemet.engine.blocks import (
    BlockBroken,
    BlockFinished,
    BlockGrew,
    BlockStarted,
    Breakage,
    BrokenBlock,
    Prose,
    ReplyEvent,
)
from guillemet.engine.formats.catalogue import formats_for
from guillemet.engine.formats.fences import PageEnding, find_head
from guillemet.engine.formats.format import BlockFault, Ended, Format, HeldConstruct, HeldText, Step, Whole
from guillemet.engine.formats.listing.naming import is_old_side
from guillemet.engine.formats.search_replace import OtherWords
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.reply.checks import ReplyChecks
from guillemet.engine.reply.open_block import Grown, OpenBlockState
from guillemet.engine.reply.prose_state import Begun, Line, Passage, ProseState, ReplyContext, Stray, Transition
from guillemet.engine.reply.wrappers import (
    JSON_SIGNS,
    MOST_LAYERS,
    first_block,
    glued_lines,
    held_at,
    is_quoted,
    lines_otherwise,
    may_be_json,
    names_file,
    path_beside,
    texts_within,
    unquoted,
)
from guillemet.engine.text import unescaped

__all__ = ("SLICE", "Reply", "ReplyContext")

SLICE = 65_536
"""How many characters of a whole reply to feed at a time, so that memory holds what is kept of it, not every event."""

_MARK = "\ufeff"
"""The byte-order mark, which files have and the clipboard takes along."""
_THINKING = lazy_pattern(r"\s*<(think|thinking|reasoning)>", re.IGNORECASE)
_OBJECT = 20
"""Lines over which the members of an object of JSON are thought to spread."""


class Beginning(Struct, frozen=True):
    """No line with text came yet."""


class Quote(Struct):
    """The lines of a quote, held back as written."""

    first: int
    """The number of the first one."""
    lines: list[str]


class HeldLines(Struct):
    """The lines of what may be a held construct, each with its ending and its number."""

    reading: HeldConstruct
    form: Format | None
    lines: list[tuple[str, int]] = field(default_factory=list)


class UncertainEnd(Struct):
    """The lines from one on that may end the open block, held back until its end is known."""

    block: OpenBlockState
    ending: PageEnding


State = Beginning | ProseState | Passage | Quote | HeldLines | OtherWords | OpenBlockState | UncertainEnd


class Reply:
    """One reply, read in chunks of any size."""

    def __init__(self, context: ReplyContext, *, formats: tuple[Format, ...] | None = None) -> None:
        self._context = context
        self._formats = formats_for(context.only) if formats is None else formats
        self._checks = ReplyChecks()
        self._prose = ProseState(context, self._formats, self._checks)
        """The one state that is kept while the reader is in another: open fences and paths outlast a block."""
        self._events = self._prose.events
        """Those of the lines read since the last call of `feed`; both add to the same list."""
        self._state: State = Beginning()
        self._unfinished = StringIO()
        self._line_number = 0
        self._number = 0
        """Of the last block that began."""
        self._unclosed_path: str | None = None
        """The file of a text that was never closed, in which examples may stand until its end marker comes."""
        self._layers = 0
        """How many wrappings were taken off around the current line."""
        self._is_read_again = False
        """Whether the current line was held back and turned out to be of no held construct."""
        self._member_path, self._member_at = "", 0
        """The last path a line of JSON named beside its other members, and the number of that line."""

    @property
    def tail(self) -> str:
        """What was fed and is in no event yet: lines held back and the unfinished line; for painting only."""
        match self._state:
            case UncertainEnd(ending=ending):
                held = [line for line, _ in ending.lines]
            case Quote(lines=lines) | OtherWords(lines=lines):
                held = [*self._prose.held.lines, *lines]
            case HeldLines(lines=numbered):
                held = [*self._prose.held.lines, *(line for line, _ in numbered)]
            case OpenBlockState(is_tentative=True, lines=lines):
                held = [f"{line}\n" for line in lines]
            case _:
                held = self._prose.held.lines
        return "".join((*held, self._unfinished.getvalue()))

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is odd about the reply as a whole, in sentences; complete after `finish`."""
        return self._checks.warnings(named=self._prose.named.last if self._context.wants_files else "")

    @property
    def unread_listings(self) -> int:
        """How many listings were not read that seem to be edits."""
        return len(self._checks.unread_listings)

    @property
    def listings(self) -> int:
        """How many listings were not read that are whole files where those are asked for."""
        return self._checks.listings

    def feed(self, chunk: str) -> list[ReplyEvent]:
        """Return what the lines completed by the chunk mean."""
        start, end = 0, chunk.find("\n") + 1
        if not end:
            self._unfinished.write(chunk)
            return []
        if self._unfinished.tell():
            self._unfinished.write(chunk[:end])
            line = self._unfinished.getvalue()
            self._unfinished = StringIO()
            self._read(line)
            start, end = end, chunk.find("\n", end) + 1
        while end:
            self._read(chunk[start:end])
            start = end if self._state is self._prose else self._read_content(chunk, end)
            end = chunk.find("\n", start) + 1
        self._unfinished.write(chunk[start:])
        return self._taken_events()

    def finish(self) -> list[ReplyEvent]:
        """Return what the last line means; a block still open is broken. Nothing is fed after it."""
        line = self._unfinished.getvalue().removesuffix("\r")
        self._unfinished = StringIO()
        for part in (lines_otherwise(line) if not self._line_number else ()) or (line,):
            if part:
                self._read(part)
        self._close("reply")
        self._prose.release()
        if not self._number:
            self._read_said_edits()
        return self._taken_events()

    def _read_said_edits(self) -> None:
        """Read what sentences order: in a reply without blocks, for beside those they only say what these do."""
        for number, block in self._prose.listings.said_edits():
            self._line_number = number
            if begun := self._prose.begin_read(block, self._prose.listings.format):
                self._start(begun)
                self._end(begun, number)

    def _taken_events(self) -> list[ReplyEvent]:
        events = self._events
        self._events = self._prose.events = []
        return events

    def _read(self, line: str) -> None:
        """Read the next line, with its ending, in the state in which the reader is."""
        self._line_number += 1
        if line.endswith("\r\n"):
            line = line[:-2] + "\n"
        if ">" in line and (parts := glued_lines(line)):
            for part in parts:
                self._read_as(part, self._line_number)
            return
        state = self._state
        if state is self._prose:
            if found := self._prose.read(line, self._line_number):
                self._follow(found, line)
            return
        if isinstance(state, OpenBlockState):
            self._read_in_block(state, line)
            return
        self._read_in_rare_state(state, line)

    def _read_in_rare_state(self, state: State, line: str) -> None:
        """Read a line in one of the states of few lines; `match` costs more than the tests for the other two."""
        match state:
            case UncertainEnd() as end:
                self._read_below_end(end, line)
            case Passage() as passage:
                self._read_in_passage(passage, line)
            case Quote() as quote:
                self._read_in_quote(quote, line)
            case OtherWords() as words:
                if (is_block := words.take(line)) is not None:
                    self._end_other_words(words, is_block=is_block)
            case HeldLines() as held:
                self._read_in_held(held, line)
            case Beginning():
                self._read_beginning(line.removeprefix(_MARK) or line)

    def _read_as(self, line: str, number: int) -> None:
        """Read a line that was held back, or was part of one, as the line of that number."""
        kept, self._line_number = self._line_number, number - 1
        self._read(line)
        self._line_number = kept

    def _read_beginning(self, line: str) -> None:
        if not line.strip():
            self._read_prose(line)
            return
        self._state = self._prose
        found = _THINKING.match(line)
        if found is None:
            self._read_prose(line)
            return
        self._events.append(Prose(line))
        if (end := f"</{found[1].lower()}>") not in line.lower():
            self._begin_passage(Passage(end))

    def _read_in_passage(self, passage: Passage, line: str) -> None:
        self._events.append(Prose(line))
        if passage.is_ended_by(line):
            self._state = self._prose
            self._checks.open_passage = ""

    def _read_in_quote(self, quote: Quote, line: str) -> None:
        if is_quoted(line):
            quote.lines.append(line)
        else:
            self._end_quote(quote)
            self._read_as(line, self._line_number)

    def _end_other_words(self, words: OtherWords, *, is_block: bool) -> None:
        """Read the lines held back: as a block, or as they are written."""
        self._state = self._prose
        self._prose.no_start_at = words.first
        for at, line in enumerate(words.meant() if is_block else words.lines):
            self._read_as(line, words.first + at)

    def _begin_passage(self, passage: Passage) -> None:
        self._state = passage
        self._checks.open_passage = passage.end

    # Outside blocks

    def _read_prose(self, line: str) -> None:
        if found := self._prose.read(line, self._line_number):
            self._follow(found, line)

    def _follow(self, found: Transition, line: str) -> None:
        """Change the state as a line outside blocks says."""
        match found:
            case Begun(block, below):
                self._line_number -= len(below)
                self._start(block)
                for content in below:
                    self._read(content)
            case Stray(form):
                self._break_stray(form, line.removesuffix("\n"))
            case Passage():
                self._begin_passage(found)
            case Line.MAY_BEGIN:
                self._state = words = OtherWords(self._line_number)
                words.take(line)
            case Line():
                self._read_otherwise(found, line)

    def _read_otherwise(self, found: Line, line: str) -> None:
        """Read a line that may be wrapped, or begin a listing without a fence, and as any other if it does not."""
        meant: Transition | None = None
        if found is Line.MAY_BE_UNFENCED:
            if not self._begin_unfenced(line):
                meant = self._prose.read_no_unfenced(line, line.strip(), self._line_number)
        elif not self._unwrap(line):
            meant = self._prose.read_unwrapped(line, self._line_number)
        if meant:
            self._follow(meant, line)

    def _break_stray(self, form: Format, line: str) -> None:
        self._number += 1
        self._unclosed_path = None
        self._checks.add_stray(form.name, line)
        message = f"Line {self._line_number} of the reply is `{line.strip()}`, which belongs to no block."
        stray = Breakage.STRAY_MARKER
        broken = BrokenBlock("", form.name, self._number, self._line_number, (line,), breakage=stray, message=message)
        started = BlockStarted(self._number, "", form.name, self._line_number)
        self._events += (started, BlockGrew(self._number, line), BlockBroken(broken))

    # Inside a block

    def _start(self, block: OpenBlockState) -> None:
        block.line_number = self._line_number
        self._state = block
        if not block.is_tentative:
            self._announce(block)

    def _announce(self, block: OpenBlockState) -> None:
        """Report that a block began, with the lines it has below its head."""
        self._number += 1
        block.is_tentative = False
        block.number, block.grown = self._number, Grown(self._number)
        block.is_inside_broken = self._unclosed_path not in (None, block.path)
        self._events.append(BlockStarted(self._number, block.path, block.format.name, block.line_number))
        self._events += (BlockGrew(self._number, line) for line in block.lines[block.head :])

    def _read_in_block(self, block: OpenBlockState, ended_line: str) -> None:
        line = ended_line.removesuffix("\n")
        block.last_end = ended_line[len(line) :]
        if block.is_escaped:
            line = unescaped(line)
        reading = block.reading
        if reading.signs is not None and line.lstrip()[:1] not in reading.signs:
            self._grow(block, line)
            return
        match reading.take(line, self._line_number):
            case Step.MORE:
                self._keep(block, line)
            case Step.DONE:
                self._keep(block, line)
                self._end(block, self._line_number)
            case Step.NEXT:
                self._end(block, self._line_number)
                following = block.followed_by(line)
                self._prose.named.note(following.path)
                self._start(following)
            case Step.BEFORE:
                self._end(block, self._line_number)
                self._read_prose(ended_line)
            case Step.RESTART:
                self._restart(block, line, ended_line)
            case Step.MAYBE if reading.ending:
                self._state = UncertainEnd(block, reading.ending)
                self._read_below_end(self._state, ended_line)

    def _grow(self, block: OpenBlockState, line: str) -> None:
        grew = block.grow(line)
        if not block.is_tentative:
            self._events.append(grew)

    def _keep(self, block: OpenBlockState, line: str) -> None:
        block.lines.append(line)
        if not block.is_tentative:
            self._events.append(BlockGrew(block.number, line))

    def _read_content(self, chunk: str, start: int) -> int:
        """Read all plain lines of an open block from `start` on, where a line begins; return where they end."""
        block = self._state
        if not isinstance(block, OpenBlockState) or (end := block.plain_until(chunk, start)) <= start:
            return start
        lines = chunk[start:end].replace("\r\n", "\n").split("\n")
        lines.pop()
        self._line_number += len(lines)
        grew = block.grow_by(lines)
        if not block.is_tentative:
            self._events += grew
        return end

    def _restart(self, block: OpenBlockState, line: str, ended_line: str) -> None:
        """Break the open block; its last lines may be the head of the one that begins here."""
        if not self._is_start(line):
            # The start marker of a format that is not read here is content.
            self._grow(block, line)
            return
        if block.is_tentative:
            self._replay(block)
            self._read_as(ended_line, self._line_number)
            return
        body = block.head + 1
        head = find_head(block.lines[body:], self._context.exists)
        held = block.lines[body + head.start :]
        del block.lines[body + head.start :]
        if block.may_hold_examples:
            self._unclosed_path = block.path
        self._break(block, Breakage.UNCLOSED)
        self._prose.hold_again(held, head.fence)
        if found := self._prose.read_marker(line, self._line_number):
            if isinstance(found, Begun):
                found.block.is_escaped = block.is_escaped
            self._follow(found, line)

    def _is_start(self, line: str) -> bool:
        """Whether the line is the start marker of a block; a fence is none, also where it may hold a file."""
        return any(line.lstrip().startswith(one.signs) and one.open(line, "") for one in self._formats)

    def _end(self, block: OpenBlockState, line_number: int) -> None:
        """Report what was read of the block, which ended at this line."""
        ended = block.reading.end()
        if block.is_tentative and not self._is_listing(block, ended):
            return
        if isinstance(ended, BlockFault):
            self._break(block, ended.breakage, message=ended.message)
            return
        self._state = self._prose
        if block.format.is_fenced_file:
            self._prose.note_file_end(line_number)
        finished = block.finished(ended)
        self._checks.add(finished, ended, block.format.name)
        self._events.append(BlockFinished(finished))

    def _is_listing(self, block: OpenBlockState, ended: Ended) -> bool:
        """Whether a listing that came to its end is a block, and not prose or the first one of a pair."""
        if not isinstance(ended, BlockFault) and not (is_old := is_old_side(block.reading)):
            self._prose.begin_tentative(block)
            self._announce(block)
            return True
        self._replay(block)
        if isinstance(ended, Whole) and is_old:
            self._prose.listings.note_old_side(block.path, ended.new)
        return False

    def _replay(self, block: OpenBlockState) -> None:
        """Read the lines of a listing that is none as prose."""
        self._state = self._prose
        self._prose.hold_above(block)
        self._prose.listings.is_replaying = True
        *lines, last = block.lines[block.head :]
        for number, line in enumerate((*(f"{line}\n" for line in lines), last + block.last_end), block.line_number):
            self._read_as(line, number)
        self._prose.listings.is_replaying = False

    def _break(self, block: OpenBlockState, breakage: Breakage, *, message: str = "") -> None:
        self._state = self._prose
        broken = block.broken(breakage, message, self._line_number)
        self._checks.add_broken(broken)
        self._events.append(BlockBroken(broken))

    # Below a line that may end the block

    def _read_below_end(self, end: UncertainEnd, line: str) -> None:
        """Hold back a line until it is known where the block ends."""
        if self._is_start(line.removesuffix("\n")):
            self._settle(end, is_inside=True)
            self._read_as(line, self._line_number)
        elif end.ending.take(line, self._line_number, self._context.exists):
            self._settle(end)

    def _settle(self, uncertain: UncertainEnd, *, is_inside: bool = False) -> None:
        """Read the lines held back: the block's up to its end, those below in the state that follows."""
        block, lines = uncertain.block, uncertain.ending.lines
        end = uncertain.ending.end(is_inside=is_inside)
        row = len(lines) if end.row is None else end.row
        content = [line.removesuffix("\n") for line, _ in lines[: row + 1]]
        block.reading.go_on(content[:row])
        block.reading.is_end_guessed |= not end.is_sure
        block.lines += content
        if lines:
            block.last_end = "\n" if lines[min(row, len(lines) - 1)][0].endswith("\n") else ""
        if not block.is_tentative:
            self._events += [block.grown[line] for line in content]
        self._state = block
        if end.row is not None:
            self._end(block, lines[end.row][1])
        for line, number in lines[row + 1 :]:
            self._read_as(line, number)

    # What the reply is wrapped in

    def _unwrap(self, line: str) -> bool:
        """Read or hold back the line if it is wrapped; return False for any other line."""
        if self._layers >= MOST_LAYERS or (is_quoted(line) and self._prose.depth):
            return False
        if is_quoted(line):
            self._state = Quote(self._line_number, [line])
            return True
        if not self._is_read_again and self._begin_held(line):
            return True
        return line.lstrip()[:1] in JSON_SIGNS and may_be_json(line) and self._unwrap_json(line)

    def _begin_held(self, line: str) -> bool:
        """Hold back, or read, a line at which a held construct begins; return False for any other line."""
        reading = held_at(line.removesuffix("\n"), self._formats)
        step = reading.take(line.removesuffix("\n")) if reading else Step.BEFORE
        if reading is None or step is Step.BEFORE:
            return False
        held = HeldLines(reading, self._prose.held_format, [(line, self._line_number)])
        if step is Step.DONE:
            return self._read_held(held)
        self._state = held
        return True

    def _begin_unfenced(self, line: str) -> bool:
        """Hold back a line at which a listing without a fence may begin; return False for any other line."""
        is_known = self._is_read_again or self._layers >= MOST_LAYERS
        reading = None if is_known else self._prose.listings.hold_unfenced(line.removesuffix("\n"))
        if reading is None:
            return False
        reading.take(line.removesuffix("\n"))
        self._state = HeldLines(reading, self._prose.listings.format, [(line, self._line_number)])
        return True

    def _read_in_held(self, held: HeldLines, line: str) -> None:
        step = held.reading.take(line.removesuffix("\n"))
        if step is not Step.BEFORE:
            held.lines.append((line, self._line_number))
        if step is not Step.MORE:
            self._end_held(held)
        if step is Step.BEFORE:
            self._read_as(line, self._line_number)

    def _end_held(self, held: HeldLines) -> None:
        """Read the lines held back as what they turned out to be; those of no construct are read as any others."""
        self._state = self._prose
        if self._read_held(held):
            return
        was_read_again, self._is_read_again = self._is_read_again, True
        for line, number in held.lines:
            self._read_as(line, number)
        self._is_read_again = was_read_again

    def _read_held(self, held: HeldLines) -> bool:
        """Read the blocks of a held construct that ended; return False when it has none."""
        blocks = held.reading.end(self._context.exists)
        kept = self._line_number
        for block in blocks:
            self._line_number = held.lines[block.row][1]
            if isinstance(block, HeldText):
                self._read_text_beside(block)
            elif begun := self._prose.begin_read(block, held.form):
                self._start(begun)
                for line in block.written[1:]:
                    self._keep(begun, line)
                self._end(begun, self._line_number)
        self._line_number = kept
        return bool(blocks)

    def _read_text_beside(self, text: HeldText) -> None:
        """Read a text of JSON that stands beside calls, if blocks begin in it."""
        lines = [f"{line}\n" for line in text.lines]
        if first_block(lines, self._formats, self._context.exists):
            self._read_layer([f"{text.path}\n", *lines] if text.path else lines, self._line_number)

    def _unwrap_json(self, line: str) -> bool:
        """Read the line if it holds texts of JSON in which blocks begin; return False for any other line."""
        number = self._line_number
        texts = [one for one in texts_within(line) if first_block(one[2], self._formats, self._context.exists)]
        if path := path_beside(line):
            self._member_path, self._member_at = path, number
        if not texts:
            self._checks.look_at_wrapped(line, number)
            return False
        at = 0
        for start, end, lines in texts:
            self._read_beside(line[at:start], number)
            is_beside = self._member_path and number - self._member_at <= _OBJECT
            self._read_layer([f"{self._member_path}\n", *lines] if is_beside else lines, number)
            at = end
        self._member_path = ""
        self._read_beside(line[at:], number)
        return True

    def _end_quote(self, quote: Quote, *, is_last: bool = False) -> None:
        """Read the quote that came to its end: what it says if a block begins there, else as prose."""
        self._state = self._prose
        inner, before = list(map(unquoted, quote.lines)), self._number
        is_listing = is_last and quote.first == 1 and self._holds_listing(inner)
        if before > self._checks.cited or not (is_listing or self._is_meant(inner, quote.first)):
            layers, self._layers = self._layers, MOST_LAYERS
            for at, line in enumerate(quote.lines):
                self._read_as(line, quote.first + at)
            self._layers = layers
            return
        self._read_layer(inner, quote.first, step=1)
        self._checks.cited += self._number - before

    def _is_meant(self, lines: Sequence[str], first: int) -> bool:
        """Whether a quote holds a block that is more than an example: it names its file, or begins the reply."""
        begun = first_block(lines, self._formats, self._context.exists)
        if begun is None or (begun.at + 1 == len(lines) and not begun.is_whole):
            return False
        return first == 1 or names_file(lines, begun, self._context.exists)

    def _holds_listing(self, lines: Sequence[str]) -> bool:
        """Whether the lines of a quote hold a listing, which only its end and the words above it show."""
        if is_quoted(lines[0]):
            return False
        reply = Reply(self._context, formats=self._formats)
        events = reply.feed("".join(lines)) + reply.finish()
        return any(isinstance(event, BlockStarted) for event in events)

    def _read_beside(self, text: str, number: int) -> None:
        """Read what stands around a text of JSON as a line of prose."""
        if text.strip():
            layers, self._layers = self._layers, MOST_LAYERS
            self._read_as(text if text.endswith("\n") else f"{text}\n", number)
            self._layers = layers

    def _read_layer(self, lines: Sequence[str], number: int, *, step: int = 0) -> None:
        """Read lines one layer deeper, and end what they leave open."""
        was_read_again, self._is_read_again = self._is_read_again, False
        self._layers += 1
        fences = self._prose.depth
        for at, line in enumerate(lines):
            self._read_as(line, number + at * step)
        self._close("quote" if step else "text of JSON")
        self._prose.close(fences)
        self._layers -= 1
        self._is_read_again = was_read_again

    def _close(self, what: str) -> None:
        """End the block or the quote that is open, because what it stands in ended."""
        while True:
            match self._state:
                case UncertainEnd() as end:
                    self._settle(end)
                case Quote() as quote:
                    self._end_quote(quote, is_last=True)
                case OtherWords() as words:
                    self._end_other_words(words, is_block=False)
                case HeldLines() as lines:
                    self._end_held(lines)
                case OpenBlockState() as block if block.reading.may_stop:
                    self._end(block, self._line_number)
                case OpenBlockState(is_tentative=True) as block if is_old_side(block.reading):
                    self._replay(block)
                case OpenBlockState() as block:
                    if block.is_tentative:
                        self._prose.begin_tentative(block)
                        self._announce(block)
                    message = f"The {what} ended inside this block: the line `{block.reading.awaits}` never came."
                    self._break(block, Breakage.UNFINISHED, message=message)
                case _:
                    return
