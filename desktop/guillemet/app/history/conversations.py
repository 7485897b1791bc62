"""Reading and writing the rows of conversations and their context.

A title is the first line with content, cut at the end of a word.
"""

import re
import sqlite3
from collections.abc import Sequence

from guillemet.app.history.records import Context, ContextFile, GoneError, moment_of, now, sound
from guillemet.app.history.turns import Living
from guillemet.app.turns import ConversationHead, Mode, Use

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
LONGEST = 60
UNTITLED = "Untitled"
_MARKS = re.compile(r"^(?:\s*(?:[#>*+-]+|\d+[.)])\s+)+")
_FENCE = re.compile(r"^\s*(?:```|~~~)")


def insert(db: sqlite3.Connection, root: str, title: str) -> int:
    """Begin a conversation; return its key."""
    name, moment = cut(one_line(title), LONGEST), now()
    done = db.execute(
        "INSERT INTO conversations (root, title, is_named, begun_at, changed_at) VALUES (?, ?, ?, ?, ?)",
        (sound(root), sound(name), bool(name), moment, moment),
    )
    return int(done.lastrowid or 0)


def head(db: sqlite3.Connection, key: int) -> ConversationHead:
    """Return what a list shows of a conversation."""
    require(db, key)
    return _head(db.execute(f"{_HEADS} WHERE c.key = ?", (key,)).fetchone())


def heads(db: sqlite3.Connection, root: str | None, limit: int) -> tuple[ConversationHead, ...]:
    """Return the conversations in which anything was said or drafted, those changed last first."""
    rows = db.execute(
        f"{_HEADS} WHERE c.deleted_by IS NULL AND (c.leaf IS NOT NULL OR c.draft <> '')"
        " AND (:root IS NULL OR c.root = :root) ORDER BY c.changed_at DESC, c.key DESC LIMIT :limit",
        {"root": root, "limit": limit},
    )
    return tuple(_head(row) for row in rows)


def leaf(db: sqlite3.Connection, key: int) -> int | None:
    """Return the last turn of the shown branch; None when nothing was said."""
    require(db, key)
    found: int | None = db.execute("SELECT leaf FROM conversations WHERE key = ?", (key,)).fetchone()[0]
    return found


def begun_at(db: sqlite3.Connection, key: int) -> int:
    """Return when a conversation began, in microseconds."""
    found: int = db.execute("SELECT begun_at FROM conversations WHERE key = ?", (key,)).fetchone()[0]
    return found


def show_leaf(db: sqlite3.Connection, key: int, leaf: int) -> None:
    """Show the branch that ends with this turn."""
    db.execute("UPDATE conversations SET leaf = ? WHERE key = ?", (leaf, key))


def said(db: sqlite3.Connection, key: int, text: str, leaf: int) -> None:
    """Note that something was said; talking in a conversation that another window deleted brings it back."""
    require(db, key, even_if_deleted=True)
    db.execute(
        "UPDATE conversations SET leaf = ?, changed_at = ?, deleted_by = NULL,"
        " title = CASE WHEN title = '' THEN ? ELSE title END WHERE key = ?",
        (leaf, now(), sound(title_of(text)), key),
    )


def touch(db: sqlite3.Connection, key: int) -> None:
    """Note that a conversation changed now."""
    db.execute("UPDATE conversations SET changed_at = ? WHERE key = ?", (now(), key))


def rename(db: sqlite3.Connection, key: int, title: str) -> None:
    """Give a conversation a title; an empty one gives back what its first message says."""
    require(db, key)
    name = cut(one_line(title), 2 * LONGEST)
    if not name:
        first = db.execute("SELECT text FROM turns WHERE conversation = ? ORDER BY key LIMIT 1", (key,)).fetchone()
        name = title_of(first[0]) if first else ""
    db.execute(
        "UPDATE conversations SET title = ?, is_named = ? WHERE key = ?", (sound(name), bool(one_line(title)), key)
    )


def delete(db: sqlite3.Connection, key: int, *, writer: str) -> None:
    """Hide a conversation from every window; it is gone when the window that deleted it ends."""
    require(db, key)
    db.execute("UPDATE conversations SET deleted_by = ? WHERE key = ?", (writer, key))


