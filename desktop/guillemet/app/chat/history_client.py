"""Keeping the conversation on disk as it happens, in a lane of its own.

What fails is told once; the conversation goes on in memory.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Event
from typing import TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from guillemet.app.history import Context, GoneError, History, KeptTurn
from guillemet.app.notices import Level, Notice
from guillemet.app.task_runner import TaskRunner
from guillemet.app.turns import ConversationHead
from guillemet.llm.messages import Role

LANE = "history"
_MOST = 200
"""Conversations in a list."""

T = TypeVar("T")
Shown = tuple[tuple[str, str], ...]
"""Files as the model was shown them: path and blob id of each."""


class OpenedConversation(Struct, frozen=True):
    """A kept conversation, opened again."""

    key: int
    title: str
    turns: tuple[KeptTurn, ...]
    context: Context
    shown: Shown = ()
    """The files that its last message was sent with."""


class HistoryClient(QObject):
    """The kept conversations.

    Signals: `noticed(Notice)` when something is wrong with keeping; `failed(Exception)`.
    """

    noticed = Signal(object)
    failed = Signal(object)

    def __init__(self, lanes: TaskRunner, file: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lanes = lanes
        self._file = file
        self._history: History | None = None
        self._has_failed = False

    def heads(self, root: str | None, words: str, then: Callable[[tuple[ConversationHead, ...]], None]) -> None:
        """Tell of the conversations of a repository, or of all; with words, of those that say them."""

        def find(history: History) -> tuple[ConversationHead, ...]:
            return history.search(words, root, limit=_MOST) if words.strip() else history.heads(root, limit=_MOST)

        self.ask(find, then)

    def open(self, key: int, then: Callable[[OpenedConversation], None]) -> None:
        """Tell of a whole conversation."""

        def read(history: History) -> OpenedConversation:
            return opened(history, history.head(key), history.turns(key))

        self.ask(read, then)

    def ask(self, job: Callable[[History], T], then: Callable[[T], None] = lambda _: None) -> Event:
        """Do something with the history; the event is set once it is done, or cannot be."""
        ended = Event()

        def tell(done: tuple[T, str]) -> None:
            result, notice = done
            if notice:
                self.noticed.emit(Notice(Level.WARN, notice))
            then(result)

        self._lanes.apart(LANE, partial(self._run, job, ended), tell, otherwise=self._fail)
        return ended

    def end(self) -> None:
        """Close the file."""
        self._lanes.apart(LANE, self._close, lambda _: None, otherwise=self._fail)

    def _close(self) -> None:
        if self._history is not None:
            self._history.close()

    def _run(self, job: Callable[[History], T], ended: Event) -> tuple[T, str]:
        try:
            if self._history is None:
                self._history = History.open(self._file)
            return job(self._history), self._history.take_notice()
        finally:
            ended.set()

    def _fail(self, error: Exception) -> None:
        """Tell that it cannot be kept once, but of every wish for what another window deleted."""
        if isinstance(error, GoneError):
            self.failed.emit(error)
        elif not self._has_failed:
            self._has_failed = True
            self.failed.emit(error)


def opened(history: History, head: ConversationHead, turns: tuple[KeptTurn, ...]) -> OpenedConversation:
    """Return a kept conversation of which these turns are shown."""
    return OpenedConversation(head.key, head.title, turns, history.context(head.key), shown_with(history, turns))


def shown_with(history: History, turns: Sequence[KeptTurn]) -> Shown:
    """Return the files that the last message among these turns was sent with."""
    asked = next((kept.key for kept in reversed(turns) if kept.turn.role is Role.USER), None)
    files = () if asked is None else history.files_of(asked)
    return tuple((file.path, file.hash) for file in files if file.hash)
