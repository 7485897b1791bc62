"""The tables of the history.

    conversations ─┬─< turns ── shown (what files a message was sent with; equal sets are kept once)
                   └─< context (every file that was ever sent, how, and what the model saw last)
    spendings       stand alone: they outlive the conversation
    comments        stand alone: they belong to a repository, until they are sent
    drafts          stand alone: one text of a repository for each purpose, until it served it

The turns of a conversation form a tree by `parent`; the shown branch is the way from `conversations.leaf` to the root.
A turn's `settled` is how many characters of its text are staged whole, under its `reply_id`; 0 while it is staged.
`words` finds the texts of exactly those turns that are over; triggers do it for every writer. Times are
microseconds since 1970, in UTC.
"""

import sqlite3

VERSION = 5
"""Kept in the file's `user_version`."""
APPLICATION = 0x677C6D74
"""Kept in the file's `application_id`, so that another program's database is not taken for ours."""

COMMENTS = """
CREATE TABLE comments (
    key INTEGER PRIMARY KEY,
    root TEXT NOT NULL,
    spot TEXT NOT NULL,
    said TEXT NOT NULL,
    heading TEXT NOT NULL,
    UNIQUE (root, spot)
);
"""
DRAFTS = """
CREATE TABLE drafts (
    root TEXT NOT NULL,
    purpose TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (root, purpose)
) WITHOUT ROWID;
"""
ASKED = "ALTER TABLE turns ADD COLUMN asked TEXT NOT NULL DEFAULT '';"
REPLIES = """
ALTER TABLE turns ADD COLUMN reply_id TEXT NOT NULL DEFAULT '';
ALTER TABLE turns ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
CREATE INDEX turns_by_reply ON turns (reply_id) WHERE reply_id <> '';
"""
NEW_SINCE = {2: COMMENTS, 3: DRAFTS, 4: ASKED, 5: REPLIES}
"""What each version has that the one before has not; whatever a file holds already stays as it is."""
TABLES = """
CREATE TABLE conversations (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    root TEXT NOT NULL,
    title TEXT NOT NULL,
    is_named INTEGER NOT NULL DEFAULT 0,
    begun_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    leaf INTEGER,
    model TEXT NOT NULL DEFAULT '',
    mode TEXT NOT NULL DEFAULT 'edit',
    draft TEXT NOT NULL DEFAULT '',
    deleted_by TEXT
);
CREATE INDEX conversations_by_time ON conversations (changed_at);

CREATE TABLE shown (
    key INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    files TEXT NOT NULL
);

CREATE TABLE turns (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation INTEGER NOT NULL REFERENCES conversations (key) ON DELETE CASCADE,
    parent INTEGER,
    depth INTEGER NOT NULL,
    role TEXT NOT NULL,
    state TEXT NOT NULL,
    writer TEXT NOT NULL,
    model TEXT NOT NULL,
    mode TEXT NOT NULL,
    note TEXT NOT NULL,
    read INTEGER,
    written INTEGER,
    from_cache INTEGER,
    into_cache INTEGER,
    money REAL,
    said_at INTEGER,
    asked TEXT NOT NULL DEFAULT '',
    is_recorded INTEGER NOT NULL,
    reply_id TEXT NOT NULL DEFAULT '',
    settled INTEGER NOT NULL DEFAULT 0,
    shown INTEGER REFERENCES shown (key),
    text TEXT NOT NULL,
    reasoning TEXT NOT NULL
);
CREATE INDEX turns_by_place ON turns (conversation, parent);
CREATE INDEX turns_by_reply ON turns (reply_id) WHERE reply_id <> '';
CREATE INDEX turns_by_shown ON turns (shown) WHERE shown IS NOT NULL;
CREATE INDEX turns_growing ON turns (writer) WHERE state IN ('waiting', 'flowing');

CREATE TABLE context (
    conversation INTEGER NOT NULL REFERENCES conversations (key) ON DELETE CASCADE,
    path TEXT NOT NULL,
    use TEXT NOT NULL,
    hash TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (conversation, path)
) WITHOUT ROWID;

CREATE TABLE spendings (
    key INTEGER PRIMARY KEY,
    turn INTEGER UNIQUE,
    conversation INTEGER,
    spent_at INTEGER NOT NULL,
    model TEXT NOT NULL,
    read INTEGER NOT NULL,
    written INTEGER NOT NULL,
    from_cache INTEGER NOT NULL,
    into_cache INTEGER NOT NULL,
    money REAL
);
CREATE INDEX spendings_by_conversation ON spendings (conversation);
CREATE INDEX spendings_by_time ON spendings (spent_at);

CREATE VIRTUAL TABLE words USING fts5 (
    text, content = 'turns', content_rowid = 'key', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER turn_added AFTER INSERT ON turns WHEN new.state NOT IN ('waiting', 'flowing') BEGIN
    INSERT INTO words (rowid, text) VALUES (new.key, new.text);
END;
CREATE TRIGGER turn_over AFTER UPDATE OF text, state ON turns WHEN new.state NOT IN ('waiting', 'flowing') BEGIN
    INSERT INTO words (rowid, text) VALUES (new.key, new.text);
END;
CREATE TRIGGER turn_reopened BEFORE UPDATE OF text, state ON turns WHEN old.state NOT IN ('waiting', 'flowing') BEGIN
    INSERT INTO words (words, rowid, text) VALUES ('delete', old.key, old.text);
END;
CREATE TRIGGER turn_deleted AFTER DELETE ON turns WHEN old.state NOT IN ('waiting', 'flowing') BEGIN
    INSERT INTO words (words, rowid, text) VALUES ('delete', old.key, old.text);
END;
"""


def is_empty(db: sqlite3.Connection) -> bool:
    """Return whether the file holds nothing at all."""
    return not db.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()


def version(db: sqlite3.Connection) -> int | None:
    """Return the version of a history; None when the file holds something else."""
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        return None
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    return found


def build(db: sqlite3.Connection) -> None:
    """Make the tables, all of them or none."""
    marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
    db.executescript(f"BEGIN IMMEDIATE; {marks}{TABLES}{COMMENTS}{DRAFTS} COMMIT;")


def bring_up(db: sqlite3.Connection) -> None:
    """Give the file of an earlier version what this one has, all of it or nothing."""
    found = version(db)
    if found is None or found >= VERSION:
        return
    missing = "".join(NEW_SINCE[number] for number in range(found + 1, VERSION + 1))
    db.executescript(f"BEGIN IMMEDIATE; PRAGMA user_version = {VERSION};{missing} COMMIT;")


def index_again(db: sqlite3.Connection) -> None:
    """Build the index of words again, from the turns that are over."""
    db.execute("INSERT INTO words (words) VALUES ('rebuild')")
    db.execute(
        "INSERT INTO words (words, rowid, text)"
        " SELECT 'delete', key, text FROM turns WHERE state IN ('waiting', 'flowing')"
    )


def is_sound(db: sqlite3.Connection) -> bool:
    """Return whether every page can be read; takes about 2 ms a megabyte."""
    found: str = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    return found == "ok"
