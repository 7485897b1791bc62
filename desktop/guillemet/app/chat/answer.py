"""The answer that is being received: parsed while it arrives, its finished blocks staged, and saved as it grows.

    chunks ─▶ AnswerStream ─▶ AnswerReader ─▶ events for the window
                                          └▶ StreamedStaging: finished blocks, in the repository's worker
                                          └▶ ConversationLog: saved so far, four times a second

One staging job runs at a time, and the worker pauses between two of them, so that a reply of any length costs the
window little. All of them go to the repository that was open when the reply began, whichever is open later.

    saved so far ─▶ staged so far ─▶ … ─▶ saved whole ─▶ staged whole: settled

A crash at any moment leads back to the answer: one that is not settled was cut off, or its staging was, and what is
missing is staged when it is opened again.
"""

import re
from collections.abc import Callable, Collection
from enum import StrEnum
from functools import partial
from threading import Event
from time import perf_counter

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.async_loop import AsyncLoop, ReplyStream
from guillemet.app.chat.history_client import ConversationLog
from guillemet.app.notices import Level, Notice, Notifications
from guillemet.app.repository_service import RepositoryService
from guillemet.app.services import Opener
from guillemet.app.turns import State, Turn
from guillemet.engine.applying import ApplyOptions
from guillemet.engine.blocks import BlockBroken, BlockFinished, BlockStarted, FormatName, ReplyEvent
from guillemet.engine.formats.path_line import among
from guillemet.engine.reply.reader import Reply, ReplyContext
from guillemet.engine.workspace import Applied, ReplyState, Workspace
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

_SAVE_INTERVAL = 250
"""Milliseconds after which what has arrived is saved; a crash loses no more than that."""
_SAVED_IN_A_MILLISECOND = 10_000
"""Characters; a long answer is saved less often, so that the disk is idle most of the time."""
_LEAST_REST = 0.2
"""Seconds between two jobs."""
_REST = 3
"""How many times as long as a job took the worker rests before the next one."""
_PATIENCE = 10.0
"""Seconds that staging waits at the most for the disk to keep what is staged."""
_LONGEST_TAIL = 6_000
"""Characters; laid out again with every piece that comes."""
_HALF_MARKER = re.compile(r"[ \t]*([<=>`~«»═🟧🟨🟩])\1*[ \t]*[A-Za-z]*")
"""A line that may become the marker of a block, or a fence: it is painted once it says what it is."""
_HEAD_LINES = 4
_HEAD_CHARACTERS = 800
"""So much of a continuation is awaited before it is joined with what it goes on from."""
_ENDINGS = {
    Ending.COMPLETE: "",
    Ending.TOO_LONG: "The answer reached the length the model may write. Go on with it, or ask for less at a time.",
    Ending.REFUSED: "The service refused to go on with this answer. Ask in other words.",
    Ending.CALLED_TOOL: "The model asked for a tool, and there are none here. Ask it to answer in words.",
}


class StopReason(StrEnum):
    """Why an answer was stopped, as its turn says."""

    BY_USER = "You stopped it here."
    LEFT = "It ended here because you left the conversation."
    REPLACED = "It ended here because you sent another message in its place."
    CLOSED = "It ended here because you closed the window."


class AnswerReader:
    """Reads one answer line by line."""

    def __init__(
        self, known: Collection[str], chat_files: tuple[str, ...] = (), asked: FormatName | None = None
    ) -> None:
        self._reply = Reply(ReplyContext(exists=among(known), chat_files=chat_files, known=known, asked=asked))
        self._parts: list[str] = []
        self._line: list[str] = []
        self._length = 0
        self.finished_length = 0
        """Characters from the start up to the end of the last finished block."""

    @property
    def text(self) -> str:
        """All that was fed."""
        return "".join(self._parts)

    @property
    def tail(self) -> str:
        """What is in no event yet, for painting only; the end of it when it is longer than a paragraph is."""
        pieces, room = list[str](), _LONGEST_TAIL
        for piece in reversed(self._line):
            pieces.append(piece)
            room -= len(piece)
            if room < 0:
                break
        tail = "".join(reversed([*pieces, self._reply.tail]))
        lines, newline, last = tail.rpartition("\n")
        if _HALF_MARKER.fullmatch(last):
            tail = f"{lines}{newline}"
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


