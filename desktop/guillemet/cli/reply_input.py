"""Takes in a reply from a file or from standard input, and says what is wrong with it."""

import sys
from pathlib import Path
from typing import BinaryIO

LIMIT = 100 * 1024 * 1024
"""Bytes of the largest reply that is read."""
_STDIN = "-"


class WrongUseError(Exception):
    """What was asked cannot be understood or does not exist; the message says what to do instead."""


def read_reply(source: str | None) -> str:
    """Return the reply from the named file, or from standard input; raises WrongUseError."""
    if source is None and sys.stdin.isatty():
        raise WrongUseError(
            "No reply was given. Name a file, pipe the reply in, or give - to type it and end with Ctrl+D."
        )
    if source is None or source == _STDIN:
        return decode(_at_most(sys.stdin.buffer), "The reply on standard input")
    try:
        with Path(source).open("rb") as file:
            return decode(_at_most(file), f"The reply in {source}")
    except FileNotFoundError:
        raise WrongUseError(f"There is no file {source}. Give the path of a file that holds the reply.") from None
    except OSError as error:
        raise WrongUseError(f"{source} cannot be read ({error.strerror}). Choose another file.") from error


def decode(data: bytes, what: str) -> str:
    """Return the bytes as text; raises WrongUseError when they are no reply."""
    if len(data) > LIMIT:
        raise WrongUseError(f"{what} is larger than {LIMIT // 1024 // 1024} MB. Cut it into several replies.")
    if b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise WrongUseError(f"{what} holds NUL bytes, so it is no text. Save it as plain text in UTF-8.")
    try:
        text = data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongUseError(f"{what} is not UTF-8 (byte {error.start + 1}). Save it as UTF-8 and try again.") from error
    if not text.strip():
        raise WrongUseError(f"{what} is empty. Copy the whole answer of the model and try again.")
    return text


def _at_most(stream: BinaryIO) -> bytes:
    return stream.read(LIMIT + 1)
