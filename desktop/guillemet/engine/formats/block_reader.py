"""The blocks of a reply while they are read: begun below their heads, grown line by line, ended or broken.

What a reply is besides its blocks is told in `reply`, whose reader this is the lower half of.
"""

from guillemet.engine.blocks import (
    BlockBroken,
    BlockFinished,
    BlockGrew,
    BlockStarted,
    Breakage,
    BrokenBlock,
    ReplyEvent,
)
from guillemet.engine.formats.fences import PageEnding, find_head
from guillemet.engine.formats.format import Format, OpenBlock, Parts, Step, Trouble
from guillemet.engine.formats.open_block import Grown, OpenBlockState
from guillemet.engine.formats.path_line import guess_path, seems_to_name_another, seems_to_speak_of_another
from guillemet.engine.formats.prose_state import ProseState, ReplyContext
from guillemet.engine.formats.reply_checks import ReplyChecks


class BlockReader:
    """Where the reader of a reply is inside its blocks."""

    def __init__(self, context: ReplyContext, formats: tuple[Format, ...], outside: ProseState) -> None:
        self._context = context
        self._formats = formats
        self._outside = outside
        self._opened: OpenBlockState | None = None
        self._tally = ReplyChecks()
        self._number = 0
        self._guessed = ""
        """The file that the last block meant which the reply does not name for it."""
        self._unended: str | None = None
        """The file of a text that was never closed, in which examples may stand until its end marker comes."""
        self._line_number = 0
        self._ended_at = self._ended_depth = -1
        """The line at which the last file given whole ended, and how many fences were open there."""
        self._ending: PageEnding | None = None
        """The lines held back below one that may end the block."""

    def _read(self, line: str, events: list[ReplyEvent]) -> None:
        """Read a line with its ending, inside of a block or outside; where the reader is, tells a subclass."""
        raise NotImplementedError

    def _read_as(self, line: str, number: int, events: list[ReplyEvent]) -> None:
        """Read a line that was held back, or was part of one, as the line of that number."""
        kept, self._line_number = self._line_number, number - 1
        self._read(line, events)
        self._line_number = kept

    def _stop(self, events: list[ReplyEvent], what: str) -> None:
        """End the block that is open, because what it stands in ended."""
        while self._ending:
            self._settle_end(events)
        if self._opened and self._opened.reading.may_stop:
            self._end(self._opened, events)
        elif self._opened:
            message = f"The {what} ended inside this block: the line `{self._opened.reading.awaits}` never came."
            self._break(self._opened, Breakage.UNFINISHED, events, message=message)

    def _read_inside(self, opened: OpenBlockState, ended_line: str, events: list[ReplyEvent]) -> None:
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
                path = reading.path or opened.path
                self._outside.named.note(path)
                self._start(opened.format, reading, line, path=path, head=[], events=events)
                if self._opened and not reading.path:
                    self._opened.is_path_guessed = opened.is_path_guessed
                    self._opened.is_path_spoken_of = opened.is_path_spoken_of
            case Step.BEFORE:
                self._end(opened, events)
                self._outside.read(ended_line, events)
            case Step.RESTART:
                self._restart(opened, line, events)
            case Step.MAYBE:
                self._ending = reading.ending
                self._hold_below(ended_line, events)

    def _hold_below(self, line: str, events: list[ReplyEvent]) -> None:
        """Hold back a line below one that may end the open block, until it is known where that ends."""
        ending = self._ending
        begins = (one for one in self._formats if line.lstrip().startswith(one.signs))
        is_marker = any(one.open(line.removesuffix("\n"), "") for one in begins)
        if ending and (is_marker or ending.take(line, self._line_number, self._context.exists)):
            self._settle_end(events, is_inside=is_marker)
            if is_marker:
                self._read_as(line, self._line_number, events)

    def _settle_end(self, events: list[ReplyEvent], *, is_inside: bool = False) -> None:
        """Read the lines held back: the block's up to its end, those below as others are read."""
        opened, ending, self._ending = self._opened, self._ending, None
        if opened is None or ending is None:
            return
        end = ending.end(is_inside=is_inside)
        lines = ending.lines
        row = len(lines) if end.row is None else end.row
        content = [line.removesuffix("\n") for line, _ in lines[: row + 1]]
        opened.reading.go_on(content[:row])
        opened.reading.is_end_guessed |= not end.is_sure
        opened.lines += content
        events += [opened.grown[line] for line in content]
        if end.row is not None:
            self._end(opened, events)
            self._ended_at = lines[end.row][1]
        for line, number in lines[row + 1 :]:
            self._read_as(line, number, events)

    def _read_content(self, opened: OpenBlockState, chunk: str, start: int, events: list[ReplyEvent]) -> int:
        """Read all plain lines of a block from `start` on, where a line begins; return where they end."""
        end = opened.plain_until(chunk, start)
        if end <= start:
            return start
        lines = chunk[start:end].replace("\r\n", "\n").split("\n")
        lines.pop()
        self._line_number += len(lines)
        events += opened.grow(lines)
        return end

    def _start_below(self, form: Format, reading: OpenBlock, line: str, events: list[ReplyEvent]) -> None:
        """Start a block whose head is among the lines held back."""
        outside = self._outside
        held = [text.removesuffix("\n") for text in outside.held.lines]
        above = held[: outside.held.lead_at] if reading.has_lead else held
        head = find_head(above, self._context.exists)
        if head.fence:
            outside.claim_fence()
        reading.fence = outside.fence
        named = reading.path or head.path
        path = named or self._missing_path(form)
        before = held[: head.start]
        meant = path or self._context.only_file
        is_guessed = not named and (
            outside.named.speaks_of_another(meant, before) or seems_to_name_another(before, meant)
        )
        # Where nothing is searched, nothing but the line above tells whether another file is meant.
        may_be_new = not named and seems_to_speak_of_another(before, meant)
        is_spoken_of = not path and form.is_sticky
        if is_spoken_of:
            path = self._guessed = guess_path(held[: head.start], self._guessed, self._context.exists)
        outside.release(events, head.start)
        outside.claim(named)
        # A guess is no path that the reply named.
        outside.named.note("" if is_spoken_of else path)
        self._start(form, reading, line, path=path, head=held[head.start :], events=events)
        if self._opened:
            self._opened.is_path_guessed = is_guessed
            self._opened.may_mean_new = may_be_new
            self._opened.is_path_spoken_of = is_spoken_of

    def _start(
        self, form: Format, reading: OpenBlock, line: str, *, path: str, head: list[str], events: list[ReplyEvent]
    ) -> None:
        self._number += 1
        self._tally.mark_started()
        grown = Grown(self._number)
        self._opened = OpenBlockState(
            self._number, path, form, self._line_number, reading, [*head, line], len(head), grown
        )
        self._opened.is_inside_broken = self._unended not in (None, path)
        events.append(BlockStarted(self._number, path, form.name, self._line_number))
        events.append(BlockGrew(self._number, line))

    def _begin_file(self, line: str, events: list[ReplyEvent]) -> None:
        """Start a file whose fence, and lines without meaning below it, were held back; then read the line in it."""
        outside = self._outside
        held, at = [text.removesuffix("\n") for text in outside.held.lines], outside.held.file_at
        form = next(one for one in self._formats if one.is_listing)
        reading = form.open(held[at], "")
        head = find_head(held[: at + 1], self._context.exists)
        outside.release(events, head.start)
        outside.claim_file()
        if reading is None:
            return
        line_number = self._line_number
        self._line_number -= len(held) - at
        path = reading.named = head.path or self._missing_path(form)
        outside.named.note(path)
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
        lead, (first, *rest) = outside.claim_diff()
        form, open_listing = next((one, one.open_listing) for one in self._formats if one.open_listing)
        reading = open_listing(lead.strip(), outside.fence, outside.indentation_of_diff)
        line = first.removesuffix("\n")
        self._line_number -= len(rest)
        reading.take(line, self._line_number)
        self._start_below(form, reading, line, events)
        for content in rest:
            self._read(content, events)

    def _missing_path(self, form: Format) -> str:
        if not form.is_sticky:
            return self._context.path
        return self._outside.named.last or self._context.only_file

    def _end(self, opened: OpenBlockState, events: list[ReplyEvent]) -> None:
        ended = opened.reading.end()
        if isinstance(ended, Trouble):
            self._break(opened, ended.breakage, events, message=ended.message)
            return
        self._opened = None
        if opened.format.is_listing:
            self._ended_at, self._ended_depth = self._line_number, self._outside.depth
        block = opened.finished(ended)
        self._tally.add(block)
        if isinstance(ended, Parts) and ended.slips:
            self._tally.mark_slip(block.number)
        if isinstance(ended, Parts) and ended.is_cut:
            self._tally.mark_cut(block.number)
        events.append(BlockFinished(block))

    def _restart(self, opened: OpenBlockState, line: str, events: list[ReplyEvent]) -> None:
        """Break the open block; its last lines may be the head of the one that begins here."""
        if not any(one.open(line, "") for one in self._formats):
            # The start marker of a format that is not read here is content.
            events += opened.grow((line,))
            return
        outside = self._outside
        body = opened.head + 1
        head = find_head(opened.lines[body:], self._context.exists)
        held = opened.lines[body + head.start :]
        del opened.lines[body + head.start :]
        self._unended = opened.path if opened.may_hold_examples else self._unended
        self._break(opened, Breakage.UNCLOSED, events)
        outside.hold_again(held, head.fence)
        outside.offer(line, events)

    def _break(
        self, opened: OpenBlockState, breakage: Breakage, events: list[ReplyEvent], *, message: str = ""
    ) -> None:
        self._opened = None
        broken = opened.broken(breakage, message, self._line_number)
        self._tally.add_broken(broken)
        events.append(BlockBroken(broken))

    def _break_stray(self, form: Format, line: str, events: list[ReplyEvent]) -> None:
        self._number += 1
        self._unended = None
        self._tally.add_stray(form.name, line)
        message = f"Line {self._line_number} of the reply is `{line.strip()}`, which belongs to no block."
        stray = Breakage.STRAY_MARKER
        broken = BrokenBlock("", form.name, self._number, self._line_number, (line,), breakage=stray, message=message)
        events.append(BlockStarted(self._number, "", form.name, self._line_number))
        events += (BlockGrew(self._number, line), BlockBroken(broken))
