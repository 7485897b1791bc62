"""Outlines cached by blob: a file that is moved, or that returns with a branch, is not parsed again.

They are stored in a file of the user's cache folder, one SQLite table of bounded size. Everything in it can be computed
again, so no failure is an error: a file of another version or a broken one is deleted, and where the folder cannot be
written, nothing is stored.
"""

import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self
from zlib import crc32

from guillemet import __version__
from guillemet.engine.errors import GuillemetError
from guillemet.engine.languages import language_of
from guillemet.engine.outline.outline import Outline
from guillemet.engine.outline.reading import has_outline, names_of
from guillemet.llm.repo_map.codec import FORMAT, StoredOutline, kept, packed, unpacked
from guillemet.llm.repo_map.index import Index
from guillemet.llm.repo_map.reader import OutlineReader
from guillemet.llm.repo_map.throttle import Throttle, WorkStoppedError
from guillemet.private_files import make_private_folder

_log = logging.getLogger(__name__)
FILE_NAME = "outlines.sqlite"
MOST_KEPT = 60_000
"""Outlines; about two kilobytes each."""
_AT_ONCE = 250
"""Outlines written in one transaction: what a crash may cost."""
_VERSION = crc32(f"{__version__} {FORMAT}".encode()) & 0x7FFF_FFFF
_MOST_LEFT = 2_000
"""Outlines of files that are gone, kept in memory in case they come back."""
Read = Callable[[str], bytes | None]


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
        _log.info("Outlines are no longer stored in a file: %s", error)
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
        _log.info("Outlines are not stored in a file: %s", error)
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


class OutlineCache:
    """Outlines in memory and in a file, and the index of those of the present files; used by one thread at a time.

    Without a folder they are kept in memory only. Another repository may use the same folder and another cache. A
    reader may serve several caches in turns; the caller closes it.
    """

    def __init__(
        self, folder: Path | None = None, *, most_kept: int = MOST_KEPT, reader: OutlineReader | None = None
    ) -> None:
        self.index = Index()
        self._store = OutlineStore(folder, most=most_kept)
        self._reader = reader or OutlineReader()
        self._owns_reader = reader is None
        self._present: dict[str, StoredOutline] = {}
        self._left: dict[str, StoredOutline] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file and of the process that reads; what is in memory can still be used."""
        if self._owns_reader:
            self._reader.close()
        self._store.close()

    def follow(self, files: Mapping[str, str], read: Read, *, first: Iterable[str], pace: Throttle) -> bool:
        """Bring the index to the state of these files, `first` before all others; return whether all of it was done."""
        index = self.index
        try:
            self._remove_changed(files, pace)
            unread = []
            for path in dict.fromkeys([*(path for path in first if path in files), *files]):
                if path not in index.files and has_outline(path):
                    known = self._known(_key(path, files[path]))
                    if known is None:
                        unread.append(path)
                    else:
                        self._add(path, files[path], known)
                    pace.go_on()
            return self._read(unread, files, read, pace)
        except WorkStoppedError:
            self._reader.close()
            return False
        finally:
            self._store.write()

    def _remove_changed(self, files: Mapping[str, str], pace: Throttle) -> None:
        """Take the files out of the index that are gone, or are others by now."""
        for path in [path for path, entry in self.index.files.items() if files.get(path) != entry.blob]:
            entry = self.index.files[path]
            self._present.pop(_key(path, entry.blob), None)
            self._leave(_key(path, entry.blob), entry.outline)
            self.index.remove(path)
            pace.go_on()

    def names(self, path: str, blob: str | None, read: Read) -> frozenset[str]:
        """Return the names a file uses for which there is no grammar."""
        key = None if blob is None else f"{blob} names"
        known = None if key is None else self._known(key)
        if known is None:
            data = _bytes(path, read)
            known = kept(Outline(names=frozenset() if data is None else names_of(path, data)))
            if key is not None and data is not None:
                self._leave(key, known)
                self._store.keep(key, packed(known))
        return frozenset(known.names.split())

    def _read(self, unread: Iterable[str], files: Mapping[str, str], read: Read, pace: Throttle) -> bool:
        is_whole = True
        data = ((path, found) for path in unread if (found := _bytes(path, read)) is not None)
        for path, packed_outline in self._reader.read(data):
            outline = None if packed_outline is None else unpacked(packed_outline)
            if packed_outline is None or outline is None:
                is_whole = False
            else:
                # What cannot be read is kept as an outline of nothing, so that it is not tried again.
                self._store.keep(_key(path, files[path]), packed_outline)
                self._add(path, files[path], outline)
            pace.go_on()
        return is_whole

    def _add(self, path: str, blob: str, outline: StoredOutline) -> None:
        self._present[_key(path, blob)] = outline
        self.index.add(path, blob, outline)

    def _known(self, key: str) -> StoredOutline | None:
        return self._present.get(key) or self._left.get(key) or self._store.find(key)

    def _leave(self, key: str, outline: StoredOutline) -> None:
        self._left[key] = outline
        if len(self._left) > _MOST_LEFT:
            del self._left[next(iter(self._left))]


def _key(path: str, blob: str) -> str:
    language = language_of(path)
    return f"{blob} {'' if language is None else language.name}"


def _bytes(path: str, read: Read) -> bytes | None:
    try:
        return read(path)
    except (GuillemetError, OSError):
        # A file that went away meanwhile, or that may not be read, is missing from the map and harms nothing else.
        return None
