"""Replies from outside the conversation: text, files and a pipe, read and put into the staging area.

text · file · pipe ─▶ ReceivedReply ─▶ waits while no repository is open ─▶ Workspace.apply, once ─▶ applied
"""

import contextlib
import os
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet.app.notices import Level, Notice, Notifications, Offer
from guillemet.app.repository_service import RepositoryService
from guillemet.app.review import reports
from guillemet.app.task_runner import TaskRunner, run_detached
from guillemet.engine.applying import ApplyOptions, MemoryFiles, ReadReply, read_reply
from guillemet.engine.blocks import BrokenBlock, FormatName
from guillemet.engine.errors import BinaryError, EncodingError, GuillemetError, StoppedError
from guillemet.engine.text import FileText
from guillemet.engine.workspace import Applied, Workspace

READING = "reading reply"
"""How the progress of taking a reply in is called."""
_PIECE = 65_536
LARGEST = 20_000_000
"""Bytes of a file, or characters of a text; the longest replies of models are a hundredth of it."""


class ReplySourceError(GuillemetError):
    """What was given cannot be read as a reply."""


class ReceivedReply(Struct, frozen=True):
    """A reply as text, and where it came from."""

    text: str
    source: str
    """Such as "Pasted text" or a file's name, for people."""
    asked: FormatName | None = None
    """The edit format that was asked for, if that is known."""
    is_answer: bool = False
    """Whether it may answer a message of this conversation, which was sent by way of a web chat."""


def from_text(text: str, source: str) -> ReceivedReply:
    """Return a pasted or dropped text; raises ReplySourceError when it is empty or too long."""
    if not text.strip():
        message = f"{source} holds no text. Copy the model's reply first."
        raise ReplySourceError(message)
    if len(text) > LARGEST:
        raise _too_long(source, len(text))
    return ReceivedReply(text, source)


def from_bytes(data: bytes, source: str) -> ReceivedReply:
    """Return bytes as a reply; raises ReplySourceError when they are empty, too many or no text."""
    if len(data) > LARGEST:
        raise _too_long(source, len(data))
    try:
        read = FileText.from_bytes(data)
    except BinaryError as error:
        message = f"{source} is a binary file, not a model's reply. Choose a text file."
        raise ReplySourceError(message) from error
    except EncodingError as error:
        message = f"{source} has an unknown encoding. Save it as UTF-8, then open it again."
        raise ReplySourceError(message) from error
    return from_text(read.text, source)


