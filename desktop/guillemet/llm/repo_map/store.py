"""Outlines in a file of the user's cache folder: one table of SQLite, bounded, thrown away when it is of no use.

Everything in it can be made again, so nothing that goes wrong with it is an error: a file of another version or a
broken one is deleted, a folder that cannot be written to means that nothing is kept.
"""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from zlib import crc32

from guillemet import __version__
from guillemet.llm.repo_map.codec import FORMAT, StoredOutline, unpacked
from guillemet.private_files import make_private_folder

_log = logging.getLogger(__name__)

FILE_NAME = "outlines.sqlite"
MOST_KEPT = 60_000
"""Outlines; about two kilobytes each."""
_AT_ONCE = 250
"""Outlines written in one transaction: what a crash may cost."""
_VERSION = crc32(f"{__version__} {FORMAT}".encode()) & 0x7FFF_FFFF


class OutlineStore:
    """The file; used by one thread at a time, whichever it is."""

    def __init__(self, folder: Path | None, *, most: int = MOST_KEPT) -> None:
        self._most = most
        self._unwritten: dict[str, bytes] = {}
        self._connection = None if folder is None else _open(folder / FILE_NAME)

    def find(self, key: str) -> StoredOutline | None:
        """Return the outline kept under a key."""
        if self._connection is None:
            return None
        if key in self._unwritten:
            return unpacked(self._unwritten[key])
        try:
            row = self._connection.execute("SELECT outline FROM outlines WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            self._give_up(error)
            return None
        return None if row is None or not isinstance(row[0], bytes) else unpacked(row[0])

    def keep(self, key: str, outline: bytes) -> None:
        """Keep a packed outline; it is written with some others, or by `write`."""
        if self._connection is not None:
            self._unwritten[key] = outline
            if len(self._unwritten) >= _AT_ONCE:
                self.write()

    def write(self) -> None:
        """Write what is kept, and drop what was kept first when there is too much."""
        if self._connection is None or not self._unwritten:
            return
        try:
            with self._connection as connection:
                connection.executemany("INSERT OR REPLACE INTO outlines VALUES (?, ?)", self._unwritten.items())
                connection.execute(
                    "DELETE FROM outlines WHERE rowid <= (SELECT max(rowid) FROM outlines) - ?", (self._most,)
                )
        except sqlite3.Error as error:
            self._give_up(error)
        self._unwritten.clear()

    def close(self) -> None:
        """Write what is kept and let go of the file."""
        self.write()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _give_up(self, error: sqlite3.Error) -> None:
        _log.info("Outlines are no longer kept in a file: %s", error)
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _open(path: Path) -> sqlite3.Connection | None:
    try:
        make_private_folder(path.parent)  # lines of source are nothing for other users
        path.touch(mode=0o600)
        connection = _connect(path)
        if connection is None:
            for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
                path.with_name(name).unlink(missing_ok=True)
            connection = _connect(path)
    except (OSError, sqlite3.Error) as error:
        _log.info("Outlines are not kept in a file: %s", error)
        return None
    return connection


def _connect(path: Path) -> sqlite3.Connection | None:
    """Return the opened file; None when it is broken or of another version."""
    connection = sqlite3.connect(path, timeout=1.0, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version not in {0, _VERSION}:
            connection.close()
            return None
        with connection:
            connection.execute("CREATE TABLE IF NOT EXISTS outlines (key TEXT UNIQUE NOT NULL, outline BLOB NOT NULL)")
            connection.execute(f"PRAGMA user_version = {_VERSION}")
        with closing(connection.execute("SELECT key, outline FROM outlines LIMIT 1")) as rows:
            rows.fetchone()
    except sqlite3.OperationalError:
        connection.close()
        raise
    except sqlite3.DatabaseError:
        connection.close()
        return None
    return connection