def restore(db: sqlite3.Connection, key: int) -> bool:
    """Bring a deleted conversation back; return False when it is gone for good."""
    return db.execute("UPDATE conversations SET deleted_by = NULL WHERE key = ?", (key,)).rowcount > 0


def purge(db: sqlite3.Connection, ends: Living) -> None:
    """Remove for good what was deleted by windows that end."""
    rows = db.execute("SELECT key, deleted_by FROM conversations WHERE deleted_by IS NOT NULL").fetchall()
    gone = [(key,) for key, writer in rows if ends(writer)]
    if gone:
        db.executemany("DELETE FROM conversations WHERE key = ?", gone)
        db.execute("DELETE FROM shown WHERE key NOT IN (SELECT shown FROM turns WHERE shown IS NOT NULL)")


def context(db: sqlite3.Connection, key: int) -> Context:
    """Return what a conversation goes on with."""
    require(db, key)
    model, mode, draft = db.execute("SELECT model, mode, draft FROM conversations WHERE key = ?", (key,)).fetchone()
    rows = db.execute(
        "SELECT path, use, hash FROM context WHERE conversation = ? AND use <> 'out' ORDER BY position, path", (key,)
    )
    files = tuple(ContextFile(path, Use(use), digest) for path, use, digest in rows)
    return Context(files, model, Mode(mode), draft)


def keep_files(db: sqlite3.Connection, key: int, files: Sequence[ContextFile]) -> None:
    """Keep what is in the conversation from now on, in this order; what is not named is out."""
    require(db, key)
    db.execute("UPDATE context SET use = 'out' WHERE conversation = ?", (key,))
    for position, file in enumerate(files, 1):
        _keep_file(db, key, file, position)
    db.execute("DELETE FROM context WHERE conversation = ? AND use = 'out' AND hash = ''", (key,))


def note_shown(db: sqlite3.Connection, key: int, files: Sequence[ContextFile]) -> None:
    """Keep what the model is shown with a message."""
    for file in files:
        _keep_file(db, key, file, None)


def keep_model(db: sqlite3.Connection, key: int, model: str, mode: Mode) -> None:
    """Keep whom the next message goes to, and what it asks for."""
    require(db, key)
    db.execute("UPDATE conversations SET model = ?, mode = ? WHERE key = ?", (sound(model), mode, key))


def keep_draft(db: sqlite3.Connection, key: int, draft: str) -> None:
    """Keep what stands in the composer."""
    require(db, key)
    db.execute("UPDATE conversations SET draft = ? WHERE key = ?", (sound(draft), key))


def require(db: sqlite3.Connection, key: int, *, even_if_deleted: bool = False) -> None:
    """Raise GoneError unless there is such a conversation."""
    found = db.execute("SELECT deleted_by FROM conversations WHERE key = ?", (key,)).fetchone()
    if found is None or (found[0] is not None and not even_if_deleted):
        raise GoneError("This conversation was deleted. Choose another, or begin a new one.")


def _head(row: tuple[int, str, str, int, int]) -> ConversationHead:
    key, title, root, changed_at, turns = row
    return ConversationHead(key, title or UNTITLED, root, moment_of(changed_at), turns)


def _keep_file(db: sqlite3.Connection, key: int, file: ContextFile, position: int | None) -> None:
    """Keep a file; the hash it had stays unless there is a new one, and so does its place."""
    values = {"conversation": key, "path": sound(file.path), "use": file.use, "hash": file.hash, "position": position}
    db.execute(_KEEP_FILE, values)


def title_of(text: str) -> str:
    """Return a title for what a message says."""
    for line in text.splitlines():
        title = one_line(_MARKS.sub("", line))
        if any(character.isalnum() for character in title) and not _FENCE.match(line):
            return cut(title, LONGEST)
    return cut(one_line(text), LONGEST) or UNTITLED


def one_line(text: str) -> str:
    """Return the text with every run of white space and control characters as one blank."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def cut(text: str, longest: int) -> str:
    """Return at most so many characters, the last one an ellipsis when something was left out."""
    if len(text) <= longest:
        return text
    kept = text[: longest - 1]
    at_word = kept.rsplit(" ", 1)[0] if text[longest - 1] != " " else kept
    return (at_word if len(at_word) > longest // 2 else kept).rstrip(" ,;:.-–—") + "…"