def from_file(file: Path) -> ReceivedReply:
    """Return the reply a file holds; raises ReplySourceError, naming the file, when it cannot be read."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            message = f"{file.name} is not a file with text in it. Choose the file that holds the model's reply."
            raise ReplySourceError(message)
        with file.open("rb") as opened:
            # One byte more than is taken, so that a file of any length costs no more than the limit.
            data = opened.read(LARGEST + 1)
            size = os.fstat(opened.fileno()).st_size
    except OSError as error:
        message = f"{file.name} cannot be read: {error.strerror}."
        raise ReplySourceError(message) from error
    if len(data) > LARGEST:
        raise _too_long(file.name, size)
    return from_bytes(data, file.name)


def _too_long(source: str, length: int) -> ReplySourceError:
    shown = f"{length / 1_000_000:,.0f} MB"
    limit = f"{LARGEST / 1_000_000:,.0f} MB"
    return ReplySourceError(f"{source} holds {shown}; a reply may have {limit}. Take the part with the edit blocks.")


class OfferedReply(Struct, frozen=True):
    """A reply that the user may apply, as it was read in a repository."""

    text: str
    options: ApplyOptions
    workspace: Workspace | None
    read: ReadReply


class ReplyImport(QObject):
    """Reads replies and applies them; those that come while no repository is open wait.

    Signals: `received(ReceivedReply)`; `applied(ReceivedReply, Applied)`; `folder_given(str)` when a path was a folder.
    """

    received = Signal(object)
    applied = Signal(object, object)
    folder_given = Signal(str)

    def __init__(
        self,
        tasks: TaskRunner,
        workplace: RepositoryService,
        notifications: Notifications,
        options: Callable[[], ApplyOptions],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tasks, self._workplace, self._notifications = tasks, workplace, notifications
        self._options = options
        self._waiting: list[ReceivedReply] = []
        self._offered: OfferedReply | None = None
        """The reply that was offered last."""
        self._unread: dict[str, str] = {}
        """The texts, by id, of replies without blocks whose listings can be read otherwise."""

    def take_text(self, text: str, source: str, *, is_answer: bool = True) -> None:
        """Apply a pasted or dropped reply."""
        try:
            received = from_text(text, source)
        except ReplySourceError as error:
            self._notifications.show_error(error)
        else:
            self._take(replace(received, is_answer=is_answer))

    def offer(self, text: str, holder: str = "The clipboard") -> None:
        """Offer to apply a text that came where it was not asked for, if it holds edit blocks."""
        options, workspace = self._options(), self._workplace.workspace

        def tell(read: ReadReply) -> None:
            count = sum(not isinstance(block, BrokenBlock) for block in read.blocks)
            if count:
                self._offered = OfferedReply(text, options, workspace, read)
                what = f"{holder} holds a reply with {count} block{'' if count == 1 else 's'}."
                self._notifications.show(Notice(Level.INFO, what, offer=Offer.TAKE_REPLY, subject=text))

        if workspace is None:
            self._tasks.aside(partial(read_reply, text, MemoryFiles({}), options=options), tell)
        else:
            self._workplace.ask(lambda workspace: workspace.read_reply(text, options=options), tell)

    def take_path(self, path: str) -> None:
        """Apply the reply that a file holds, or report that it is a folder."""

        def read() -> ReceivedReply | None:
            place = Path(path)
            return None if place.is_dir() else from_file(place)

        def take(received: ReceivedReply | None) -> None:
            if received is None:
                self.folder_given.emit(path)
            else:
                self._take(received)

        self._tasks.aside(read, take)

    def take_pipe(self, descriptor: int) -> None:
        """Apply what comes through a descriptor, once it ends; nothing is reported when nothing came."""
        # Detached, for a writer that never ends must not keep the program from ending.
        run_detached(partial(read_pipe, descriptor), self._take_bytes, owner=self, name="piped reply")

    def take_again(self, reply_id: str, asked: FormatName) -> None:
        """Apply a reply again that was applied before and holds listings: they are what was asked for."""
        text, options = self._unread[reply_id], replace(self._options(), asked=asked)
        what = "read as whole files" if asked is FormatName.WHOLE_FILE else "its listings to be placed"
        received = ReceivedReply(text, f"The same reply, {what}", asked=options.asked)

        def apply(workspace: Workspace) -> Applied:
            # Without a suggested command it left nothing to be read again.
            if any(one.id == reply_id for one in workspace.kept_replies()):
                return workspace.grow(reply_id, text, options=options)
            return workspace.apply(text, options=options, reply_id=reply_id)

        self._apply(apply, received)

    def take_waiting(self) -> None:
        """Apply what waited for a repository."""
        waiting, self._waiting = self._waiting, []
        for received in waiting:
            self._take(received)

    def _take_bytes(self, data: bytes) -> None:
        if data.strip():
            self._tasks.aside(partial(from_bytes, data, "Standard input"), self._take)

    def _take(self, received: ReceivedReply) -> None:
        self.received.emit(received)
        options, workspace = self._options(), self._workplace.workspace
        if not received.is_answer:
            options = replace(options, others=None)
        if workspace is None:
            self._waiting = [*(one for one in self._waiting if one.text != received.text), received]
            self._notifications.show(reports.of_waiting(received.source))
            return
        offered, self._offered = self._offered, None
        is_read = offered and (offered.text, offered.options, offered.workspace) == (received.text, options, workspace)
        read = offered.read if offered and is_read else None
        job = partial(Workspace.apply, reply=received.text, options=options, read=read)
        self._apply(job, replace(received, asked=options.asked))

    def _apply(self, apply: Callable[[Workspace], Applied], received: ReceivedReply) -> None:
        def tell(applied: Applied) -> None:
            if (applied.listings or applied.unread_listings) and not applied.outcomes:
                self._unread[applied.reply_id] = received.text
            self.applied.emit(received, applied)

        def fail(error: Exception) -> None:
            if isinstance(error, StoppedError):
                what = f"{received.source} was not added: you stopped it. Nothing changed."
                self._notifications.show(Notice(Level.INFO, what))
            else:
                self._notifications.show_error(error)

        self._workplace.ask(apply, tell, otherwise=fail, what=READING, can_stop=True)


def is_piped(descriptor: int) -> bool:
    """Whether something was piped or redirected into this descriptor, as opposed to a terminal or nothing."""
    try:
        mode = os.fstat(descriptor).st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)


def read_pipe(descriptor: int) -> bytes:
    """Return the bytes to the end, or a little more than is allowed."""
    pieces = bytearray()
    with contextlib.suppress(OSError):  # closed from the other side: what came is kept
        while len(pieces) <= LARGEST and (piece := os.read(descriptor, _PIECE)):
            pieces += piece
    return bytes(pieces)
