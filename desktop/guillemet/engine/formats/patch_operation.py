"""One operation of a patch while its lines come, block by block, and what each block amounts to."""

import re

from msgspec.structs import replace

from guillemet.engine.blocks import Breakage
from guillemet.engine.formats.format import Deletion, Ended, Move, Trouble, Whole
from guillemet.engine.formats.hunk import Hunk, parts_of, read_numbers
from guillemet.engine.formats.path_line import undecorate

ADD, UPDATE, DELETE = "*** Add File:", "*** Update File:", "*** Delete File:"

_ELLIPSIS = re.compile(r"\.{2,}|…")
_MIXED = "Some lines of the new file begin with `+` and some do not, so it is not certain what it holds."
_NOTHING = "The block says nothing to do with its file: no line comes, and none goes."


class Operation:
    """What a patch does to one file: each hunk is a block, and so is everything else it may be."""

    __slots__ = ("_is_moved", "_within", "hunk", "is_last", "marker", "path", "target")

    def __init__(self, line: str) -> None:
        marker, _, name = line.partition(":")
        self.marker = f"{marker}:"
        self.path = path_in(name)
        self.target = ""
        """The path the file is to get."""
        self.hunk: Hunk | None = None
        self.is_last = False
        """Whether the hunk's lines are said to be the file's last ones."""
        self._within: list[str] = []
        self._is_moved = False
        """Whether the block that moves the file is done."""

    def begin(self, line: str) -> Ended | None:
        """Begin a hunk, or name one more line above it; return the block that is done by that, if one is."""
        done: Ended | None = None
        if self.target and not self._is_moved:
            done, self._is_moved, self.path = Move(self.target), True, self.target
        elif self.hunk and (self.hunk.lines or self.is_last):
            done = self.ended()
        if done or self.hunk is None:
            self.hunk, self._within, self.is_last = Hunk(read_numbers(line)), [], False
        name = line.removeprefix("@@").removesuffix("@@").strip()
        if name and self.hunk.numbers is None and not _ELLIPSIS.fullmatch(name):
            self._within.append(name)
        return done

    def ended(self) -> Ended:
        """Return what the current block amounts to."""
        if self.marker == DELETE:
            return Deletion()
        if self.marker == ADD:
            return self._added()
        if self.marker != UPDATE:
            return Trouble(Breakage.UNSUPPORTED, f"Patches have no operation `{self.marker}`.")
        if self.hunk:
            numbers = self.hunk.numbers
            parts = parts_of(self.hunk.signed(), hint=numbers.line if numbers else None, within=self._within)
            return replace(parts, at_end=self.is_last)
        return Move(self.target) if self.target else Trouble(Breakage.UNSUPPORTED, _NOTHING)

    def _added(self) -> Ended:
        lines = list(self.hunk.lines) if self.hunk else []
        while lines and not lines[-1]:
            lines.pop()
        signed = [line[:1] == "+" for line in lines if line.strip()]
        if not any(signed):
            return Whole(tuple(lines), must_be_new=True)
        if not all(signed):
            return Trouble(Breakage.UNSUPPORTED, _MIXED)
        return Whole(tuple(line[1:] for line in lines), must_be_new=True)


def path_in(text: str) -> str:
    """Return the path that stands behind a marker, without decoration."""
    name = text.strip().removesuffix(" ***").rstrip()
    return undecorate(name, lambda _path: False) or name
