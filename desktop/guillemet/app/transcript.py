"""The replies as the conversation shows them: each is read into events away from the thread that paints."""

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from guillemet.app.task_runner import TaskRunner
from guillemet.app.turns import Turn
from guillemet.engine.blocks import FormatName, ReplyEvent
from guillemet.engine.formats.path_line import among
from guillemet.engine.formats.reply import Reply, ReplyContext
from guillemet.llm.messages import Role

Shown = tuple[tuple[Turn, tuple[ReplyEvent, ...]], ...]
"""Turns with the events of what models said in them."""

EARLIER = "Taken in before"
"""The source of replies that another window or the command line took in."""


_SLICE = 8_192
"""Characters read between two rests: about a millisecond of work."""
_REST = 0.001
"""Seconds."""


class ReplyTranscript(QObject):
    """Tells of every reply once.

    Signals: `told(str, tuple[ReplyEvent, ...])` with the source and the events of a whole reply; `begun_anew()` when
    another repository was opened.
    """

    told = Signal(str, object)
    begun_anew = Signal()

    def __init__(self, lanes: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lanes = lanes
        self._told: set[str] = set()
        self._due: list[_Reply] = []
        self._said: Callable[[], Iterable[str]] = tuple

    def tell(
        self,
        text: str,
        source: str,
        *,
        known: frozenset[str],
        asked: FormatName | None = None,
        chat_files: tuple[str, ...] = (),
        only: FormatName | None = None,
    ) -> None:
        """Tell of a reply, once everything asked of the repository until now is shown.

        `known` are the paths in it that are files, `chat_files` those of the conversation it was asked for in, and
        `only` the one format that is read.
        """
        self._told.add(text)
        due, reply = self._due, _Reply(source)
        due.append(reply)

        def take(events: tuple[ReplyEvent, ...]) -> None:
            reply.events = events
            self._tell(due)

        def fail(error: Exception) -> None:
            due.remove(reply)
            self._lanes.report_failure(error)
            self._tell(due)

        def read(_: None) -> None:
            self._lanes.aside(partial(_read, text, known, asked, chat_files, only), take, otherwise=fail)

        # A second thread at work beside the repository's would keep the window from painting the proposal.
        self._lanes.ask(_nothing, read, otherwise=fail)

    def new(self, replies: Iterable[str]) -> tuple[str, ...]:
        """Return those replies that were not told yet."""
        said = tuple(self._said())
        is_said = {text: any(one.startswith(text) for one in said) for text in replies if text not in self._told}
        return tuple(text for text, is_there in is_said.items() if not is_there)

    def leave(self, said: Callable[[], Iterable[str]]) -> None:
        """Leave the conversation's own answers to it; asked for what came of them by now, as they may still flow."""
        self._said = said

    def note(self, texts: Iterable[str]) -> None:
        """Leave these replies to the conversation, which shows them."""
        self._told.update(texts)

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

        self._lanes.aside(read, then)

    def begin_anew(self) -> None:
        """Forget what was told."""
        self._told, self._due = set(), []
        self.begun_anew.emit()

    def _tell(self, due: list["_Reply"]) -> None:
        """Tell of replies in their order, though a short one is read sooner than a long one before it."""
        while due is self._due and due and due[0].events is not None:  # no other repository was opened meanwhile
            reply = due.pop(0)
            self.told.emit(reply.source, reply.events)


class _Reply(Struct):
    source: str
    events: tuple[ReplyEvent, ...] | None = None
    """None as long as it is being read."""


def _nothing() -> None:
    """Take a place in the lane, and do nothing there."""


def _read(
    text: str,
    known: frozenset[str],
    asked: FormatName | None,
    chat_files: tuple[str, ...],
    only: FormatName | None = None,
) -> tuple[ReplyEvent, ...]:
    reply = Reply(ReplyContext(exists=among(known), asked=asked, chat_files=chat_files, only=only))
    events: list[ReplyEvent] = []
    for start in range(0, len(text), _SLICE):
        events += reply.feed(text[start : start + _SLICE])
        # Reading is Python through and through: without a rest the thread that paints gets half of the interpreter.
        time.sleep(_REST)
    return (*events, *reply.finish())
