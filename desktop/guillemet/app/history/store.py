"""The file under the history: shared by all windows, and replaced by memory when the disk fails.

open ─▶ ours and sound ──────────────▶ used, with what it lacks if it is of an earlier version
     ├▶ broken, or of a later version ▶ set aside under another name, a fresh one begun
     └▶ cannot be written ────────────▶ what can be read of it is copied, and memory used
write ─▶ disk full, read-only … ──────▶ all of it is copied, and memory used from then on

    history.sqlite, -wal, -shm     the conversations
    history.sqlite-opening         locked while a window opens the file, one at a time
    history.sqlite-window-NAME     locked while the window lives that writes NAME into its turns: the crash flag

The operating system frees a lock however the process ends. The number of a process would not do: numbers are used
again, and in a sandbox every window has the same.

What is promised: a transaction that was committed survives `kill -9`. After a power cut the file is whole, but the
transactions of the last moments may be missing, as far as the operating system had not written them (WAL with
`synchronous = NORMAL`; with the rollback journal none is missing).
"""

import logging
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from guillemet.app.history import schema
from guillemet.app.history.records import DamagedError, HistoryBusyError, HistoryError
from guillemet.private_files import make_private_folder

if TYPE_CHECKING:
    import filelock

log = logging.getLogger(__name__)
T = TypeVar("T")
PATIENCE = 5.0
"""Seconds to wait for another window's transaction."""
CACHE = 16_384
"""Kibibytes of the file that are held in memory, as far as they were read."""
SURROUNDINGS = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
)
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
GOES_ON = "This conversation goes on, but it is not saved when the program ends."


class Store:
    """One window's connection to the file; belongs to the thread that opened it."""

    def __init__(self, file: Path) -> None:
        """Open the file, creating it if needed; `notice` holds a sentence about what went wrong."""
        self.notice = ""
        """A sentence that should be shown once; empty when all is well."""
        self.writer = secrets.token_hex(8)
        """The name of this window among all that write to the file."""
        self._file = file
        self._window = _lock(_window(file, self.writer))
        try:
            make_private_folder(file.parent)
            with _lock(_beside(file, "-opening")):
                self._window.acquire()
                self._db = self._opened()
        except (OSError, sqlite3.Error) as error:
            self._unlock()
            self._db = _copied(file)
            self._say(f"Conversations cannot be saved in {file.parent} ({_reason(error)}). {GOES_ON}")

    @property
    def is_kept(self) -> bool:
        """Whether what is written outlives the program."""
        return self._window.is_locked

    @property
    def is_alone(self) -> bool:
        """Whether no other window uses the file."""
        return not any(map(_is_locked, self._other_windows()))

    def is_alive(self, writer: str) -> bool:
        """Return whether the window of that name lives."""
        return writer == self.writer or (self.is_kept and _is_locked(_window(self._file, writer)))

    def read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Return what the job reads; raise HistoryError when the file cannot be read."""
        try:
            return _whole(self._db, job, begin="BEGIN")
        except sqlite3.Error as error:
            raise self._translated(error) from error

    def write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Do the job whole or not at all, in memory when the disk fails; raise HistoryError when even that fails."""
        try:
            return _whole(self._db, job)
        except sqlite3.Error as error:
            if not self.is_kept or _code(error) not in SURROUNDINGS:
                raise self._translated(error) from error
            self._go_on_in_memory(error)
        return self.write(job)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()
        self._unlock()

    def _opened(self) -> sqlite3.Connection:
        dead = [place for place in self._other_windows() if not _is_locked(place)]
        complaint = self._complaint(checks=bool(dead))
        if complaint and not self.is_alone:
            # The windows that use the file can read it; it must not be taken away from them.
            raise sqlite3.DatabaseError(complaint)
        if complaint:
            aside = _set_aside(self._file)
            self._say(f"{complaint} It was set aside as {aside.name} in {aside.parent}, and a new one begun.")
        for place in dead:
            place.unlink(missing_ok=True)
        self._file.touch(mode=0o600)
        db = _shared(self._file)
        try:
            if schema.is_empty(db):
                schema.build(db)
            schema.bring_up(db)
            _whole(db, self._mend)
        except sqlite3.Error:
            db.close()
            raise
        return db

    def _complaint(self, *, checks: bool) -> str:
        """Return why the file cannot be used as it is, as a sentence; empty when it can."""
        broken = f"The conversation history, {self._file.name}, is damaged."
        if not self._file.exists():
            return ""
        try:
            with closing(sqlite3.connect(self._file, timeout=PATIENCE)) as db:
                if complaint := self._foreign(db):
                    return complaint
                is_sound = not (checks or self._damage_mark.exists()) or schema.is_sound(db)
        except sqlite3.DatabaseError as error:
            if _code(error) not in (*DAMAGE, *SURROUNDINGS):
                raise
            return broken if _code(error) in DAMAGE else ""  # it may be readable without a write-ahead log
        return "" if is_sound else broken

    def _foreign(self, db: sqlite3.Connection) -> str:
        """Return why the file is not one that this version writes, as a sentence; empty when it is."""
        version = schema.VERSION if schema.is_empty(db) else schema.version(db)
        if version is None:
            return f"{self._file.name} is not a conversation history."
        if version > schema.VERSION:
            return f"The conversation history in {self._file.name} was written by a later version of Guillemet."
        return ""

    def _mend(self, db: sqlite3.Connection) -> None:
        """Make the index again when the file is whole but was found damaged: then it was the index."""
        if self._damage_mark.exists():
            schema.index_again(db)
            self._damage_mark.unlink()

    @property
    def _damage_mark(self) -> Path:
        return self._file.with_name(f"{self._file.name}-damaged")

    def _translated(self, error: sqlite3.Error) -> Exception:
        """Return what to raise for an error: ours for the surroundings' fault, the error itself for our own."""
        code = _code(error)
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return HistoryBusyError("Another window is writing to the conversation history. Try again in a moment.")
        if code in DAMAGE:
            if self.is_kept:
                self._damage_mark.touch(mode=0o600)
            return DamagedError(
                f"The conversation history, {self._file}, is damaged. It is set aside at the next start."
            )
        if code in (*SURROUNDINGS, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_TOOBIG):
            return HistoryError(f"The conversation cannot be saved ({_reason(error)}).")
        return error

    def _go_on_in_memory(self, error: sqlite3.Error) -> None:
        memory = _connected(None)
        try:
            self._db.backup(memory)
        except (sqlite3.Error, MemoryError) as second:
            memory.close()
            raise HistoryError(f"The conversation cannot be saved ({_reason(error)}).") from second
        self._db.close()
        self._db = memory
        self._unlock()
        self._say(f"Conversations can no longer be saved ({_reason(error)}). {GOES_ON}")

    def _other_windows(self) -> Iterator[Path]:
        own = _window(self._file, self.writer)
        return (place for place in self._file.parent.glob(f"{self._file.name}-window-*") if place != own)

    def _unlock(self) -> None:
        if self._window.is_locked:
            self._window.release()
            _window(self._file, self.writer).unlink(missing_ok=True)

    def _say(self, sentence: str) -> None:
        log.warning("%s", sentence)
        self.notice = sentence


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


