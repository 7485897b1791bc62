"""What a reply is wrapped in, taken off layer by layer while it is read; `wrapped` knows the wrappings.

A run of quoted lines is held back until it ends, for it is read as more than prose only when a block begins in it that
names its file, and none was read outside of quotes before: what is quoted beside blocks is cited. A text of JSON is
read where its line stands. What a layer leaves open ends with it.
"""

from collections.abc import Callable, Sequence

from guillemet.engine.blocks import ReplyEvent
from guillemet.engine.formats.format import Format
from guillemet.engine.formats.prose_state import ProseState
from guillemet.engine.formats.reply_checks import ReplyChecks
from guillemet.engine.formats.wrappers import (
    MOST_LAYERS,
    first_block,
    is_quoted,
    names_file,
    path_beside,
    texts_within,
    unquoted,
)

_OBJECT = 20
"""Lines over which the members of an object of JSON are thought to spread."""


class Unwrapping:
    """How deep the reader is in wrappings, and the quote it is in.

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
