"""The conversations that are kept: one file for all repositories, shared by all windows."""

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

import platformdirs

from guillemet.app.history import comments, conversations, drafts, search, spending, turns
from guillemet.app.history.export import as_markdown
from guillemet.app.history.records import (
    Context,
    ContextFile,
    DamagedError,
    GoneError,
    KeptComment,
    KeptTurn,
    OtherAnswer,
    Purpose,
    Spent,
    moment_of,
)
from guillemet.app.history.store import Store
from guillemet.app.turns import ConversationHead, Mode, Sums, Turn
from guillemet.llm.messages import Usage


def history_file() -> Path:
    """Return where conversations are kept; the file need not exist."""
    return Path(platformdirs.user_data_dir("guillemet", appauthor=False)) / "history.sqlite"


class History:
    """Keeps conversations as they happen; belongs to the thread that opened it.

    Verbs raise GoneError for what was deleted, BusyError when another window holds the file too long, and HistoryError
    when the file cannot be read. A disk that cannot be written is no error: the history goes on in memory and says so.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    @classmethod
    def open(cls, file: Path) -> "History":
        """Open the file, making it when there is none, and settle what windows that crashed left behind."""
        history = cls(Store(file))
        try:
            history._settle()
        except DamagedError:  # the file is marked, and set aside when it is opened once more
            history._store.close()
            history = cls(Store(file))
        return history

    def close(self) -> None:
        """Remove for good what this window deleted, and let go of the file."""
        store = self._store
        try:
            store.write(lambda db: conversations.purge(db, lambda writer: writer == store.writer))
        finally:
            store.close()

    @property
    def is_kept(self) -> bool:
        """Whether what is written outlives the program."""
        return self._store.is_kept

    def take_notice(self) -> str:
        """Return, once, a sentence about what is wrong with keeping; empty when nothing is."""
        notice, self._store.notice = self._store.notice, ""
        return notice

    # Conversations

    def begin(self, root: str, title: str = "") -> int:
        """Begin a conversation about the repository; without a title its first message gives one."""
        return self._store.write(lambda db: conversations.insert(db, root, title))

    def head(self, conversation: int) -> ConversationHead:
        """Return what a list shows of a conversation."""
        return self._store.read(lambda db: conversations.head(db, conversation))

    def heads(self, root: str | None = None, limit: int = 200) -> tuple[ConversationHead, ...]:
        """Return the conversations of a repository, or of all, those changed last first."""
        return self._store.read(lambda db: conversations.heads(db, root, limit))

    def search(self, words: str, root: str | None = None, limit: int = 50) -> tuple[ConversationHead, ...]:
        """Return the conversations that hold the words, with an excerpt, those changed last first."""
        return self._store.read(lambda db: search.search(db, words, root, limit))

    def rename(self, conversation: int, title: str) -> None:
        """Give a conversation a title; an empty one gives back what its first message says."""
        self._store.write(lambda db: conversations.rename(db, conversation, title))

    def delete(self, conversation: int) -> None:
        """Delete a conversation; until the history is closed it can be restored."""
        self._store.write(lambda db: conversations.delete(db, conversation, writer=self._store.writer))

    def restore(self, conversation: int) -> bool:
        """Bring a deleted conversation back; return False when it is gone for good."""
        return self._store.write(lambda db: conversations.restore(db, conversation))

    def export_markdown(self, conversation: int) -> str:
        """Return the shown branch as Markdown."""
        head, spent, shown = self.head(conversation), self.spent(conversation), self.turns(conversation)
        begun_at = moment_of(self._store.read(lambda db: conversations.begun_at(db, conversation)))
        return as_markdown(head, shown, begun_at=begun_at, spent=spent)

    # Turns

    def add_turn(self, conversation: int, *, parent: int | None, turn: Turn, files: Sequence[ContextFile] = ()) -> int:
        """Add a turn below its parent, and show its branch; `files` are what the model is shown with it."""
        return self.add_turns(conversation, parent=parent, added=(turn,), files=files)[0]

    def add_turns(
        self, conversation: int, *, parent: int | None, added: Sequence[Turn], files: Sequence[ContextFile] = ()
    ) -> tuple[int, ...]:
        """Add turns, each below the one before, all or none; `files` are what the model is shown with the first."""
        store = self._store

        def add(db: sqlite3.Connection) -> tuple[int, ...]:
            conversations.require(db, conversation, even_if_deleted=True)
            keys: list[int] = []
            for turn in added:
                above, shown = (keys[-1], None) if keys else (parent, turns.keep_shown(db, files))
                key = turns.insert(db, turn, conversation=conversation, parent=above, writer=store.writer, shown=shown)
                conversations.said(db, conversation, turn.text, key)
                spending.note_turn(db, key, conversation, turn)
                keys.append(key)
            conversations.note_shown(db, conversation, files)
            return tuple(keys)

        return store.write(add)

    def grow(self, key: int, text: str, reasoning: str = "") -> None:
        """Keep all that has come so far of a reply, so that a crash does not lose it."""
        self._store.write(lambda db: turns.grow(db, key, text, reasoning, writer=self._store.writer))

    def end(self, key: int, turn: Turn) -> None:
        """Keep a turn as it became, with all that it cost."""

        def end(db: sqlite3.Connection) -> None:
            conversation = turns.conversation_of(db, key)
            turns.end(db, key, turn, writer=self._store.writer)
            conversations.touch(db, conversation)
            spending.note_turn(db, key, conversation, turn)

        self._store.write(end)

    def turns(self, conversation: int) -> tuple[KeptTurn, ...]:
        """Return the shown branch from its first turn on."""
        store = self._store
        return store.read(
            lambda db: tuple(
                turns.branch(
                    db, conversation, conversations.leaf(db, conversation), living=store.is_alive, own=store.writer
                )
            )
        )

    def others(self, root: str) -> tuple[OtherAnswer, ...]:
        """Return the last answers about a repository that other living windows receive or have received."""
        store = self._store
        return store.read(lambda db: turns.others(db, root, living=store.is_alive, own=store.writer))

    def leaves(self, conversation: int) -> tuple[int, ...]:
        """Return the keys of the last turn of every branch, oldest first."""
        return self._store.read(lambda db: turns.branches(db, conversation).leaves())

    def choose_branch(self, conversation: int, turn: int) -> int:
        """Show the newest branch that runs through the turn; return its last turn."""

        def choose(db: sqlite3.Connection) -> int:
            conversations.require(db, conversation)
            tree = turns.branches(db, conversation)
            if turn not in tree.parents:
                raise GoneError("This message is not in the conversation any more. Open the conversation again.")
            leaf = tree.newest_below(turn)
            conversations.show_leaf(db, conversation, leaf)
            return leaf

        return self._store.write(choose)

    def link(self, key: int, proposal: str) -> None:
        """Keep what a reply became: the id of a blob or a tree."""
        self._store.write(lambda db: turns.link(db, key, proposal))

    def files_of(self, key: int) -> tuple[ContextFile, ...]:
        """Return what the model was shown with a turn."""
        return self._store.read(lambda db: turns.shown_with(db, key))

    # What a conversation goes on with

    def context(self, conversation: int) -> Context:
        """Return files, model, mode and draft as they were left."""
        return self._store.read(lambda db: conversations.context(db, conversation))

    def keep_files(self, conversation: int, files: Sequence[ContextFile]) -> None:
        """Keep what is in the conversation from now on, in this order; hashes already known stay."""
        self._store.write(lambda db: conversations.keep_files(db, conversation, files))

    def keep_model(self, conversation: int, model: str, mode: Mode) -> None:
        """Keep whom the next message goes to, and what it asks for."""
        self._store.write(lambda db: conversations.keep_model(db, conversation, model, mode))

    def keep_draft(self, conversation: int, draft: str) -> None:
        """Keep what stands in the composer."""
        self._store.write(lambda db: conversations.keep_draft(db, conversation, draft))

    # Comments on lines

    def comments(self, root: str) -> tuple[KeptComment, ...]:
        """Return the comments about a repository that wait for a message, oldest first."""
        return self._store.read(lambda db: comments.comments(db, root))

    def change_comments(self, root: str, *, keep: Iterable[KeptComment] = (), remove: Iterable[str] = ()) -> None:
        """Keep comments about a repository, and remove those on these lines."""

        def change(db: sqlite3.Connection) -> None:
            comments.remove(db, root, remove)
            comments.keep(db, root, keep)

        self._store.write(change)

    # Drafts of a repository

    def repository_draft(self, root: str, purpose: Purpose) -> str:
        """Return the draft of a repository for this purpose; empty when there is none."""
        return self._store.read(lambda db: drafts.draft(db, root, purpose))

    def keep_repository_draft(self, root: str, purpose: Purpose, text: str) -> None:
        """Keep a draft of a repository until an empty one takes its place."""
        self._store.write(lambda db: drafts.keep(db, root, purpose, text))

    # Tokens and money

    def spend(self, conversation: int | None, model: str, usage: Usage, money: float | None) -> None:
        """Keep what a request cost that is no turn, as one for a commit message."""
        self._store.write(lambda db: spending.note_other(db, conversation, model, usage, money))

    def spent(self, conversation: int) -> Spent:
        """Return what a conversation cost, also a deleted one."""
        return self._store.read(lambda db: spending.of_conversation(db, conversation))

    def spent_on(self, day: date) -> Spent:
        """Return what was spent on a day, in local time, deleted conversations included."""
        return self._store.read(lambda db: spending.of_day(db, day))

    def sums(self, conversation: int | None, day: date) -> Sums:
        """Return both sums as the window shows them."""
        talk = self.spent(conversation) if conversation is not None else Spent()
        whole = self.spent_on(day)
        return Sums(
            conversation_tokens=talk.tokens,
            conversation_money=talk.known_money,
            conversation_has_unknown=talk.has_unknown,
            day_tokens=whole.tokens,
            day_money=whole.known_money,
            day_has_unknown=whole.has_unknown,
        )

    def _settle(self) -> None:
        store = self._store
        store.write(lambda db: turns.settle(db, store.is_alive))
        store.write(lambda db: conversations.purge(db, lambda writer: not store.is_alive(writer)))
