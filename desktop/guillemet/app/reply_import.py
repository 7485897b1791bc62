"""The door for replies: pasted or dropped text, files, and a pipe, read without holding anybody up."""

import contextlib
import os
import stat
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from guillemet.app import reply_source
from guillemet.app.reply_source import LARGEST, ReceivedReply
from guillemet.app.task_runner import TaskRunner

_PIECE = 65_536


class ReplyImport(QObject):
    """Reads what is given.

    Signals: `received(ReceivedReply)`, `folder_given(str)` when it was a folder.
    """

    received = Signal(object)
    folder_given = Signal(str)

    def __init__(self, lanes: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lanes = lanes

    def take_text(self, text: str, source: str) -> None:
        """Take in a pasted or dropped reply."""
        self._read(partial(reply_source.from_text, text, source))

    def take_path(self, path: str) -> None:
        """Take in the reply a file holds, or tell of a folder."""

        def read() -> ReceivedReply | None:
            place = Path(path)
            return None if place.is_dir() else reply_source.from_file(place)

        def tell(received: ReceivedReply | None) -> None:
            if received is None:
                self.folder_given.emit(path)
            else:
                self.received.emit(received)

        self._lanes.aside(read, tell)

    def take_pipe(self, descriptor: int) -> None:
        """Take in what comes through a descriptor, once it ends; nothing is said when nothing came."""
        piped = PipedReply(descriptor, self)
        piped.arrived.connect(self._take_bytes)
        piped.start()

    def _take_bytes(self, data: bytes) -> None:
        if data.strip():
            self._read(partial(reply_source.from_bytes, data, "Standard input"))

    def _read(self, read: Callable[[], ReceivedReply]) -> None:
        self._lanes.aside(read, self.received.emit)


def is_piped(descriptor: int) -> bool:
    """Whether something was piped or redirected into this descriptor, as opposed to a terminal or nothing."""
    try:
        mode = os.fstat(descriptor).st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)


class PipedReply(QObject):
    """Reads a descriptor to its end without holding anybody up.

    The thread is a daemon and reads the descriptor itself, for a writer that never ends must not keep the program from
    ending.

    Signals: `arrived(object)` once: the bytes to the end, or the first piece beyond the limit.
    """

    arrived = Signal(object)
    _ended = Signal(object)

    def __init__(self, descriptor: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._descriptor = descriptor
        self._ended.connect(self.arrived, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, name="piped reply", daemon=True).start()

    def _read(self) -> None:
        pieces = bytearray()
        with contextlib.suppress(OSError):  # closed from the other side: what came is kept
            while len(pieces) <= LARGEST and (piece := os.read(self._descriptor, _PIECE)):
                pieces += piece
        with contextlib.suppress(RuntimeError):  # the window is gone
            self._ended.emit(bytes(pieces))