def _window(file: Path, writer: str) -> Path:
    return _beside(file, f"-window-{writer}")


def _lock(place: Path, timeout: float = -1) -> "filelock.BaseFileLock":
    import filelock  # noqa: PLC0415  loads asyncio, which the first painted window does not need

    return filelock.FileLock(place, timeout=timeout, mode=0o600, thread_local=False)


def _is_locked(place: Path) -> bool:
    if not place.exists():
        return False
    try:
        with _lock(place, timeout=0):
            return False
    except TimeoutError:
        return True


def _connected(file: Path | None, journal: str = "WAL") -> sqlite3.Connection:
    db = sqlite3.connect(file or ":memory:", timeout=PATIENCE, isolation_level=None)
    db.text_factory = partial(str, encoding="utf-8", errors="replace")  # damaged bytes must not keep all else from view
    try:
        (mode,) = db.execute(f"PRAGMA journal_mode = {journal}").fetchone()
        db.execute(f"PRAGMA synchronous = {'NORMAL' if mode == 'wal' else 'FULL'}")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA secure_delete = ON")  # what is deleted does not linger in free pages
        db.execute(f"PRAGMA cache_size = {-CACHE}")
        _whole(db, lambda _: None)  # only writing shows whether the file can be shared with this journal
    except sqlite3.Error:
        db.close()
        raise
    return db


def _shared(file: Path) -> sqlite3.Connection:
    """Connect with a write-ahead log; with a rollback journal in a folder that cannot share memory, as on a network."""
    try:
        return _connected(file)
    except sqlite3.OperationalError as error:
        if _code(error) not in SURROUNDINGS:
            raise
        log.info("The history cannot use a write-ahead log: %s", error)
    with closing(sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)) as alone:
        alone.execute("PRAGMA locking_mode = EXCLUSIVE")  # a log can be left without shared memory in this mode only
        alone.execute("PRAGMA journal_mode = DELETE")
    return _connected(file, journal="DELETE")


def _whole(db: sqlite3.Connection, job: Callable[[sqlite3.Connection], T], *, begin: str = "BEGIN IMMEDIATE") -> T:
    db.execute(begin)
    try:
        done = job(db)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return done


def _copied(file: Path) -> sqlite3.Connection:
    """Return a history in memory, with all that can be read of the file."""
    for way in ("mode=ro", "immutable=1"):
        memory = _connected(None)
        try:
            with closing(sqlite3.connect(f"{file.absolute().as_uri()}?{way}", uri=True, timeout=PATIENCE)) as source:
                if 0 < (schema.version(source) or 0) <= schema.VERSION:
                    source.backup(memory)
                    schema.bring_up(memory)
                    return memory
        except sqlite3.Error as error:
            log.info("%s cannot be read with %s: %s", file, way, error)
        memory.close()
    return _empty()


def _empty() -> sqlite3.Connection:
    memory = _connected(None)
    schema.build(memory)
    return memory


def _set_aside(file: Path) -> Path:
    """Rename the file and what belongs to it; return its new place."""
    day = date.today().isoformat()  # noqa: DTZ011  for people, in their own time
    number, aside = 1, file.with_name(f"{file.stem}-aside-{day}{file.suffix}")
    while aside.exists():
        number += 1
        aside = file.with_name(f"{file.stem}-aside-{day}-{number}{file.suffix}")
    file.rename(aside)
    for ending in ("-wal", "-shm"):
        beside = file.with_name(file.name + ending)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + ending))
    return aside


def _code(error: BaseException) -> int | None:
    code = getattr(error, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None


def _reason(error: Exception) -> str:
    match _code(error):
        case sqlite3.SQLITE_FULL:
            return "the disk is full"
        case sqlite3.SQLITE_READONLY:
            return "the file or its folder cannot be written"
        case sqlite3.SQLITE_CANTOPEN:
            return "the file cannot be opened"
        case sqlite3.SQLITE_IOERR:
            return "the disk cannot be read or written"
    reason = (error.strerror if isinstance(error, OSError) and error.strerror else str(error)).rstrip(".")
    return reason[:1].lower() + reason[1:]
