"""Reading and writing the rows of comments that wait for a message."""

import sqlite3
from collections.abc import Iterable

from guillemet.app.history.records import KeptComment, sound


def comments(db: sqlite3.Connection, root: str) -> tuple[KeptComment, ...]:
    """Return the comments about a repository, oldest first."""
    rows = db.execute("SELECT spot, said, heading FROM comments WHERE root = ? ORDER BY key", (sound(root),))
    return tuple(KeptComment(*row) for row in rows)


def keep(db: sqlite3.Connection, root: str, kept: Iterable[KeptComment]) -> None:
    """Keep these comments, each in place of what was said of its lines before."""
    db.executemany(
        "INSERT INTO comments (root, spot, said, heading) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (root, spot) DO UPDATE SET said = excluded.said, heading = excluded.heading",
        [(sound(root), sound(one.spot), sound(one.said), sound(one.heading)) for one in kept],
    )


def remove(db: sqlite3.Connection, root: str, spots: Iterable[str]) -> None:
    """Remove the comments on these lines."""
    db.executemany("DELETE FROM comments WHERE root = ? AND spot = ?", [(sound(root), sound(spot)) for spot in spots])
