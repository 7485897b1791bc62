"""The log on disk: every notice shown to the user, and every unexpected failure; never a key."""

import contextlib
import logging
from collections.abc import Iterator
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

import platformdirs

from guillemet.engine.hidden_characters import escape_unseen
from guillemet.llm.keys import KeyMask
from guillemet.private_files import make_private_folder

LARGEST = 1_000_000
"""Bytes of one log file; one older file is kept."""

log = logging.getLogger(__name__)


class _PrivateLog(RotatingFileHandler):
    """Writes files that other users cannot read: they name files and repositories."""

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).touch(mode=0o600)
        return super()._open()


class _EscapingFormatter(logging.Formatter):
    """Writes out what a terminal would obey when the log is looked at: a reply may name a path with such characters."""

    def format(self, record: logging.LogRecord) -> str:
        return "\n".join(map(escape_unseen, super().format(record).split("\n")))


def log_file() -> Path:
    """Return where the log is kept; the file need not exist."""
    return Path(platformdirs.user_log_dir("guillemet", appauthor=False)) / "guillemet.log"


@contextlib.contextmanager
def logbook(file: Path) -> Iterator[None]:
    """Keep the program's log in this file meanwhile; where it cannot be written, warnings go to the terminal only."""
    ours = logging.getLogger("guillemet")
    handlers: list[logging.Handler] = [logging.StreamHandler()]
    handlers[0].setLevel(logging.WARNING)
    try:
        make_private_folder(file.parent)
        handlers.append(_PrivateLog(file, maxBytes=LARGEST, backupCount=1, encoding="utf-8", delay=True))
    except OSError as error:
        log.info("No log is written to %s: %s", file, error)
    form = _EscapingFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    level = ours.level
    ours.setLevel(logging.INFO)
    for handler in handlers:
        handler.setFormatter(form)
        handler.addFilter(KeyMask())
        ours.addHandler(handler)
    try:
        yield
    finally:
        ours.setLevel(level)
        for handler in handlers:
            ours.removeHandler(handler)
            handler.close()
