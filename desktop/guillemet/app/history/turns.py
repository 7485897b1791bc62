"""Reading and writing the rows of turns; the tree of a conversation's turns, of which one branch is shown."""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from guillemet.app.history.records import ContextFile, GoneError, KeptTurn, OtherAnswer, moment_of, sound, stamp
from guillemet.app.turns import Mode, State, Turn, Use
from guillemet.engine.blocks import FormatName
from guillemet.llm.messages import Role, Usage

Pair = tuple[int, int | None]
"""A turn's key and its parent's."""
CUT_OFF = "Guillemet ended before this answer was complete. The part that arrived is saved."
ELSEWHERE = "Another window is receiving this answer."
GROWING = (State.WAITING, State.FLOWING)
_LATEST = 10
"""Answers among which those are that other windows receive."""
_NAMES = (
    *("role", "state", "model", "mode", "note", "read", "written", "from_cache", "into_cache"),
    *("money", "said_at", "asked", "is_recorded", "text", "reasoning"),
)
_COLUMNS = ", ".join(_NAMES)
_MARKS = ", ".join("?" for _ in _NAMES)
_SETTINGS = ", ".join(f"{name} = ?" for name in _NAMES if name != "said_at")


class Branches(Struct, frozen=True):
    """How the turns of one conversation hang together."""

    parents: Mapping[int, int | None]
    children: Mapping[int | None, Sequence[int]]

    @classmethod
    def of(cls, pairs: Iterable[Pair]) -> "Branches":
        """Return the tree of these turns."""
        parents = dict(sorted(pairs))
        children: dict[int | None, list[int]] = {}
        for key, parent in parents.items():
            children.setdefault(parent, []).append(key)
        return cls(parents, children)

    def way_to(self, leaf: int | None) -> tuple[int, ...]:
        """Return the turns from the first one down to this one."""
        way = []
        while leaf is not None and leaf in self.parents:
            way.append(leaf)
            leaf = self.parents[leaf]
        return tuple(reversed(way))

    def siblings(self, key: int) -> tuple[int, ...]:
        """Return all turns that answer the same parent, oldest first."""
        return tuple(self.children.get(self.parents[key], ()))

    def leaves(self) -> tuple[int, ...]:
        """Return the last turn of every branch, oldest first."""
        return tuple(key for key in self.parents if key not in self.children)

    def newest_below(self, key: int) -> int:
        """Return the turn added last among those that follow this one; itself when none does."""
        newest, inside = key, {key}
        for other, parent in self.parents.items():  # ascending: a parent comes before its children
            if parent in inside:
                inside.add(other)
                newest = other
        return newest


def insert(
    db: sqlite3.Connection, turn: Turn, *, conversation: int, parent: int | None, writer: str, shown: int | None
) -> int:
    """Add a turn below its parent; return its key."""
    depth = 1
    if parent is not None:
        found = db.execute("SELECT conversation, depth FROM turns WHERE key = ?", (parent,)).fetchone()
        if found is None or found[0] != conversation:
            raise GoneError(
                "The message that this one answers is not in the conversation any more. Open the conversation again."
            )
        depth += found[1]
    done = db.execute(
        f"INSERT INTO turns (conversation, parent, depth, writer, shown, {_COLUMNS})"  # noqa: S608
        f" VALUES (?, ?, ?, ?, ?, {_MARKS})",
        (conversation, parent, depth, writer, shown, *_values(turn)),
    )
    return int(done.lastrowid or 0)


def grow(db: sqlite3.Connection, key: int, text: str, reasoning: str, *, writer: str) -> None:
    """Keep what has come so far."""
    _require(
        db.execute(
            "UPDATE turns SET text = ?, reasoning = ?, state = ?, writer = ? WHERE key = ?",
            (sound(text), sound(reasoning), State.FLOWING, writer, key),
        )
    )


def end(db: sqlite3.Connection, key: int, turn: Turn, *, writer: str) -> None:
    """Keep a turn as it became; the moment it was said stays unless the turn has one."""
    values = [value for name, value in zip(_NAMES, _values(turn), strict=True) if name != "said_at"]
    _require(db.execute(f"UPDATE turns SET {_SETTINGS}, writer = ? WHERE key = ?", (*values, writer, key)))  # noqa: S608
    if turn.said_at is not None:
        db.execute("UPDATE turns SET said_at = ? WHERE key = ?", (stamp(turn.said_at), key))


def receiving(db: sqlite3.Connection) -> tuple[str, ...]:
    """Return the windows that receive an answer, as far as the file says."""
    rows = db.execute("SELECT DISTINCT writer FROM turns WHERE state IN ('waiting', 'flowing')")
    return tuple(writer for (writer,) in rows)


def interrupt(db: sqlite3.Connection, writers: Iterable[str]) -> None:
    """Mark the answers interrupted that these windows were receiving."""
    db.executemany(
        "UPDATE turns SET state = ?, note = ? WHERE state IN ('waiting', 'flowing') AND writer = ?",
        [(State.BROKEN, CUT_OFF, writer) for writer in writers],
    )


