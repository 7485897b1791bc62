"""The block a reply is inside of: what was written of it so far, and what becomes of it."""

import re
from collections.abc import Sequence
from functools import cache

from msgspec import Struct, field
from msgspec.structs import replace

from guillemet.engine.blocks import (
    Block,
    BlockGrew,
    Breakage,
    BrokenBlock,
    DeleteFile,
    EditBlock,
    FormatName,
    MoveFile,
    WholeFile,
)
from guillemet.engine.formats.format import Deletion, FileMove, Format, OpenBlock, Parts, Whole
from guillemet.engine.formats.path_line import PROSE
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.text import indent_of

_SEPARATORS = ("=====", "-------", "═══════", "🟨🟨🟨")
"""What stands directly below the start marker where nothing is searched."""
_BULLET = lazy_pattern(r"[ \t]*(?:[-*+]|\d{1,4}[.)]) {1,4}")


class Grown(dict[str, BlockGrew]):
    """The events of a block's lines, each once: old and new lines are mostly the same."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __missing__(self, line: str) -> BlockGrew:
        event = self[line] = BlockGrew(self._number, line)
        return event


class OpenBlockState(Struct):
    """A block whose end has not come."""

    path: str
    format: Format
    reading: OpenBlock
    lines: list[str]
    """As written, head included, without line endings."""
    head: int
    """How many of the lines are the head."""
    number: int = 0
    """Which block of its reply; this and the next two are known when the block starts."""
    line_number: int = 0
    grown: Grown = field(default_factory=lambda: Grown(0))
    is_path_guessed: bool = False
    is_path_spoken_of: bool = False
    may_mean_new: bool = False
    """Whether it may name a new file in a sentence; that counts where nothing is searched, which would be appended."""
    is_inside_broken: bool = False
    is_escaped: bool = False
    """Whether its lines are escaped for HTML, and are read without that."""
    is_tentative: bool = False
    """Whether its lines are no events before its end, for only that tells whether it is prose: see `listing`."""
    last_end: str = "\n"
    """How its last line ended in the reply."""

    @property
    def may_hold_examples(self) -> bool:
        """Whether it writes a whole file, or prose, where another block may stand as an example."""
        below = self.lines[self.head + 1 : self.head + 2]
        is_made = self.format.makes_files or bool(below and below[0].strip().startswith(_SEPARATORS))
        return is_made or self.path.lower().endswith(PROSE)

    def followed_by(self, line: str) -> "OpenBlockState":
        """Return the next block of the same construct, which begins with this line."""
        following = OpenBlockState(self.reading.path or self.path, self.format, self.reading, [line], 0)
        following.is_escaped = self.is_escaped
        if not self.reading.path:
            following.is_path_guessed = self.is_path_guessed
            following.is_path_spoken_of = self.is_path_spoken_of
        return following

    def grow(self, line: str) -> BlockGrew:
        """Take a plain line of content; return its event."""
        grew = self.grown[line]
        self.reading.part.append(grew.text)
        self.lines.append(grew.text)
        return grew

    def grow_by(self, lines: Sequence[str]) -> list[BlockGrew]:
        """Take several at once; return their events."""
        grown = self.grown
        grew = [grown[line] for line in lines]
        texts = [one.text for one in grew]
        self.reading.part += texts
        self.lines += texts
        return grew

    def plain_until(self, chunk: str, start: int) -> int:
        """Return where the plain lines that begin at `start`, after a line's end, give way to another or are cut."""
        signs = self.reading.signs
        if signs is None or self.is_escaped:
            return start
        found = _sign_line(signs).search(chunk, start - 1)
        return found.start() + 1 if found else chunk.rfind("\n", start) + 1

    def finished(self, ended: Parts | Whole | Deletion | FileMove) -> Block:
        """Return the block with the lines it came to."""
        block: Block
        match ended:
            case Parts():
                block = self._edit(ended)
            case Whole():
                block = self._file(ended)
            case Deletion():
                block = DeleteFile(*self._origin())
            case FileMove(target, mode):
                block = MoveFile(*self._origin(), target=target, mode=mode)
        if self.is_escaped and isinstance(block, EditBlock | WholeFile):
            block = replace(block, is_escaped=True)
        return replace(block, is_inside_broken=True) if self.is_inside_broken else block

    def _file(self, whole: Whole) -> WholeFile:
        return WholeFile(
            *self._origin(whole.format),
            new=self._flush(whole.new),
            must_be_new=whole.must_be_new,
            is_path_guessed=self.is_path_guessed or (self.may_mean_new and whole.must_be_new),
            is_end_guessed=whole.is_end_guessed,
            is_called_new=whole.is_called_new,
            addition=whole.addition,
            mode=whole.mode,
        )

    def _edit(self, parts: Parts) -> EditBlock:
        parts = self._out_of_list(parts)
        searched = (*parts.anchor, *parts.old, *parts.trailing)
        is_new = self.may_mean_new and not any(map(str.strip, searched))
        return EditBlock(
            *self._origin(parts.format),
            anchor=parts.anchor,
            old=parts.old,
            new=parts.new if searched else self._flush(parts.new),
            trailing=parts.trailing,
            hint=parts.hint,
            within=parts.within,
            at_end=parts.at_end,
            final_newline=parts.final_newline,
            is_everywhere=parts.is_everywhere,
            is_path_guessed=self.is_path_guessed or is_new,
            is_path_spoken_of=self.is_path_spoken_of and self.path != "",
            mode=parts.mode,
        )

    def _flush(self, new: tuple[str, ...]) -> tuple[str, ...]:
        """Return the lines of a whole file without the start marker's indentation, if all of them have it."""
        indentation = self._indentation
        is_flush = not indentation or self.format.takes_off_indentation
        if is_flush or not all(line.startswith(indentation) or not line.strip() for line in new):
            return new
        return tuple(line[len(indentation) :] for line in new)

    def _out_of_list(self, parts: Parts) -> Parts:
        """Return the lines without the indentation the whole block has, its path too, as it stands in a list."""
        indentation = self._indentation
        cut = len(indentation)
        if not cut or self.format.takes_off_indentation or not self._is_indented(indentation):
            return parts
        anchor, old, new, trailing = (
            tuple(line[cut:] for line in part) for part in (parts.anchor, parts.old, parts.new, parts.trailing)
        )
        return replace(parts, anchor=anchor, old=old, new=new, trailing=trailing)

    @property
    def _indentation(self) -> str:
        """What stands before the start marker."""
        return indent_of(self.lines[self.head])

    def _is_indented(self, indent: str) -> bool:
        above = [line for line in self.lines[: self.head] if line.strip()]
        # Without a path as deep, the markers may only be as deep as the code.
        is_above = bool(above) and all(line.startswith(indent) or _bullet(line) == len(indent) for line in above)
        return is_above and all(line.startswith(indent) or not line.strip() for line in self.lines[self.head :])

    def broken(self, breakage: Breakage, message: str, line_number: int) -> BrokenBlock:
        """Return the report of a block that cannot be used, known at this line of the reply."""
        if breakage is Breakage.UNCLOSED:
            awaits = self.reading.awaits
            message = f"Line {line_number} of the reply begins another block before this one came to `{awaits}`."
        return BrokenBlock(*self._origin(), breakage=breakage, message=message)

    def _origin(self, form: FormatName | None = None) -> tuple[str, FormatName, int, int, tuple[str, ...]]:
        """Return what every block tells of where the reply has it, in this format if it is not that of its markers."""
        return self.path, form or self.format.name, self.number, self.line_number, tuple(self.lines)


def _bullet(line: str) -> int:
    """Return how wide the bullet or number is with which an item of a list begins."""
    found = _BULLET.match(line)
    return found.end() if found else 0


@cache
def _sign_line(signs: frozenset[str]) -> re.Pattern[str]:
    """Return what finds the end of a line before one that begins, after blanks, with a sign."""
    return re.compile(rf"\n[^\S\n]*[{re.escape(''.join(sorted(signs)))}]")
