"""Reading and writing the rows of drafts that belong to a repository."""

import sqlite3

from guillemet.app.history.records import Purpose, sound


def draft(db: sqlite3.Connection, root: str, purpose: Purpose) -> str:
    """Return the draft of a repository for this purpose; empty when there is none."""
    found = db.execute("SELECT text FROM drafts WHERE root = ? AND purpose = ?", (sound(root), purpose)).fetchone()
    return str(found[0]) if found else ""


def keep(db: sqlite3.Connection, root: str, purpose: Purpose, text: str) -> None:
    """Keep a draft in place of the one before; an empty one is forgotten."""
    if text:
        row = (sound(root), purpose, sound(text))
        db.execute("INSERT OR REPLACE INTO drafts (root, purpose, text) VALUES (?, ?, ?)", row)
    else:
        db.execute("DELETE FROM drafts WHERE root = ? AND purpose = ?", (sound(root), purpose))
