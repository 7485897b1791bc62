"""One answer while it flows: its text becomes events for the window, its finished blocks are staged."""

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet.app.async_loop import AsyncLoop
from guillemet.app.chat.answer_parser import AnswerReader
from guillemet.app.chat.streamed_staging import StreamedStaging
from guillemet.app.reply_stream import ReplyStream
from guillemet.app.services import Opener
from guillemet.app.turns import State, Turn
from guillemet.llm.errors import NoKeyError, WrongKeyError
from guillemet.llm.keys import masked
from guillemet.llm.messages import (
    Counted,
    Ended,
    Ending,
    ReasoningText,
    ReplyText,
    Request,
    StreamEvent,
    Usage,
    Waiting,
)
from guillemet.llm.prompts.continuing import join

_HEAD_LINES = 4
_HEAD_CHARACTERS = 800
"""So much of a continuation is awaited before it is joined with what it goes on from."""
_STOPPED = "You stopped it here."
_ENDINGS = {
    Ending.COMPLETE: "",
    Ending.TOO_LONG: "The answer reached the length the model may write. Go on with it, or ask for less at a time.",
    Ending.REFUSED: "The service refused to go on with this answer. Ask in other words.",
    Ending.CALLED_TOOL: "The model asked for a tool, and there are none here. Ask it to answer in words.",
}


class Question(Struct, frozen=True):
    """All that one answer needs."""

    turn: Turn
    """The one that waits, or an earlier one that is gone on with or asked again."""
    opener: Opener
    request: Request
    known: Collection[str]
    """Paths that are files, by which heads of blocks are told from prose."""
    chat_files: tuple[str, ...] = ()
    growth: StreamedStaging | None = None
    """Where finished blocks are staged; None for an answer without edits."""


class AnswerStream(QObject):
    """Takes one answer in.

    Signals: `begun_again(tuple[ReplyEvent, ...])` when an answer that broke off is gone on with, with what it said so
    far; `events_came(tuple[ReplyEvent, ...])`; `tail_changed(str)` with what is in no event yet; `reasoning_came(str)`;
    `turn_changed(Turn)` when anything but its text changed; `key_requested(Turn, Exception)` when the service has
    none or refuses it; `ended(Turn, Usage | None)` with the whole turn.
    """

    begun_again = Signal(object)
    events_came = Signal(object)
    tail_changed = Signal(str)
    reasoning_came = Signal(str)
    turn_changed = Signal(object)
    key_requested = Signal(object, object)
    ended = Signal(object, object)

    def __init__(self, loop: AsyncLoop, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._loop = loop
        self._stream: ReplyStream | None = None
        self._question: Question | None = None
        self._turn: Turn | None = None
        self._reader = AnswerReader(())
        self._reasoning: list[str] = []
        self._usage: Usage | None = None
        self._head: list[str] | None = None
        self._ending = Ending.COMPLETE
        self._reached = 0
        """Characters of it up to which its blocks can be staged, as was told last."""

    @property
    def is_flowing(self) -> bool:
        """Whether an answer is awaited or on its way."""
        return self._stream is not None

    @property
    def so_far(self) -> Turn | None:
        """The turn with what came until now."""
        if self._turn is None:
            return None
        return replace(self._turn, text=self._reader.text, reasoning="".join(self._reasoning))

    def begin(self, question: Question) -> None:
        """Ask; an answer that the turn already holds is gone on with."""
        self._question, self._turn = question, replace(question.turn, state=State.WAITING, note="")
        self._reader = AnswerReader(question.known, question.chat_files, question.turn.asked)
        self._reasoning = [question.turn.reasoning]
        self._usage, self._ending = None, Ending.COMPLETE
        self._reached = 0
        self._head = [] if question.turn.text else None
        if question.turn.state is not State.WAITING:
            self.begun_again.emit(tuple(self._reader.feed(question.turn.text)))
            self.tail_changed.emit(self._reader.tail)
        self.turn_changed.emit(self._turn)
        self._stream = ReplyStream(self._loop, self)
        self._stream.came.connect(self._take)
        self._stream.over.connect(self._take_end)
        self._stream.begin(question.opener, question.request)

    def stop(self) -> None:
        """End it at once; what came is kept."""
        if self._stream is not None:
            self._stream.stop()
            self._end(State.STOPPED, _STOPPED)

    def _take(self, events: tuple[StreamEvent, ...]) -> None:
        for event in events:
            if self._stream is None:
                return  # somebody who was told of one of them stopped the answer
            match event:
                case ReplyText():
                    self._take_text(event.text)
                case ReasoningText():
                    self._reasoning.append(event.text)
                    self._flows("")
                    self.reasoning_came.emit(event.text)
                case Waiting():
                    why = masked(event.why)
                    self._change(note=f"{why} Retrying in {event.seconds:.0f} s (try {event.attempt}).")
                case Counted():
                    self._usage = event.usage
                case Ended():
                    self._ending = event.ending

    def _take_text(self, text: str) -> None:
        if not text:
            return
        self._flows("")
        if self._head is not None:
            self._head.append(text)
            head = "".join(self._head)
            if head.count("\n") < _HEAD_LINES and len(head) < _HEAD_CHARACTERS:
                return
            self._join_head()
            return
        self._read(text)

    def _join_head(self) -> None:
        head, self._head = "".join(self._head or ()), None
        before = self._reader.text
        self._read(join(before, head)[len(before) :])

    def _read(self, text: str) -> None:
        events = self._reader.feed(text)
        if events:
            self.events_came.emit(tuple(events))
        if self._stream is None:
            return
        self.tail_changed.emit(self._reader.tail)
        growth = self._question.growth if self._question else None
        if growth is not None and self._reader.finished_length != self._reached:
            self._reached = self._reader.finished_length
            growth.reach(self._reader.finished_text)

    def _take_end(self, error: Exception | None) -> None:
        if self._head is not None:
            self._join_head()
        if error is None:
            note = _ENDINGS[self._ending]
            self._end(State.BROKEN if self._ending is Ending.TOO_LONG else State.DONE, note)
        else:
            if isinstance(error, NoKeyError | WrongKeyError):
                self.key_requested.emit(self._turn, error)
            self._end(State.BROKEN, masked(str(error)))

    def _end(self, state: State, note: str) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.deleteLater()
        if self._head is not None:
            self._join_head()
        events = self._reader.finish()
        if events:
            self.events_came.emit(tuple(events))
        self.tail_changed.emit("")
        growth = self._question.growth if self._question else None
        if growth is not None and self._reader.text:
            growth.finish(self._reader.text, is_stopped=state is State.STOPPED)
        turn = self.so_far
        if turn is not None:
            self._turn = replace(turn, state=state, note=note)
            self.ended.emit(self._turn, self._usage)

    def _flows(self, note: str) -> None:
        if self._turn is not None and (self._turn.state is not State.FLOWING or self._turn.note != note):
            self._change(state=State.FLOWING, note=note)

    def _change(self, *, note: str, state: State | None = None) -> None:
        if self._turn is not None:
            self._turn = replace(self._turn, note=note, state=state or self._turn.state)
            self.turn_changed.emit(self._turn)
