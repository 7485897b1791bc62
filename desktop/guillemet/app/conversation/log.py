"""The log of the open conversation: every turn is kept as it happens.

Its numbers in the history are known and used in the history's lane only, so that nothing here waits for the disk.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from threading import Event

from guillemet.app.conversation.keeping import Keeping, Opened
from guillemet.app.conversation.saying import proposal_of
from guillemet.app.history import ContextFile, GoneError, History
from guillemet.app.turns import Mode, Sums, Turn
from guillemet.llm.messages import Usage


class Log:
    """Keeps one conversation."""

    def __init__(self, keeping: Keeping, root: str) -> None:
        self._keeping = keeping
        self._root = root
        self._key: int | None = None
        self._turns: list[int] = []

    def take_up(self, opened: Opened) -> None:
        """Go on with a kept conversation."""
        key, turns = opened.key, [kept.key for kept in opened.turns]

        def take(_: History) -> None:
            self._key, self._turns = key, turns

        self._keeping.ask(take)

    def add(self, turns: Sequence[Turn], files: Sequence[ContextFile] = ()) -> None:
        """Keep turns below the last one, all or none; `files` are what the model is shown with the first."""

        def add(history: History) -> None:
            parent = self._turns[-1] if self._turns else None
            self._turns += history.add_turns(self._begun(history), parent=parent, added=turns, files=files)

        self._keeping.ask(add)

    def cut(self, count: int) -> None:
        """Let the next turn follow the first `count` ones: what came after stays as another branch."""

        def cut(_: History) -> None:
            del self._turns[count:]

        self._keeping.ask(cut)

    def grow(self, turn: Turn) -> Event:
        """Keep what came of a turn so far; the event is set once that is done, or cannot be."""
        return self._at(turn.number, lambda history, key: history.grow(key, turn.text, turn.reasoning))

    def end(self, turn: Turn) -> None:
        """Keep a turn as it became."""
        self._at(turn.number, lambda history, key: history.end(key, turn))

    def settle(self, number: int, text: str) -> None:
        """Keep which proposal a turn's reply is: whatever it proposes is staged."""
        self._at(number, lambda history, key: history.link(key, proposal_of(text)))

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
        """Keep what a request cost that is no turn."""
        self._keeping.ask(lambda history: history.spend(self._key, model, usage, money))

    def sums(self, then: Callable[[Sums], None]) -> None:
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
            if number <= len(self._turns):
                job(history, self._turns[number - 1])

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
