"""What can be taken for a reply: text, bytes or a file, up to a limit; a sentence for what cannot."""

import os
import stat
from pathlib import Path

from msgspec import Struct

from guillemet.engine.blocks import FormatName
from guillemet.engine.errors import BinaryError, EncodingError, GuillemetError
from guillemet.engine.text import FileText

LARGEST = 20_000_000
"""Bytes of a file, or characters of a text; the longest replies of models are a hundredth of it."""


class ReplySourceError(GuillemetError):
    """What was given cannot be read as a reply."""


class ReceivedReply(Struct, frozen=True):
    """A reply as text, and where it came from."""

    text: str
    source: str
    """Such as "Pasted text" or a file's name, for people."""
    encoding: str = "utf-8"
    asked: FormatName | None = None
    """The edit format that was asked for, if that is known."""


def from_text(text: str, source: str) -> ReceivedReply:
    """Return a pasted or dropped text; raises IntakeError when it is empty or too long."""
    if not text.strip():
        message = f"{source} holds no text. Copy the model's reply first."
        raise ReplySourceError(message)
    if len(text) > LARGEST:
        raise _too_long(source, len(text))
    return ReceivedReply(text, source)


def from_bytes(data: bytes, source: str) -> ReceivedReply:
    """Return bytes as a reply; raises IntakeError when they are empty, too many or no text."""
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
    received = from_text(read.text, source)
    return ReceivedReply(received.text, source, read.encoding)


def from_file(file: Path) -> ReceivedReply:
    """Return the reply a file holds; raises IntakeError, naming the file, when there is none to be had."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            message = f"{file.name} is no file with text in it. Choose the file that holds the model's reply."
            raise ReplySourceError(message)
        with file.open("rb") as opened:
            # One byte more than is taken, so that a file of any length costs no more than the limit.
            data = opened.read(LARGEST + 1)
            size = os.fstat(opened.fileno()).st_size
    except OSError as error:
        message = f"{file.name} cannot be read: {error.strerror}."
        raise ReplySourceError(message) from error
    if len(data) > LARGEST:
        raise _too_long(file.name, max(size, len(data)))
    return from_bytes(data, file.name)


def _too_long(source: str, length: int) -> ReplySourceError:
    shown = f"{length / 1_000_000:,.0f} MB"
    limit = f"{LARGEST / 1_000_000:,.0f} MB"
    return ReplySourceError(f"{source} holds {shown}; a reply may have {limit}. Take the part with the edit blocks.")
