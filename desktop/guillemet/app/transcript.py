"""Replies as the conversation shows them: each is parsed once, and shown once.

A reply that was applied here comes with its events. One that another window or the command line applied is read in the
background; while it still arrives there, it is not shown before all of it is staged. The turns of a conversation that
is opened again are read in the background, too.
"""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.chat.chat_service import ChatService
from guillemet.app.history import OtherAnswer
from guillemet.app.reply_import import ReceivedReply
from guillemet.app.task_runner import TaskRunner
from guillemet.app.turns import Turn
from guillemet.engine.applying import ApplyOptions, MemoryFiles, read_reply
from guillemet.engine.blocks import FormatName, ReplyEvent
from guillemet.engine.workspace import Applied, KeptReply
from guillemet.llm.messages import Role

Shown = tuple[tuple[Turn, tuple[ReplyEvent, ...]], ...]
"""Turns with the events of what models said in them."""

EARLIER = "Added before"
"""The source of replies that another window or the command line applied."""
_PATIENCE = 500
"""Milliseconds between two looks at whether an answer still arrives in another window."""
_SLICE = 8_192
"""Characters read between two pauses: about a millisecond of work."""
_PAUSE = 0.001
"""Seconds."""


class ReplyTranscript(QObject):
    """Knows which replies of the proposal are shown; `known` returns the paths that are files.

    Signals: `reply_read(str, tuple[ReplyEvent, ...])` with the source and the events of a whole reply; `cleared()` when
    another repository was opened.
    """

    reply_read = Signal(str, object)
    cleared = Signal()

    def __init__(
        self,
        tasks: TaskRunner,
        talk: ChatService,
        known: Callable[[], frozenset[str]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tasks, self._talk, self._known = tasks, talk, known
        self._kept: tuple[KeptReply, ...] = ()
        self._shown: set[str] = set()
        """The ids of the replies that are shown, as a reply or as an answer of some conversation."""
        self._is_reading = False
        self._look_again = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._look_again.timeout.connect(lambda: self.follow(self._kept))
        talk.ready.connect(self._take_conversation)

    def begin(self, kept: tuple[KeptReply, ...]) -> None:
        """Show the conversation that a repository's proposal came from, and those replies it does not hold."""
        self._kept, self._shown, self._is_reading = kept, set(), False
        self.cleared.emit()
        self._talk.begin(kept)

    def follow(self, kept: tuple[KeptReply, ...]) -> None:
        """Show replies that another window or the command line applied, once they are whole, as they were read."""
        self._kept = kept
        if self._new():  # saves the history a look at each change
            self._talk.others(partial(self._read_new, kept))

    def show(self, received: ReceivedReply, applied: Applied) -> None:
        """Show a reply that was pasted, dropped or read from a file."""
        self._shown.add(applied.reply_id)
        self.reply_read.emit(received.source, applied.events)
        self._talk.conversation.take_reply(
            received.text, received.source, asked=received.asked, reply_id=applied.reply_id
        )

    def note(self, applied: Applied) -> None:
        """Remember that a reply is shown; the conversation shows its own answers."""
        self._shown.add(applied.reply_id)

    def read_turns(
        self,
        turns: Sequence[Turn],
        *,
        known: frozenset[str],
        then: Callable[[Shown], None],
        chat_files: tuple[str, ...] = (),
    ) -> None:
        """Read turns into events, in one go."""

        def read() -> Shown:
            return tuple(
                (turn, _read(turn.text, known, turn.asked, chat_files) if turn.role is Role.ASSISTANT else ())
                for turn in turns
            )

        self._tasks.aside(read, then)

    def _take_conversation(self, replies: Collection[str]) -> None:
        self._shown.update(replies)
        self.follow(self._kept)

    def _read_new(
        self, before: tuple[KeptReply, ...], others: Sequence[OtherAnswer], kept: tuple[KeptReply, ...]
    ) -> None:
        if before is not self._kept or self._is_reading:
            return  # others are there by now, or this is looked at again once the earlier ones are read
        new, growing = {one.id for one in self._new()}, {other.reply_id for other in others if not other.is_whole}
        if new & growing:
            self._look_again.start()
        whole = [one for one in kept if one.id in new - growing]
        if whole:
            self._read_whole(whole)

    def _new(self) -> list[KeptReply]:
        return [one for one in self._kept if one.id not in self._shown]

    def _read_whole(self, replies: Sequence[KeptReply]) -> None:
        shown, known = self._shown, self._known()
        shown.update(one.id for one in replies)
        self._is_reading = True
        for one in replies:
            self._talk.conversation.take_reply(one.text, EARLIER, asked=one.asked or one.only, reply_id=one.id)

        def read() -> list[tuple[ReplyEvent, ...]]:
            return [_read(one.text, known, one.asked, one.chat_files, one.only) for one in replies]

        def show(read: Sequence[tuple[ReplyEvent, ...]]) -> None:
            if shown is self._shown:  # no other repository was opened meanwhile
                self._is_reading = False
                for events in read:
                    self.reply_read.emit(EARLIER, events)
                self.follow(self._kept)

        self._tasks.aside(read, show)


def _read(
    text: str,
    known: frozenset[str],
    asked: FormatName | None,
    chat_files: tuple[str, ...],
    only: FormatName | None = None,
) -> tuple[ReplyEvent, ...]:
    options = ApplyOptions(asked=asked, chat_files=chat_files, only=only)
    return read_reply(_slices(text), MemoryFiles(dict.fromkeys(known, "")), options=options).events


def _slices(text: str) -> Iterator[str]:
    for start in range(0, len(text), _SLICE):
        yield text[start : start + _SLICE]
        # Reading is Python through and through: without a pause the thread that paints gets half of the interpreter.
        time.sleep(_PAUSE)