class StreamedStaging(QObject):
    """Puts one reply into the staging area of the repository that is open now; deletes itself after the last of it.

    Signals: `applied(Applied, bool)` with whether that was all of it.
    """

    applied = Signal(object, bool)

    def __init__(
        self,
        reply_id: str,
        workplace: RepositoryService,
        options: ApplyOptions,
        notifications: Notifications,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workplace, self._workspace = workplace, workplace.workspace
        self._reply_id, self._options, self._notifications = reply_id, options, notifications
        self.is_taken_up = False
        """Most of it was staged before."""
        self._is_begun = False
        """Something of it is staged; known and used on the repository's worker only."""
        self._wanted, self._asked = "", ""
        self._finished: int | None = None
        """How much of what is wanted ends with a finished block; None when it is the whole reply."""
        self._standing = ReplyState.PROPOSED
        self.save: Callable[[], Event] | None = None
        """Saves what has arrived; nothing is staged before it is on the disk, from where a crash leads back."""
        self.settle: Callable[[str], None] = lambda _: None
        """Notes in the history that all of a text is staged."""
        self._is_busy = False
        self._is_over = False
        self._pause = QTimer(self, singleShot=True)
        self._pause.timeout.connect(self._go_on)

    def reach(self, text: str, finished: int) -> None:
        """Stage the blocks of this text, the beginning of which ends with a finished one."""
        self._wanted, self._finished = text, finished
        if not self._pause.isActive():
            self._go_on()

    def finish(self, text: str, *, is_stopped: bool = False) -> None:
        """Stage the whole reply, a block that is cut off too; asked for at once, for the program may end now."""
        self._is_over = True
        self._wanted, self._finished = text, None
        self._options = replace(self._options, is_stopped=is_stopped)
        self._stage()

    def close(self) -> None:
        """Take what is asked for as staged: the program ends after that."""
        self._pause.stop()
        if self._is_over:
            self.settle(self._wanted)

    def _go_on(self) -> None:
        if not self._is_busy and self._wanted != self._asked:
            self._stage()

    def _stage(self) -> None:
        self._is_busy, self._asked = True, self._wanted
        wanted, finished, is_last = self._wanted, self._finished, self._is_over
        options, start = self._options, perf_counter()
        saved = self.save() if self.save else None

        def grow(workspace: Workspace) -> Applied:
            if saved is not None:
                saved.wait(_PATIENCE)
            if self._is_begun:
                return workspace.grow(self._reply_id, wanted, options=options, finished=finished)
            if self.is_taken_up:
                applied = workspace.go_on(self._reply_id, wanted, options=options, finished=finished)
            else:
                applied = workspace.apply(wanted, options=options, reply_id=self._reply_id, finished=finished)
            self._is_begun = bool(applied.outcomes or applied.suggestions)
            return applied

        def tell(applied: Applied) -> None:
            self._is_busy = False
            self._tell_standing(applied.standing)
            self.applied.emit(_proposed(applied), is_last)
            if is_last:
                self.settle(wanted)
                self.deleteLater()
            elif not self._is_over:
                self._pause.start(int(1000 * max(_LEAST_REST, _REST * (perf_counter() - start))))

        def fail(error: Exception) -> None:
            self._is_busy = False
            self._notifications.show_error(error)
            if is_last:
                self.deleteLater()

        self._workplace.ask(grow, tell, of=self._workspace, otherwise=fail, what="staging")

    def _tell_standing(self, standing: ReplyState) -> None:
        before, self._standing = self._standing, standing
        if standing not in (before, ReplyState.PROPOSED):
            what = "You took this answer back, so the rest of it is not proposed."
            is_undone = standing is ReplyState.UNDONE
            todo = "Redo brings back all of it." if is_undone else "Its text stays in the conversation."
            self._notifications.show(Notice(Level.INFO, what, todo))


def _proposed(applied: Applied) -> Applied:
    """Return it without what is not proposed, since the user took it back."""
    return applied if applied.standing is ReplyState.PROPOSED else replace(applied, outcomes=(), suggestions=())


class AnswerInput(Struct, frozen=True):
    """All that one answer needs."""

    turn: Turn
    """The one that waits, or an earlier one that is continued or requested again."""
    opener: Opener
    request: Request
    known: Collection[str]
    """Paths that are files, by which heads of blocks differ from prose."""
    chat_files: tuple[str, ...] = ()
    growth: StreamedStaging | None = None
    """Where finished blocks are staged; None for an answer without edits."""
    log: ConversationLog | None = None
    """Where the turn is saved as it grows."""


class AnswerStream(QObject):
    """Takes one answer in.

    Signals: `begun_again(tuple[ReplyEvent, ...])` when an interrupted answer is continued, with what it said so
    far; `events_came(tuple[ReplyEvent, ...])`; `tail_changed(str)` with what is in no event yet; `reasoning_came(str)`;
    `turn_changed(Turn)` when anything but its text changed; `ended(Turn, Usage | None)` with the whole turn;
    `key_requested(Turn, Exception)` after it where the service has no key or refuses it.
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
        self._question: AnswerInput | None = None
        self._turn: Turn | None = None
        self._reader = AnswerReader(())
        self._reasoning: list[str] = []
        self._usage: Usage | None = None
        self._head: list[str] | None = None
        self._ending = Ending.COMPLETE
        self._reached = 0
        """Characters of it up to which its blocks can be staged, as was emitted last."""
        self._is_saved = True
        """Nothing has arrived since it was saved last."""
        self._saved = Event()
        """Set while no save is under way."""
        self._saved.set()
        self._save_timer = QTimer(self)
        self._save_timer.timeout.connect(self._save_what_is_new)

    @property
    def is_flowing(self) -> bool:
        """Whether an answer is awaited or on its way."""
        return self._stream is not None

    @property
    def is_awaited(self) -> bool:
        """Whether one is on its way of which nothing has come yet."""
        return self.is_flowing and self._turn is not None and self._turn.state is State.WAITING

    @property
    def so_far(self) -> Turn | None:
        """The turn with what came until now."""
        if self._turn is None:
            return None
        return replace(self._turn, text=self._reader.text, reasoning="".join(self._reasoning))

    def begin(self, question: AnswerInput) -> None:
        """Send the request; an answer that the turn already holds is continued."""
        self._question, self._turn = question, replace(question.turn, state=State.WAITING, note="")
        self._reader = AnswerReader(question.known, question.chat_files, question.turn.asked)
        self._reasoning = [question.turn.reasoning]
        self._usage, self._ending = None, Ending.COMPLETE
        self._reached = 0
        self._head = [] if question.turn.text else None
        self._is_saved = True
        self._save_timer.start(_SAVE_INTERVAL)
        if question.growth is not None:
            question.growth.save = self._save
            if question.log is not None:
                question.growth.settle = partial(question.log.settle, question.turn.number)
        if question.turn.state is not State.WAITING:
            self.begun_again.emit(tuple(self._reader.feed(question.turn.text)))
            self.tail_changed.emit(self._reader.tail)
        self._stream = ReplyStream(self._loop, self)
        self._stream.came.connect(self._take)
        self._stream.over.connect(self._take_end)
        self._stream.begin(question.opener, question.request)
        self.turn_changed.emit(self._turn)  # by now it can be stopped

    def stop(self, *, why: StopReason = StopReason.BY_USER) -> None:
        """End it at once; what came is kept."""
        if self._stream is not None:
            self._stream.stop()
            self._end(State.STOPPED, why.value)

    def _take(self, events: tuple[StreamEvent, ...]) -> None:
        for event in events:
            if self._stream is None:
                return  # a receiver of one of them stopped the answer
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
            growth.reach(self._reader.text, self._reached)

    def _take_end(self, error: Exception | None) -> None:
        if error is None:
            note = _ENDINGS[self._ending]
            self._end(State.BROKEN if self._ending is Ending.TOO_LONG else State.DONE, note)
        else:
            turn = self._turn
            self._end(State.BROKEN, masked(str(error)))
            if isinstance(error, NoKeyError | WrongKeyError):
                self.key_requested.emit(turn, error)

    def _end(self, state: State, note: str) -> None:
        stream, self._stream = self._stream, None
        self._save_timer.stop()
        if stream is not None:
            stream.deleteLater()
        if self._head is not None:
            self._join_head()
        events = self._reader.finish()
        if events:
            self.events_came.emit(tuple(events))
        self.tail_changed.emit("")
        growth = self._question.growth if self._question else None
        if growth is not None:
            growth.finish(self._reader.text, is_stopped=state is State.STOPPED)
        turn = self.so_far
        if turn is not None:
            self._turn = replace(turn, state=state, note=note)
            self.ended.emit(self._turn, self._usage)

    def _save_what_is_new(self) -> None:
        if not self._is_saved and self._saved.is_set():
            self._save()

    def _save(self) -> Event:
        """Save what has arrived; the event is set once it is on the disk, or cannot be."""
        turn = self.so_far
        if turn is not None and self._question is not None and self._question.log is not None:
            self._is_saved, self._saved = True, self._question.log.grow(turn)
            self._save_timer.setInterval(max(_SAVE_INTERVAL, len(turn.text) // _SAVED_IN_A_MILLISECOND))
        return self._saved

    def _flows(self, note: str) -> None:
        self._is_saved = False
        if self._turn is not None and (self._turn.state is not State.FLOWING or self._turn.note != note):
            self._change(state=State.FLOWING, note=note)

    def _change(self, *, note: str, state: State | None = None) -> None:
        if self._turn is not None:
            self._turn = replace(self._turn, note=note, state=state or self._turn.state)
            self.turn_changed.emit(self._turn)
