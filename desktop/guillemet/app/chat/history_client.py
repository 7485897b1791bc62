"""The client of the conversation history: it runs every query on the history's own worker.

`ConversationLog` saves every turn of the open conversation as it happens. Its row numbers are known and used on that
worker only, so that nothing here waits for the disk. A failure is reported once, and the conversation goes on in
memory.

`retrieve` finds the conversation to continue when a repository is opened: the one the open proposal came from, unless
a crash cut off the answer that was asked for last, or its staging. Without either it is the last one, if its last
message waits for an answer or holds a draft. A conversation in which another window receives an answer is left to
that window; the answer is shown here once it is whole.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Event
from typing import TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject

from guillemet.app.history import CUT_OFF, ELSEWHERE, Context, ContextFile, GoneError, History, KeptTurn
from guillemet.app.notices import Level, Notice, Notifications, Topic
from guillemet.app.task_runner import TaskRunner
from guillemet.app.turns import ConversationHead, Mode, SpendingTotals, State, Turn
from guillemet.engine.workspace import KeptReply
from guillemet.llm.messages import Role, Usage

WORKER = "history"
T = TypeVar("T")
Shown = tuple[tuple[str, str], ...]
"""Files as the model was shown them: path and blob id of each."""


class OpenedConversation(Struct, frozen=True):
    """A kept conversation, opened again."""

    key: int
    turns: tuple[KeptTurn, ...]
    context: Context
    shown: Shown = ()
    """The files that its last message was sent with."""


class HistoryClient(QObject):
    """The saved conversations."""

    def __init__(
        self, tasks: TaskRunner, notifications: Notifications, file: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._tasks, self._notifications = tasks, notifications
        self._file = file
        self._history: History | None = None
        self._has_failed = False

    @property
    def folder(self) -> Path:
        """The folder of the history, where other things that are learned lie, too."""
        return self._file.parent

    def ask(self, job: Callable[[History], T], then: Callable[[T], None] | None = None) -> Event:
        """Do something with the history; the event is set once it is done, or cannot be."""
        ended = Event()

        def tell(done: tuple[T, str]) -> None:
            result, notice = done
            if self._has_failed:
                self._has_failed = False
                self._notifications.settle(Topic.HISTORY)
            if notice:
                self._notifications.show(Notice(Level.WARN, notice))
            if then is not None:
                then(result)

        self._tasks.apart(WORKER, partial(self._run, job, ended), tell, otherwise=self._fail)
        return ended

    def end(self) -> None:
        """Close the file."""
        self._tasks.apart(WORKER, self._close, lambda _: None, otherwise=self._fail)

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
        """Tell that it cannot be kept once, but of every request for what another window deleted."""
        if isinstance(error, GoneError):
            self._notifications.show_error(error)
        elif not self._has_failed:
            self._has_failed = True
            self._notifications.show_error(error, topic=Topic.HISTORY)


def opened(history: History, head: ConversationHead, turns: tuple[KeptTurn, ...]) -> OpenedConversation:
    """Return a kept conversation of which these turns are shown."""
    return OpenedConversation(head.key, turns, history.context(head.key), shown_with(history, turns))


def shown_with(history: History, turns: Sequence[KeptTurn]) -> Shown:
    """Return the files that the last message among these turns was sent with."""
    asked = next((kept.key for kept in reversed(turns) if kept.turn.role is Role.USER), None)
    files = () if asked is None else history.files_of(asked)
    return tuple((file.path, file.hash) for file in files if file.hash)


class ConversationLog:
    """Keeps one conversation."""

    def __init__(self, keeping: HistoryClient, root: str) -> None:
        self._keeping = keeping
        self._root = root
        self._key: int | None = None
        self._turns: dict[int, int] = {}
        """The key of each turn that could be saved, by its number."""

    def take_up(self, opened: OpenedConversation) -> None:
        """Go on with a kept conversation."""
        key, turns = opened.key, {number: kept.key for number, kept in enumerate(opened.turns, 1)}

        def take(_: History) -> None:
            self._key, self._turns = key, turns

        self._keeping.ask(take)

    def add(self, turns: Sequence[Turn], files: Sequence[ContextFile] = (), *, is_staged: bool = False) -> None:
        """Keep turns below the last one, all or none; `files` are what the model is shown with the first.

        `is_staged` says of replies that whatever they propose is staged already.
        """

        def add(history: History) -> None:
            parent = next(reversed(self._turns.values()), None)
            keys = history.add_turns(self._begun(history), parent=parent, added=turns, files=files)
            self._turns |= zip((turn.number for turn in turns), keys, strict=True)
            for turn, key in zip(turns, keys, strict=True) if is_staged else ():
                history.settle(key, turn.text)

        self._keeping.ask(add)

    def cut(self, count: int) -> None:
        """Let the next turn follow the first `count` ones: what came after stays as another branch."""

        def cut(_: History) -> None:
            self._turns = {number: key for number, key in self._turns.items() if number <= count}

        self._keeping.ask(cut)

    def grow(self, turn: Turn) -> Event:
        """Keep what came of a turn so far; the event is set once that is done, or cannot be."""
        return self._at(turn.number, lambda history, key: history.grow(key, turn.text, turn.reasoning))

    def end(self, turn: Turn) -> None:
        """Keep a turn as it became."""
        self._at(turn.number, lambda history, key: history.end(key, turn))

    def settle(self, number: int, text: str) -> None:
        """Keep that whatever a turn proposes up to the end of this text is staged."""
        self._at(number, lambda history, key: history.settle(key, text))

    def keep_files(self, files: Sequence[ContextFile]) -> None:
        """Keep the files of the conversation."""
        self._conversation(lambda history, key: history.keep_files(key, files))

    def keep_model(self, model: str, mode: Mode) -> None:
        """Keep whom the next message goes to."""
        self._conversation(lambda history, key: history.keep_model(key, model, mode))

    def keep_draft(self, draft: str) -> None:
        """Keep what stands in the composer; it begins a conversation where nothing was said yet."""

        def keep(history: History) -> None:
            if self._key is not None or (self._root and draft.strip()):
                with _unless_deleted():
                    history.keep_draft(self._begun(history), draft)

        self._keeping.ask(keep)

    def spend(self, model: str, usage: Usage, money: float | None) -> None:
        """Save the cost of a request that is not a turn."""
        self._keeping.ask(lambda history: history.spend(self._key, model, usage, money))

    def sums(self, then: Callable[[SpendingTotals], None]) -> None:
        """Tell what this conversation and this day cost."""
        self._keeping.ask(lambda history: history.sums(self._key, datetime.now().astimezone().date()), then)

    def tell_key(self, then: Callable[[int], None]) -> None:
        """Tell under which key the conversation is kept; 0 before anything of it is."""
        self._keeping.ask(lambda _: self._key or 0, then)

    def export(self, then: Callable[[str], None]) -> None:
        """Tell the conversation as Markdown; empty before anything was said."""
        self._keeping.ask(lambda history: "" if self._key is None else history.export_markdown(self._key), then)

    def _begun(self, history: History) -> int:
        if self._key is None:
            self._key = history.begin(self._root)
        return self._key

    def _at(self, number: int, job: Callable[[History, int], None]) -> Event:
        def run(history: History) -> None:
            if number in self._turns:
                job(history, self._turns[number])

        return self._keeping.ask(run)

    def _conversation(self, job: Callable[[History, int], None]) -> None:
        def run(history: History) -> None:
            if self._key is not None:
                with _unless_deleted():
                    job(history, self._key)

        self._keeping.ask(run)


def _unless_deleted() -> AbstractContextManager[None]:
    """Keep nothing of a conversation that was deleted while it is open, until something is said in it again."""
    return suppress(GoneError)


class RestoredConversation(Struct, frozen=True):
    """A conversation to go on with."""

    opened: OpenedConversation
    unsettled: KeptTurn | None = None
    """Its last answer, if a crash may have kept some of it from being staged."""
    shown: Shown = ()
    """The files that the message was sent with which it answers."""
    held: tuple[str, ...] = ()
    """The ids of the proposal's replies that were said in it or in other conversations."""


