"""What was spent: one row for each request, which outlives the conversation it belonged to."""

import sqlite3
from datetime import UTC, date, datetime, time, timedelta

from guillemet.app.history.records import Spent, now, stamp
from guillemet.app.turns import Turn
from guillemet.llm.messages import Usage

_SUM = """
    SELECT coalesce(sum(read + written), 0), coalesce(sum(money), 0.0), count(*) - count(money), count(money)
    FROM spendings
"""


def note_turn(db: sqlite3.Connection, key: int, conversation: int, turn: Turn) -> None:
    """Keep what a turn cost, in place of what it cost when it was kept before."""
    if turn.is_recorded or (turn.usage is None and turn.money is None):
        return
    db.execute("DELETE FROM spendings WHERE turn = ?", (key,))
    _insert(db, (key, conversation, stamp(turn.said_at)), turn.model, turn.usage, turn.money)


def note_other(db: sqlite3.Connection, conversation: int | None, model: str, usage: Usage, money: float | None) -> None:
    """Keep what a request outside the turns cost."""
    _insert(db, (None, conversation, now()), model, usage, money)


def of_conversation(db: sqlite3.Connection, conversation: int) -> Spent:
    """Return what a conversation cost, also a deleted one."""
    return _spent(db.execute(f"{_SUM} WHERE conversation = ?", (conversation,)))


def of_day(db: sqlite3.Connection, day: date) -> Spent:
    """Return what was spent on a day as the clock on the wall counts it."""
    begin, end = (
        stamp(datetime.combine(at, time.min).astimezone().astimezone(UTC)) for at in (day, day + timedelta(days=1))
    )
    return _spent(db.execute(f"{_SUM} WHERE spent_at >= ? AND spent_at < ?", (begin, end)))


def _insert(
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


def _spent(rows: sqlite3.Cursor) -> Spent:
    tokens, money, unknown, known = rows.fetchone()
    return Spent(tokens, money, has_unknown=unknown > 0, has_known=known > 0)
