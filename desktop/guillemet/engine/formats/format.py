"""What a format is to the reader: how its blocks begin, what their lines mean, how a block is written.

A further format is one file that makes a `Format`, and one line in `reply.FORMATS`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from guillemet.engine.blocks import Breakage, EditBlock, FormatName


class Step(Enum):
    """What a line did to the open block."""

    MORE = "more"
    DONE = "done"
    """The line was the end marker; `OpenBlock.end` tells what was read."""
    RESTART = "restart"
    """The line is the start marker of another block: this one was never closed."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The lines of a block that came to its end."""

    anchor: tuple[str, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a block that came to its end marker is none."""

    breakage: Breakage
    message: str


class OpenBlock(Protocol):
    """A block being read.

    Most lines of a reply are plain content, so the reader itself puts them into `part`; only a line that begins, after
    blanks, with one of `signs` is offered to `take`.
    """

    signs: frozenset[str]
    part: list[str]
    """Where plain lines go."""
    awaits: str
    """The marker that must come next, as people would write it."""

    def take(self, line: str, line_number: int) -> Step:
        """Read a line that may be a marker, and keep it if it is content."""
        ...

    def end(self) -> Parts | Trouble:
        """Return what was read; called once, after `Step.DONE`."""
        ...


@dataclass(frozen=True, slots=True)
class Format:
    """One edit format."""

    name: FormatName
    signs: str
    """First characters of its start and end markers: no other line outside a block is offered."""
    open: Callable[[str], OpenBlock | None]
    """Return a block to be read if the line is a start marker."""
    is_stray: Callable[[str], bool]
    """Whether the line, outside every block, is a marker that needed one."""
    is_sticky: bool
    """Whether a block that names no file means the last one named, or the only one in the conversation."""
    write: Callable[[EditBlock], str]
    """Return the block as a reply would hold it, every line ended: reading it gives the block back."""
    instructions: str
    """What a model is told; the examples in it are blocks of this format."""


def escape(line: str, is_marker: Callable[[str], bool]) -> str:
    r"""Return content so that it is not read as a marker: one `\` more before a marker or before an escaped one."""
    blanks, rest = _without_blanks(line)
    return f"{blanks}\\{rest}" if is_marker(blanks + rest.lstrip("\\")) else line


def unescape(line: str, is_marker: Callable[[str], bool]) -> str:
    r"""Return the content that `escape` made the line of: one `\` less before a marker."""
    blanks, rest = _without_blanks(line)
    return blanks + rest[1:] if rest[:1] == "\\" and is_marker(blanks + rest.lstrip("\\")) else line


def _without_blanks(line: str) -> tuple[str, str]:
    rest = line.lstrip()
    return line[: len(line) - len(rest)], rest
