"""Reading and writing the rows of turns, which form a tree by their parents."""

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import starmap
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from guillemet.app.history.records import ContextFile, GoneError, KeptTurn, moment_of, sound, stamp
from guillemet.app.turns import Mode, State, Turn, Use
from guillemet.engine.blocks import FormatName
from guillemet.llm.messages import Role, Usage

CUT_OFF = "Guillemet ended before this answer was complete. The part that arrived is saved."
ELSEWHERE = "Another window is receiving this answer."
GROWING = (State.WAITING, State.FLOWING)
_NAMES = (
    *("role", "state", "model", "mode", "note", "read", "written", "from_cache", "into_cache"),
    *("money", "said_at", "asked", "is_recorded", "reply_id", "text", "reasoning"),
)
_COLUMNS = ", ".join(_NAMES)
_MARKS = ", ".join("?" for _ in _NAMES)
_SETTINGS = ", ".join(f"{name} = ?" for name in _NAMES if name != "said_at")
_BRANCH = f"""
    WITH RECURSIVE branch (number, above) AS (
        SELECT key, parent FROM turns WHERE key = ?
        UNION ALL SELECT turns.key, turns.parent FROM turns JOIN branch ON turns.key = branch.above
    )
    SELECT key, writer, settled, {_COLUMNS} FROM branch JOIN turns ON turns.key = branch.number ORDER BY depth
"""  # noqa: S608


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


def end(db: sqlite3.Connection, key: int, turn: Turn, *, writer: str) -> None:
    """Keep a turn as it became; the moment it was said stays unless the turn has one."""
    values = [value for name, value in zip(_NAMES, _values(turn), strict=True) if name != "said_at"]
    require(db.execute(f"UPDATE turns SET {_SETTINGS}, writer = ? WHERE key = ?", (*values, writer, key)))  # noqa: S608
    if turn.said_at is not None:
        db.execute("UPDATE turns SET said_at = ? WHERE key = ?", (stamp(turn.said_at), key))


def conversation_of(db: sqlite3.Connection, key: int) -> int:
    """Return the conversation of a turn."""
    found = db.execute("SELECT conversation FROM turns WHERE key = ?", (key,)).fetchone()
    if found is None:
        raise GoneError("The conversation of this message was deleted. Begin a new one.")
    return int(found[0])


def branch(db: sqlite3.Connection, leaf: int | None, *, own: str) -> Iterator[KeptTurn]:
    """Return the turns down to a leaf."""
    for number, (key, writer, settled, *values) in enumerate(db.execute(_BRANCH, (leaf,)), 1):
        turn = _turn(number, values)
        if turn.state in GROWING and writer != own:
            turn = replace(turn, note=ELSEWHERE)
        yield KeptTurn(key, turn, is_settled=settled == len(turn.text))


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
    """Return the files that a message was sent with; none where what was noted of them is damaged."""
    conversation_of(db, key)
    found = db.execute(
        "SELECT files FROM turns JOIN shown ON shown.key = turns.shown WHERE turns.key = ?", (key,)
    ).fetchone()
    try:
        files = convert(json.loads(found[0]) if found else (), tuple[tuple[str, Use, str], ...])
    except (ValueError, RecursionError):
        return ()
    return tuple(starmap(ContextFile, files))


def _values(turn: Turn) -> tuple[object, ...]:
    usage = turn.usage
    counted = (usage.read, usage.written, usage.from_cache, usage.into_cache) if usage else (None,) * 4
    return (
        *(turn.role, turn.state, sound(turn.model), turn.mode, sound(turn.note)),
        *counted,
        *(turn.money, stamp(turn.said_at), turn.asked or "", turn.is_recorded, turn.reply_id),
        *(sound(turn.text), sound(turn.reasoning)),
    )


def _turn(number: int, values: Sequence[Any]) -> Turn:
    role, state, model, mode, note, *counted, money, said_at, asked, is_recorded, reply_id, text, reasoning = values
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
        reply_id=reply_id,
    )


def require(done: sqlite3.Cursor) -> None:
    """Raise GoneError unless a row was changed."""
    if done.rowcount == 0:
        raise GoneError("The conversation of this message was deleted. Begin a new one.")
