"""Writing to a terminal: aligned columns, colours that never stand alone, nothing that could command the terminal."""

import codecs
import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import Any, TextIO, cast

from guillemet.engine.diff.hidden import reveal


class OutputError(Exception):
    """Standard output cannot be written; the message is for people."""


class Painted(str):
    """Text in which everything that could command the terminal is written out already, so that it may have colours."""

    __slots__ = ()


class _EscapedStream:
    """Standard error for all its writers: the parser of arguments, a traceback, the log."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        self._stream.write(shown(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class Colour(Enum):
    """What a colour means; the words beside it say the same."""

    GOOD = "32"
    WARN = "33"
    BAD = "31"
    CALM = "34"
    DIM = "2"
    STRONG = "1"


_PLAIN = {"─": "-", "│": "|", "→": ">", "−": "-", "…": "...", "“": '"', "”": '"'}
"""What our own signs are where the encoding lacks them, as the one of Windows does for what is piped."""
_HANDLER = "guillemet-plain"


def make_streams_safe() -> None:
    """Let neither a stream that is missing nor a character that a terminal's encoding lacks end the program.

    In the place of such a character stands a plain one for a sign of ours, and the number of any other. Nothing that is
    written to standard error commands the terminal; for standard output, `say` sees to that.
    """
    codecs.register_error(_HANDLER, _plainly)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        # The program that started this one closed it, or it never was, as for a program without a console.
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  it stays open
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors=_HANDLER)
    sys.stderr = cast("TextIO", _EscapedStream(sys.stderr))


@contextmanager
def writing() -> Iterator[None]:
    """Turn a failure to write into an OutputError; a reader that has enough stays a BrokenPipeError."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        message = f"The output cannot be written ({error.strerror}). What was done stands."
        raise OutputError(message) from error


def say(*lines: str) -> None:
    """Print lines to standard output; what could command the terminal is written out, line breaks too."""
    with writing():
        for line in lines:
            sys.stdout.write((line if isinstance(line, Painted) else reveal(line)) + "\n")


def say_bytes(data: bytes) -> None:
    """Write bytes to standard output as they are."""
    with writing():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def complain(message: str) -> None:
    """Print what went wrong, and what to do, to standard error."""
    with suppress(OSError):  # the output was perhaps what went wrong
        sys.stdout.flush()
    sys.stderr.write(f"guillemet: {shown(message)}\n")


class RunPrinter:
    """Prints to standard error what a run of git prints, while it runs."""

    def __init__(self) -> None:
        self.text = ""
        """What was printed, as far as it is known."""

    def report(self, text: str) -> None:
        """Print what is new in this text: the end of all that git printed, which may have rewritten its last line."""
        if text.startswith(self.text):
            self._print(text.removeprefix(self.text))
        else:
            known = self.text.rpartition("\n")[0].rpartition("\n")[2]
            self._print("\n" + (text.rpartition(f"{known}\n")[2] if known else text))
        self.text = text

    def end(self) -> None:
        """End the last line."""
        if self.text:
            self._print("\n")

    @staticmethod
    def _print(text: str) -> None:
        with suppress(OSError):  # a closed output must not end the commit
            sys.stderr.write(shown(text))
            sys.stderr.flush()


def shown(text: str) -> str:
    """Return the text with everything written out that is not seen, or could command the terminal; lines stay lines."""
    return "\n".join(map(reveal, text.split("\n")))


def coloured(text: str, colour: Colour | None) -> Painted:
    """Return the text, escaped, in this colour where standard output shows colours."""
    text = reveal(text)
    if colour is None or not has_colours(sys.stdout):
        return Painted(text)
    return Painted(f"\x1b[{colour.value}m{text}\x1b[0m")


def has_colours(stream: TextIO) -> bool:
    """Return whether the stream is a terminal whose user did not refuse colours (https://no-color.org)."""
    if os.name == "nt" and not (os.environ.get("WT_SESSION") or os.environ.get("TERM")):
        return False  # the old console shows the codes themselves
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def columns(rows: Sequence[Sequence[str]], *, colours: Sequence[Colour | None] = (), indent: str = "  ") -> list[str]:
    """Return the rows as lines with aligned columns; the first cell of row n is shown in colour n."""
    safe = [[shown(cell).replace("\n", " ").replace("\t", " ") for cell in row] for row in rows]
    count = max((len(row) for row in safe), default=0)
    widths = [max((_width(row[at]) for row in safe if at < len(row)), default=0) for at in range(count)]
    lines = list[str]()
    for number, row in enumerate(safe):
        padded = [cell + " " * (widths[at] - _width(cell)) for at, cell in enumerate(row)]
        padded[-1] = row[-1]
        colour = colours[number] if number < len(colours) else None
        lines.append(Painted(indent + "  ".join([coloured(padded[0], colour), *padded[1:]]).rstrip()))
    return lines


def paint_diff(data: bytes) -> list[Painted]:
    """Return the lines of a unified diff for reading in a terminal: CRLF shown as LF, every encoding as text."""
    lines = [_text(line.removesuffix(b"\r")) for line in data.removesuffix(b"\n").split(b"\n")] if data else []
    return [coloured(line.expandtabs(4), _diff_colour(line)) for line in lines]


def _text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        # The diff does not tell the encoding of its files; this one shows every byte as some letter.
        return line.decode("latin-1")


def _diff_colour(line: str) -> Colour | None:
    if line.startswith(("diff ", "+++ ", "--- ", "rename ", "new file", "deleted file", "similarity", "index ")):
        return Colour.STRONG
    return {"+": Colour.CALM, "-": Colour.WARN, "@": Colour.DIM}.get(line[:1])


def _width(text: str) -> int:
    """Return how many columns of a terminal the text takes."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(bool(unicodedata.combining(char)) for char in text)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Return what is written in the place of the first character that cannot be."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    char = error.object[error.start]
    if char in _PLAIN:
        return _PLAIN[char], error.start + 1
    only = UnicodeEncodeError(error.encoding, error.object, error.start, error.start + 1, error.reason)
    text, end = codecs.backslashreplace_errors(only)
    return str(text), end
