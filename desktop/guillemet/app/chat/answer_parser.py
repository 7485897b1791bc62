"""Reading an answer while it comes: events for the window, and how far it can be staged."""

from collections.abc import Collection

from guillemet.engine.blocks import BlockBroken, BlockFinished, BlockStarted, FormatName, ReplyEvent
from guillemet.engine.formats.context import among
from guillemet.engine.formats.reply import Reply, ReplyContext

_LONGEST_TAIL = 6_000
"""Characters; laid out anew with every piece that comes."""


class AnswerReader:
    """Reads one answer line by line."""

    def __init__(
        self, known: Collection[str], chat_files: tuple[str, ...] = (), asked: FormatName | None = None
    ) -> None:
        self._reply = Reply(ReplyContext(exists=among(known), chat_files=chat_files, asked=asked))
        self._parts: list[str] = []
        self._line: list[str] = []
        self._length = 0
        self.finished_length = 0
        """Characters from the start up to the end of the last finished block."""
        self.finished_blocks = 0

    @property
    def text(self) -> str:
        """All that was fed."""
        return "".join(self._parts)

    @property
    def finished_text(self) -> str:
        """What can be staged by now: everything up to the last finished block."""
        return self.text[: self.finished_length]

    @property
    def tail(self) -> str:
        """What is in no event yet, for painting only; the end of it when it is longer than a paragraph is."""
        pieces, room = list[str](), _LONGEST_TAIL
        for piece in reversed(self._line):
            pieces.append(piece)
            room -= len(piece)
            if room < 0:
                break
        tail = "".join(reversed([*pieces, self._reply.tail] if room >= 0 else pieces))
        return tail if len(tail) <= _LONGEST_TAIL else f"… {tail[-_LONGEST_TAIL:]}"

    def feed(self, chunk: str) -> list[ReplyEvent]:
        """Return what the lines completed by the chunk mean."""
        self._parts.append(chunk)
        if "\n" not in chunk:
            self._line.append(chunk)
            return []
        *lines, rest = _lines("".join(self._line) + chunk)
        self._line = [rest]
        events: list[ReplyEvent] = []
        for line in lines:
            of_line = self._reply.feed(line)
            self._note(of_line, before=self._length, after=self._length + len(line))
            self._length += len(line)
            events += of_line
        return events

    def finish(self) -> list[ReplyEvent]:
        """Return what is left to say; a block still open is broken."""
        events = self._reply.feed("".join(self._line))
        self._line = []
        return [*events, *self._reply.finish()]

    def _note(self, events: list[ReplyEvent], *, before: int, after: int) -> None:
        is_after = False
        for event in events:
            match event:
                case BlockFinished() | BlockBroken():
                    self.finished_blocks += 1
                    self.finished_length = after
                    is_after = True
                case BlockStarted() if is_after:
                    self.finished_length = before
                case _:
                    pass


def _lines(text: str) -> list[str]:
    """Return the lines with their LF, and what stands behind the last one."""
    pieces = text.split("\n")
    return [f"{piece}\n" for piece in pieces[:-1]] + [pieces[-1]]