def others(db: sqlite3.Connection, root: str, *, is_alive: Callable[[str], bool], own: str) -> tuple[OtherAnswer, ...]:
    """Return the last answers about a repository that other living windows receive or have received."""
    rows = db.execute(
        "SELECT turns.writer, text, state, proposal FROM turns JOIN conversations AS c ON c.key = turns.conversation"
        " WHERE root = ? AND role = ? ORDER BY turns.key DESC LIMIT ?",
        (sound(root), Role.ASSISTANT, _LATEST),
    ).fetchall()
    return tuple(
        OtherAnswer(text, is_whole=bool(proposal) and State(state) not in GROWING)
        for writer, text, state, proposal in rows
        if writer != own and is_alive(writer)
    )


def conversation_of(db: sqlite3.Connection, key: int) -> int:
    """Return the conversation of a turn."""
    found = db.execute("SELECT conversation FROM turns WHERE key = ?", (key,)).fetchone()
    if found is None:
        raise GoneError("The conversation of this message was deleted. Begin a new one.")
    return int(found[0])


def branches(db: sqlite3.Connection, conversation: int) -> Branches:
    """Return how the turns of a conversation hang together."""
    return Branches.of(db.execute("SELECT key, parent FROM turns WHERE conversation = ?", (conversation,)))


def branch(db: sqlite3.Connection, conversation: int, leaf: int | None, *, own: str) -> list[KeptTurn]:
    """Return the turns down to a leaf."""
    tree = branches(db, conversation)
    way = tree.way_to(leaf)
    found: dict[int, tuple[Any, ...]] = {}
    for start in range(0, len(way), 500):
        keys = way[start : start + 500]
        marks = ", ".join("?" for _ in keys)
        rows = db.execute(f"SELECT key, writer, proposal, {_COLUMNS} FROM turns WHERE key IN ({marks})", keys)  # noqa: S608
        found |= {row[0]: row[1:] for row in rows}
    kept = []
    for number, key in enumerate(way, 1):
        writer, proposal, *values = found[key]
        turn = _turn(number, values)
        if turn.state in GROWING and writer != own:
            turn = replace(turn, note=ELSEWHERE)
        kept.append(KeptTurn(key, turn, tree.parents[key], tree.siblings(key), proposal))
    return kept


def link(db: sqlite3.Connection, key: int, proposal: str) -> None:
    """Keep what a reply became."""
    _require(db.execute("UPDATE turns SET proposal = ? WHERE key = ?", (proposal, key)))


def keep_shown(db: sqlite3.Connection, files: Sequence[ContextFile]) -> int | None:
    """Keep a set of files, once however many messages are sent with it; return its key."""
    if not files:
        return None
    text = json.dumps([[sound(file.path), file.use, file.hash] for file in files], ensure_ascii=False)
    digest = hashlib.sha256(text.encode()).hexdigest()
    db.execute("INSERT OR IGNORE INTO shown (digest, files) VALUES (?, ?)", (digest, text))
    key: int = db.execute("SELECT key FROM shown WHERE digest = ?", (digest,)).fetchone()[0]
    return key


def shown_with(db: sqlite3.Connection, key: int) -> tuple[ContextFile, ...]:
    """Return the files that a message was sent with."""
    conversation_of(db, key)
    found = db.execute(
        "SELECT files FROM turns JOIN shown ON shown.key = turns.shown WHERE turns.key = ?", (key,)
    ).fetchone()
    files: Iterable[tuple[str, str, str]] = json.loads(found[0]) if found else ()
    return tuple(ContextFile(path, Use(use), digest) for path, use, digest in files)


def _values(turn: Turn) -> tuple[object, ...]:
    usage = turn.usage
    counted = (usage.read, usage.written, usage.from_cache, usage.into_cache) if usage else (None,) * 4
    return (
        *(turn.role, turn.state, sound(turn.model), turn.mode, sound(turn.note)),
        *counted,
        *(turn.money, stamp(turn.said_at), turn.asked or "", turn.is_recorded, sound(turn.text), sound(turn.reasoning)),
    )


def _turn(number: int, values: Sequence[Any]) -> Turn:
    role, state, model, mode, note, *counted, money, said_at, asked, is_recorded, text, reasoning = values
    return Turn(
        number=number,
        role=Role(role),
        text=text,
        reasoning=reasoning,
        model=model,
        mode=Mode(mode),
        state=State(state),
        note=note,
        usage=None if counted[0] is None else Usage(*counted),
        money=money,
        said_at=None if said_at is None else moment_of(said_at),
        asked=FormatName(asked) if asked else None,
        is_recorded=bool(is_recorded),
    )


def _require(done: sqlite3.Cursor) -> None:
    if done.rowcount == 0:
        raise GoneError("The conversation of this message was deleted. Begin a new one.")
