"""The log of the open conversation: every turn is kept as it happens.

Its numbers in the history are known and used in the history's lane only, so that nothing here waits for the disk. What
was said is known here too: where another window deleted the conversation for good, it is kept anew.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from threading import Event

from msgspec.structs import replace

from guillemet.app.chat.history_client import HistoryClient, OpenedConversation
from guillemet.app.chat.turn_factory import proposal_of
from guillemet.app.history import ContextFile, GoneError, History
from guillemet.app.notices import Level, Notice
from guillemet.app.turns import Mode, Sums, Turn
from guillemet.llm.messages import Usage

_ANEW = Notice(Level.INFO, "Another window deleted this conversation; because you continue it, it is saved again.")


class ConversationLog:
    """Keeps one conversation."""

    def __init__(self, keeping: HistoryClient, root: str) -> None:
        self._keeping = keeping
        self._root = root
        self._key: int | None = None
        self._turns: list[int] = []
        self._said: list[Turn] = []
        """The turns of those numbers, each as it was kept last."""
        self._proposals: dict[int, str] = {}
        """What replies became, by the number of their turn."""

    def take_up(self, opened: OpenedConversation) -> None:
        """Go on with a kept conversation."""
        key, turns = opened.key, [kept.key for kept in opened.turns]

        def take(_: History) -> None:
            self._key, self._turns, self._said = key, turns, [kept.turn for kept in opened.turns]
            self._proposals = {at: kept.proposal for at, kept in enumerate(opened.turns, 1) if kept.proposal}

        self._keeping.ask(take)

    def add(self, turns: Sequence[Turn], files: Sequence[ContextFile] = ()) -> None:
        """Keep turns below the last one, all or none; `files` are what the model is shown with the first."""

        def add(history: History) -> None:
            parent = self._turns[-1] if self._turns else None
            self._turns += history.add_turns(self._begun(history), parent=parent, added=turns, files=files)
            self._said += turns

        self._keep(add)

    def cut(self, count: int) -> None:
        """Let the next turn follow the first `count` ones: what came after stays as another branch."""

        def cut(_: History) -> None:
            del self._turns[count:], self._said[count:]
            self._proposals = {number: became for number, became in self._proposals.items() if number <= count}

        self._keeping.ask(cut)

    def grow(self, turn: Turn) -> Event:
        """Keep what came of a turn so far; the event is set once that is done, or cannot be."""
        return self._at(turn.number, lambda history, key: history.grow(key, turn.text, turn.reasoning), turn)

    def end(self, turn: Turn) -> None:
        """Keep a turn as it became."""
        self._at(turn.number, lambda history, key: history.end(key, turn), turn)

    def settle(self, number: int, text: str) -> None:
        """Keep which proposal a turn's reply is: whatever it proposes is staged."""

        def link(history: History, key: int) -> None:
            self._proposals[number] = proposal_of(text)
            history.link(key, self._proposals[number])

        self._at(number, link)

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

    def _at(self, number: int, job: Callable[[History, int], None], turn: Turn | None = None) -> Event:
        def run(history: History) -> None:
            if number <= len(self._turns):
                if turn is not None:
                    self._said[number - 1] = turn
                job(history, self._turns[number - 1])

        return self._keep(run)

    def _keep(self, job: Callable[[History], None]) -> Event:
        """Keep something that was said, if need be in a conversation that is begun anew with all that was."""

        def run(history: History) -> bool:
            try:
                job(history)
            except GoneError:
                self._begin_anew(history)
                job(history)
                return True
            return False

        return self._keeping.ask(run, lambda is_anew: self._keeping.noticed.emit(_ANEW) if is_anew else None)

    def _begin_anew(self, history: History) -> None:
        # What it cost is counted already, and stays so.
        said = [replace(turn, usage=None, money=None) for turn in self._said]
        key = history.begin(self._root)
        turns = history.add_turns(key, parent=None, added=said) if said else ()
        for number, became in self._proposals.items():
            history.link(turns[number - 1], became)
        self._key, self._turns = key, list(turns)

    def _conversation(self, job: Callable[[History, int], None]) -> None:
        def run(history: History) -> None:
            if self._key is not None:
                with _unless_deleted():
                    job(history, self._key)

        self._keeping.ask(run)


def _unless_deleted() -> AbstractContextManager[None]:
    """Keep nothing of a conversation that was deleted while it is open, until something is said in it again."""
    return suppress(GoneError)