def retrieve(history: History, root: str, replies: Sequence[KeptReply]) -> RestoredConversation | None:
    """Return the conversation to go on with; None when nothing is left to do in the last one."""
    newest = history.heads(root, limit=1)
    holding = history.holding(root, [one.id for one in replies])
    here = _read_here(history, (*newest, *holding))
    for head, turns in here.items():
        if head in holding or _is_cut_off(turns):
            held = tuple(reply_id for one in here for reply_id in holding.get(one, ()))
            unsettled = _unsettled(turns)
            shown = shown_with(history, turns[: unsettled.turn.number]) if unsettled else ()
            return RestoredConversation(opened(history, head, turns), unsettled, shown, held)
    if not here:
        return None
    begun = opened(history, newest[0], here[newest[0]])
    return RestoredConversation(begun) if _awaits(begun) else None


def _read_here(history: History, heads: Sequence[ConversationHead]) -> dict[ConversationHead, tuple[KeptTurn, ...]]:
    """Return the turns of the conversations in which no other window receives an answer."""
    read = {head: history.turns(head.key) for head in heads}
    return {head: turns for head, turns in read.items() if not flows_elsewhere(turns)}


def flows_elsewhere(turns: Sequence[KeptTurn]) -> bool:
    """Whether another window receives an answer in it."""
    return any(kept.turn.note == ELSEWHERE for kept in turns)


def _awaits(begun: OpenedConversation) -> bool:
    """Whether a message is half written in it, or the last one has no answer, such as one for a web chat."""
    is_asked = bool(begun.turns) and begun.turns[-1].turn.role is Role.USER
    return is_asked or bool(begun.context.draft.strip())


def _is_cut_off(turns: Sequence[KeptTurn]) -> bool:
    """Whether a crash cut off the last answer, or the staging of it."""
    return _unsettled(turns) is not None or (bool(turns) and turns[-1].turn.note == CUT_OFF)


def _unsettled(turns: Sequence[KeptTurn]) -> KeptTurn | None:
    """Return the last answer, if it may propose something that is not staged."""
    last = next((kept for kept in reversed(turns) if kept.turn.role is Role.ASSISTANT), None)
    if last is None or last.is_settled or last.turn.state in (State.WAITING, State.FLOWING):
        return None
    return last if last.turn.reply_id else None
