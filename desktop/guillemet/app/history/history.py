"""The conversation history: one file for all repositories, shared by all windows.

A title is the first line of the first message that has content, cut at the end of a word.
"""

import logging
import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import partial, wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import platformdirs
from msgspec.structs import replace

from guillemet.app.history import search, turns
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
    moment_of,
    now,
    sound,
    stamp,
)
from guillemet.app.history.store import Store
from guillemet.app.turns import ConversationHead, Mode, Spending, SpendingTotals, State, Turn, Use
from guillemet.engine.hidden_characters import escape_unseen
from guillemet.llm.messages import Role, Usage

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
Verb = Callable[Concatenate["History", P], T]
Job = Callable[Concatenate["History", sqlite3.Connection, P], T]

_HEADS = """
    SELECT c.key, c.title, c.root, c.changed_at, coalesce(leaf.depth, 0)
    FROM conversations AS c LEFT JOIN turns AS leaf ON leaf.key = c.leaf
"""
_KEEP_FILE = """
    INSERT INTO context (conversation, path, use, hash, position) VALUES (
        :conversation, :path, :use, :hash,
        coalesce(:position, (SELECT coalesce(max(position), 0) + 1 FROM context WHERE conversation = :conversation))
    )
    ON CONFLICT (conversation, path) DO UPDATE SET
        use = :use,
        hash = CASE WHEN :hash = '' THEN hash ELSE :hash END,
        position = coalesce(:position, position)
"""
_SPENT = """
    SELECT coalesce(sum(read + written), 0), coalesce(sum(money), 0.0), count(*) - count(money), count(money)
    FROM spendings
"""
_LEAVES = """
    SELECT key FROM turns AS t WHERE conversation = ?
    AND NOT EXISTS (SELECT 1 FROM turns WHERE conversation = t.conversation AND parent = t.key) ORDER BY key
"""
_LAST_ANSWERS = """
    SELECT writer, reply_id, state, settled, text FROM turns JOIN conversations AS c ON c.key = turns.conversation
    WHERE root = ? AND role = ? ORDER BY turns.key DESC LIMIT ?
"""
_HOLDING = """
    SELECT DISTINCT c.key FROM turns JOIN conversations AS c ON c.key = turns.conversation
    WHERE reply_id = ? AND reply_id <> '' AND c.root = ? AND c.deleted_by IS NULL
"""
_LATEST = 10
"""Answers among which those are that other windows receive."""
_RECEIVING = "SELECT DISTINCT writer FROM turns WHERE state IN ('waiting', 'flowing')"
_INTERRUPT = "UPDATE turns SET state = ?, note = ? WHERE state IN ('waiting', 'flowing') AND writer = ?"
_EDIT = "edit "
"""What the purpose of a draft begins with that is an edit of a proposal; the path follows."""
_LONGEST_TITLE = 60
_UNTITLED = "Untitled"
_MARKS = re.compile(r"^(?:\s*(?:[#>*+-]+|\d+[.)])\s+)+")
_FENCE = re.compile(r"^\s*(?:```|~~~)")


def history_file() -> Path:
    """Return where conversations are kept; the file need not exist."""
    return Path(platformdirs.user_data_dir("guillemet", appauthor=False)) / "history.sqlite"


def _reads(job: "Job[P, T]") -> "Verb[P, T]":
    """Run the method in one transaction that sees the file as it is when it begins."""

    @wraps(job)
    def run(self: "History", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._store.read(lambda db: job(self, db, *args, **kwargs))

    return run


def _writes(job: "Job[P, T]") -> "Verb[P, T]":
    """Run the method in one transaction: as a whole or not at all."""

    @wraps(job)
    def run(self: "History", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._store.write(lambda db: job(self, db, *args, **kwargs))

    return run


class History:
    """Saves conversations as they happen; belongs to the thread that opened it.

    Verbs raise GoneError for what was deleted, HistoryBusyError when another window locks the file for too long, and
    HistoryError when the file cannot be read. A disk that cannot be written is not an error: the history continues in
    memory and reports that in `take_notice`.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    @classmethod
    def open(cls, file: Path) -> "History":
        """Open the file, creating it if needed; mark the answers that a crash interrupted."""
        history = cls(Store(file))
        try:
            history._interrupt()
            history._purge()
        except DamagedError:  # the file is marked, and set aside when it is opened once more
            history._store.close()
            history = cls(Store(file))
        return history

    def close(self) -> None:
        """Remove for good what was deleted, unless another window is open, and close the file."""
        try:
            self._purge()
        finally:
            self._store.close()

    @property
    def is_kept(self) -> bool:
        """Whether what is written outlives the program."""
        return self._store.is_kept

    def take_notice(self) -> str:
        """Return, once, a sentence about what is wrong with the file; empty when nothing is."""
        notice, self._store.notice = self._store.notice, ""
        return notice

    def add_notice(self, sentence: str) -> None:
        """Let `take_notice` return this sentence, too."""
        self._store.notice = f"{self._store.notice} {sentence}".strip()

    # Conversations

    @_writes
    def begin(self, db: sqlite3.Connection, root: str, title: str = "") -> int:
        """Begin a conversation about the repository; without a title its first message gives one."""
        name, moment = _cut(_one_line(title), _LONGEST_TITLE), now()
        done = db.execute(
            "INSERT INTO conversations (root, title, is_named, begun_at, changed_at) VALUES (?, ?, ?, ?, ?)",
            (sound(root), sound(name), bool(name), moment, moment),
        )
        return int(done.lastrowid or 0)

    @_reads
    def head(self, db: sqlite3.Connection, conversation: int) -> ConversationHead:
        """Return what a list shows of a conversation."""
        _require(db, conversation)
        return _head(db, conversation)

    @_reads
    def heads(self, db: sqlite3.Connection, root: str | None = None, limit: int = 200) -> tuple[ConversationHead, ...]:
        """Return the conversations of a repository, or of all, those changed last first; empty ones are left out."""
        return _heads(db, root, limit)

    @_reads
    def holding(
        self, db: sqlite3.Connection, root: str, replies: Iterable[str]
    ) -> dict[ConversationHead, tuple[str, ...]]:
        """Return the conversations of a repository that hold replies of these ids, and which; changed last first."""
        found: dict[int, tuple[str, ...]] = {}
        for reply_id in replies:
            for (key,) in db.execute(_HOLDING, (reply_id, sound(root))):
                found[key] = (*found.get(key, ()), reply_id)
        heads = sorted((_head(db, key) for key in found), key=lambda head: (head.changed_at, head.key), reverse=True)
        return {head: found[head.key] for head in heads}

    @_reads
    def search(
        self, db: sqlite3.Connection, words: str, root: str | None = None, limit: int = 50
    ) -> tuple[ConversationHead, ...]:
        """Return the conversations that contain the words, with an excerpt; all of them when there are no words."""
        asked = search.cleaned(words)
        if not asked:
            return _heads(db, root, limit)
        excerpts = search.excerpts(db, asked, root, limit)
        found = [replace(_head(db, key), excerpt=excerpt) for key, excerpt in excerpts.items()]
        return tuple(sorted(found, key=lambda head: (head.changed_at, head.key), reverse=True)[:limit])

    @_writes
    def rename(self, db: sqlite3.Connection, conversation: int, title: str) -> None:
        """Give a conversation a title; an empty one restores the title from its first message."""
        _require(db, conversation)
        given = _one_line(title)
        name = _cut(given, 2 * _LONGEST_TITLE)
        if not name:
            first = db.execute(
                "SELECT text FROM turns WHERE conversation = ? ORDER BY key LIMIT 1", (conversation,)
            ).fetchone()
            name = _title_of(first[0]) if first else ""
        db.execute(
            "UPDATE conversations SET title = ?, is_named = ? WHERE key = ?", (sound(name), bool(given), conversation)
        )

    @_writes
    def delete(self, db: sqlite3.Connection, conversation: int) -> None:
        """Hide a conversation from every window; it is removed for good when the last window closes."""
        _require(db, conversation)
        db.execute("UPDATE conversations SET deleted_by = ? WHERE key = ?", (self._store.writer, conversation))

    @_writes
    def restore(self, db: sqlite3.Connection, conversation: int) -> bool:
        """Bring a deleted conversation back; return False when it is gone for good."""
        return db.execute("UPDATE conversations SET deleted_by = NULL WHERE key = ?", (conversation,)).rowcount > 0

    def export_markdown(self, conversation: int) -> str:
        """Return the shown branch as Markdown."""
        head, spent, shown = self.head(conversation), self.spent(conversation), self.turns(conversation)
        begun_at = "SELECT begun_at FROM conversations WHERE key = ?"
        moment: int = self._store.read(lambda db: db.execute(begun_at, (conversation,)).fetchone()[0])
        return as_markdown(head, shown, begun_at=moment_of(moment), spent=spent)

    # Turns

    def add_turn(self, conversation: int, *, parent: int | None, turn: Turn, files: Sequence[ContextFile] = ()) -> int:
        """Add a turn below its parent, and show its branch; `files` are what the model is shown with it."""
        return self.add_turns(conversation, parent=parent, added=(turn,), files=files)[0]

    @_writes
    def add_turns(
        self,
        db: sqlite3.Connection,
        conversation: int,
        *,
        parent: int | None,
        added: Sequence[Turn],
        files: Sequence[ContextFile] = (),
    ) -> tuple[int, ...]:
        """Add turns, each below the one before, all or none; a conversation that was deleted comes back.

        `files` are what the model is shown with the first.
        """
        _require(db, conversation, even_if_deleted=True)
        keys: list[int] = []
        for turn in added:
            above, shown = (keys[-1], None) if keys else (parent, turns.keep_shown(db, files))
            writer = self._store.writer
            key = turns.insert(db, turn, conversation=conversation, parent=above, writer=writer, shown=shown)
            db.execute(
                "UPDATE conversations SET leaf = ?, changed_at = ?, deleted_by = NULL,"
                " title = CASE WHEN title = '' THEN ? ELSE title END WHERE key = ?",
                (key, now(), sound(_title_of(turn.text)), conversation),
            )
            _note_cost(db, key, conversation, turn)
            keys.append(key)
        for file in files:
            _keep_file(db, conversation, file, None)
        return tuple(keys)

    @_writes
    def grow(self, db: sqlite3.Connection, key: int, text: str, reasoning: str = "") -> None:
        """Save all that has come so far of an answer, so that a crash does not lose it."""
        turns.require(
            db.execute(
                "UPDATE turns SET text = ?, reasoning = ?, state = ?, writer = ? WHERE key = ?",
                (sound(text), sound(reasoning), State.FLOWING, self._store.writer, key),
            )
        )

    @_writes
    def end(self, db: sqlite3.Connection, key: int, turn: Turn) -> None:
        """Save a turn as it became, with all that it cost; what another window deleted meanwhile comes back."""
        conversation = turns.conversation_of(db, key)
        turns.end(db, key, turn, writer=self._store.writer)
        db.execute(
            "UPDATE conversations SET changed_at = ?, deleted_by = CASE WHEN deleted_by = ? THEN deleted_by END"
            " WHERE key = ?",
            (now(), self._store.writer, conversation),
        )
        _note_cost(db, key, conversation, turn)

    def turns(self, conversation: int) -> tuple[KeptTurn, ...]:
        """Return the shown branch from its first turn on."""
        self._interrupt()
        return self._branch(conversation)

    def others(self, root: str) -> tuple[OtherAnswer, ...]:
        """Return the last answers about a repository that other living windows receive or have received."""
        store = self._store
        rows = store.read(lambda db: db.execute(_LAST_ANSWERS, (sound(root), Role.ASSISTANT, _LATEST)).fetchall())
        return tuple(
            OtherAnswer(reply_id, is_whole=settled == len(text) and State(state) not in turns.GROWING)
            for writer, reply_id, state, settled, text in rows
            if writer != store.writer and store.is_alive(writer)
        )

    @_writes
    def next_branch(self, db: sqlite3.Connection, conversation: int) -> int:
        """Show the branch begun after the shown one, or the first after the last; return how many there are."""
        _require(db, conversation)
        leaves = [leaf for (leaf,) in db.execute(_LEAVES, (conversation,))]
        if leaves:
            following = leaves[(leaves.index(_leaf(db, conversation)) + 1) % len(leaves)]
            db.execute("UPDATE conversations SET leaf = ? WHERE key = ?", (following, conversation))
        return len(leaves)

    @_writes
    def settle(self, db: sqlite3.Connection, key: int, text: str) -> None:
        """Note that everything is staged that an answer proposes up to the end of this text."""
        # The length tells whether more of the answer came since, for an answer only grows.
        turns.require(db.execute("UPDATE turns SET settled = ? WHERE key = ?", (len(sound(text)), key)))

    @_reads
    def files_of(self, db: sqlite3.Connection, key: int) -> tuple[ContextFile, ...]:
        """Return what the model was shown with a turn."""
        return turns.shown_with(db, key)

    # What a conversation goes on with

    @_reads
    def context(self, db: sqlite3.Connection, conversation: int) -> Context:
        """Return files, model, mode and draft as they were left."""
        _require(db, conversation)
        of_conversation = "SELECT model, mode, draft FROM conversations WHERE key = ?"
        model, mode, draft = db.execute(of_conversation, (conversation,)).fetchone()
        rows = db.execute(
            "SELECT path, use, hash FROM context WHERE conversation = ? AND use <> 'out' ORDER BY position, path",
            (conversation,),
        )
        files = tuple(ContextFile(path, Use(use), digest) for path, use, digest in rows)
        return Context(files, model, Mode(mode), draft)

    @_writes
    def keep_files(self, db: sqlite3.Connection, conversation: int, files: Sequence[ContextFile]) -> None:
        """Save the files of the conversation in this order; hashes already known stay, files not listed are out."""
        _require(db, conversation)
        db.execute("UPDATE context SET use = 'out' WHERE conversation = ?", (conversation,))
        for position, file in enumerate(files, 1):
            _keep_file(db, conversation, file, position)
        db.execute("DELETE FROM context WHERE conversation = ? AND use = 'out' AND hash = ''", (conversation,))

    @_writes
    def keep_model(self, db: sqlite3.Connection, conversation: int, model: str, mode: Mode) -> None:
        """Save which model the next message goes to, and what it asks for."""
        _require(db, conversation)
        db.execute("UPDATE conversations SET model = ?, mode = ? WHERE key = ?", (sound(model), mode, conversation))

    @_writes
    def keep_draft(self, db: sqlite3.Connection, conversation: int, draft: str) -> None:
        """Save the text of the composer."""
        _require(db, conversation)
        db.execute("UPDATE conversations SET draft = ? WHERE key = ?", (sound(draft), conversation))

    # What belongs to a repository: comments on lines, drafts

    @_reads
    def comments(self, db: sqlite3.Connection, root: str) -> tuple[KeptComment, ...]:
        """Return the comments about a repository that wait for a message, oldest first."""
        rows = db.execute("SELECT spot, said, heading FROM comments WHERE root = ? ORDER BY key", (sound(root),))
        return tuple(KeptComment(*row) for row in rows)

    @_writes
    def change_comments(
        self,
        db: sqlite3.Connection,
        root: str,
        *,
        keep: Iterable[KeptComment] = (),
        remove: Iterable[str] = (),
    ) -> None:
        """Save comments, each in place of an earlier one on the same lines, and remove those on the lines `remove`."""
        db.executemany(
            "DELETE FROM comments WHERE root = ? AND spot = ?", [(sound(root), sound(spot)) for spot in remove]
        )
        db.executemany(
            "INSERT INTO comments (root, spot, said, heading) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (root, spot) DO UPDATE SET said = excluded.said, heading = excluded.heading",
            [(sound(root), sound(one.spot), sound(one.said), sound(one.heading)) for one in keep],
        )

    @_reads
    def repository_draft(self, db: sqlite3.Connection, root: str, purpose: Purpose) -> str:
        """Return the draft of a repository for this purpose; empty when there is none."""
        return _draft(db, root, purpose).decode(errors="replace")

    def repository_draft_as(self, root: str, purpose: str, read: Callable[[str], T], *, what: str) -> T | None:
        """Return what `read` makes of the draft for this purpose; None when there is none.

        A damaged one, for which it raises ValueError, is put aside: `take_notice` says so, and names it as `what`.
        """
        data = self._store.read(lambda db: _draft(db, root, purpose))
        try:
            return read(data.decode()) if data else None
        except (ValueError, RecursionError) as error:
            log.warning("%s is damaged: %r", what, error)
            aside = (sound(f"damaged {purpose}"), sound(root), sound(purpose))
            query = "UPDATE OR REPLACE drafts SET purpose = ? WHERE root = ? AND purpose = ?"
            self._store.write(lambda db: db.execute(query, aside))
            self.add_notice(f"{what} is damaged, so it is left out. It was put aside in the history's file.")
            return None

    @_writes
    def keep_repository_draft(self, db: sqlite3.Connection, root: str, purpose: Purpose, text: str) -> None:
        """Save a draft in place of the one before; an empty text removes it."""
        _keep_draft(db, root, purpose, text)

    def edit_drafts(self, root: str, read: Callable[[str, str], T]) -> dict[str, T]:
        """Return what `read` makes of each edit of a proposal that is not finished, by path; see the verb above."""
        query = "SELECT CAST(purpose AS BLOB) FROM drafts WHERE root = ? AND substr(purpose, 1, ?) = ?"
        rows = self._store.read(lambda db: db.execute(query, (sound(root), len(_EDIT), _EDIT)).fetchall())
        purposes = [bytes(purpose).decode(errors="replace") for (purpose,) in rows]
        found: dict[str, T] = {}
        for purpose in purposes:
            path = purpose.removeprefix(_EDIT)
            what = f"The unfinished edit of {escape_unseen(path)}"
            draft = self.repository_draft_as(root, purpose, partial(read, path), what=what)
            if draft is not None:
                found[path] = draft
        return found

    @_writes
    def keep_edit_draft(self, db: sqlite3.Connection, root: str, path: str, text: str) -> None:
        """Save an edit of the proposal for a file in place of the one before; an empty text removes it."""
        _keep_draft(db, root, f"{_EDIT}{path}", text)

    # Tokens and money: one row for each request, which outlives its conversation

    @_writes
    def spend(
        self, db: sqlite3.Connection, conversation: int | None, model: str, usage: Usage, money: float | None
    ) -> None:
        """Save the cost of a request that is not a turn, such as one for a commit message."""
        _insert_cost(db, (None, conversation, now()), model, usage, money)

    @_reads
    def spent(self, db: sqlite3.Connection, conversation: int) -> Spending:
        """Return what a conversation cost, also a deleted one."""
        return _spent(db.execute(f"{_SPENT} WHERE conversation = ?", (conversation,)))

    @_reads
    def spent_on(self, db: sqlite3.Connection, day: date) -> Spending:
        """Return what was spent on a day, in local time, deleted conversations included."""
        begin, end = (
            stamp(datetime.combine(at, time.min).astimezone().astimezone(UTC)) for at in (day, day + timedelta(days=1))
        )
        return _spent(db.execute(f"{_SPENT} WHERE spent_at >= ? AND spent_at < ?", (begin, end)))

    def sums(self, conversation: int | None, day: date) -> SpendingTotals:
        """Return both sums as the window shows them."""
        return SpendingTotals(Spending() if conversation is None else self.spent(conversation), self.spent_on(day))

    @_reads
    def _branch(self, db: sqlite3.Connection, conversation: int) -> tuple[KeptTurn, ...]:
        _require(db, conversation)
        return tuple(turns.branch(db, _leaf(db, conversation), own=self._store.writer))

    def _interrupt(self) -> None:
        """Mark the answers interrupted that windows which no longer live were receiving."""
        writers = self._store.read(lambda db: db.execute(_RECEIVING).fetchall())
        dead = [(State.BROKEN, turns.CUT_OFF, writer) for (writer,) in writers if not self._store.is_alive(writer)]
        if dead:
            self._store.write(lambda db: db.executemany(_INTERRUPT, dead))

    def _purge(self) -> None:
        """Remove deleted conversations for good; while another window is open it may show one of them."""
        if self._store.is_alone:
            self._remove_deleted()

    @_writes
    def _remove_deleted(self, db: sqlite3.Connection) -> None:
        if db.execute("DELETE FROM conversations WHERE deleted_by IS NOT NULL").rowcount:
            db.execute("DELETE FROM shown WHERE key NOT IN (SELECT shown FROM turns WHERE shown IS NOT NULL)")


def _require(db: sqlite3.Connection, conversation: int, *, even_if_deleted: bool = False) -> None:
    found = db.execute("SELECT deleted_by FROM conversations WHERE key = ?", (conversation,)).fetchone()
    if found is None or (found[0] is not None and not even_if_deleted):
        raise GoneError("This conversation was deleted. Choose another, or begin a new one.")


def _leaf(db: sqlite3.Connection, conversation: int) -> int | None:
    leaf: int | None = db.execute("SELECT leaf FROM conversations WHERE key = ?", (conversation,)).fetchone()[0]
    return leaf


def _head(db: sqlite3.Connection, conversation: int) -> ConversationHead:
    return _as_head(db.execute(f"{_HEADS} WHERE c.key = ?", (conversation,)).fetchone())


def _heads(db: sqlite3.Connection, root: str | None, limit: int) -> tuple[ConversationHead, ...]:
    rows = db.execute(
        f"{_HEADS} WHERE c.deleted_by IS NULL AND (c.leaf IS NOT NULL OR c.draft <> '')"
        " AND (:root IS NULL OR c.root = :root) ORDER BY c.changed_at DESC, c.key DESC LIMIT :limit",
        {"root": root, "limit": limit},
    )
    return tuple(map(_as_head, rows))


def _as_head(row: tuple[int, str, str, int, int]) -> ConversationHead:
    key, title, root, changed_at, count = row
    return ConversationHead(key, title or _UNTITLED, root, moment_of(changed_at), count)


def _draft(db: sqlite3.Connection, root: str, purpose: str) -> bytes:
    query = "SELECT CAST(text AS BLOB) FROM drafts WHERE root = ? AND purpose = ?"
    found = db.execute(query, (sound(root), sound(purpose))).fetchone()
    return bytes(found[0]) if found else b""


def _keep_draft(db: sqlite3.Connection, root: str, purpose: str, text: str) -> None:
    if text:
        row = (sound(root), sound(purpose), sound(text))
        db.execute("INSERT OR REPLACE INTO drafts (root, purpose, text) VALUES (?, ?, ?)", row)
    else:
        db.execute("DELETE FROM drafts WHERE root = ? AND purpose = ?", (sound(root), sound(purpose)))


def _keep_file(db: sqlite3.Connection, conversation: int, file: ContextFile, position: int | None) -> None:
    """Save a file; without a new hash or position it keeps the one it had."""
    values = {"path": sound(file.path), "use": file.use, "hash": file.hash, "position": position}
    db.execute(_KEEP_FILE, values | {"conversation": conversation})


def _note_cost(db: sqlite3.Connection, key: int, conversation: int, turn: Turn) -> None:
    """Save what a turn cost, in place of what was saved for it before."""
    if turn.is_recorded or (turn.usage is None and turn.money is None):
        return
    db.execute("DELETE FROM spendings WHERE turn = ?", (key,))
    _insert_cost(db, (key, conversation, stamp(turn.said_at)), turn.model, turn.usage, turn.money)


def _insert_cost(
    db: sqlite3.Connection,
    place: tuple[int | None, int | None, int],
    model: str,
    usage: Usage | None,
    money: float | None,
) -> None:
    counted = usage or Usage()
    db.execute(
        "INSERT INTO spendings (turn, conversation, spent_at, model, read, written, from_cache, into_cache, money)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*place, model, counted.read, counted.written, counted.from_cache, counted.into_cache, money),
    )


def _spent(rows: sqlite3.Cursor) -> Spending:
    tokens, money, unknown, known = rows.fetchone()
    return Spending(tokens, money, has_unknown=unknown > 0, has_known=known > 0)


def _title_of(text: str) -> str:
    for line in text.splitlines():
        title = _one_line(_MARKS.sub("", line))
        if any(character.isalnum() for character in title) and not _FENCE.match(line):
            return _cut(title, _LONGEST_TITLE)
    return _cut(_one_line(text), _LONGEST_TITLE) or _UNTITLED


def _one_line(text: str) -> str:
    """Return the text with every run of white space and control characters as one blank."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _cut(text: str, longest: int) -> str:
    """Return at most so many characters, the last one an ellipsis when something was left out."""
    if len(text) <= longest:
        return text
    kept = text[: longest - 1]
    at_word = kept.rsplit(" ", 1)[0] if text[longest - 1] != " " else kept
    return (at_word if len(at_word) > longest // 2 else kept).rstrip(" ,;:.-–—") + "…"
