"""Blocks of lines that were moved within a file or between files of a proposal.

A block is a run of removed lines that was added elsewhere, equal but for how far the whole of it is indented. Time is
linear in the changed lines: every line is looked up once, among the few places where the same line was added, and a
place is followed only until the block ends.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from guillemet.engine.diff.lines import ChangedLines, changed, split_lines
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.review import FileTexts

LEAST_LINES = 3
"""Lines that a moved block has at least, blank ones and those of brackets alone not counted; or"""
LEAST_CHARACTERS = 40
"""that many characters in them."""
LEAST_OF_LINES = 20
"""Characters that even several lines have: `else:` and `return` stand everywhere."""
MOST_PLACES = 8
"""A line that was added in more places than this does not lead to a block, though it may be part of one."""
MOST_LINES = 400_000
"""Changed lines beyond which nothing is looked for."""

_LETTER = lazy_pattern(r"\w")
_END = ""
"""Stands between two hunks: a block ends there. Blank lines are a blank."""


class ChangedFile(Struct, frozen=True):
    """The changed lines of one file of the proposal, by hunk."""

    path: str
    hunks: tuple[ChangedLines, ...]
    removed: tuple[tuple[str, ...], ...]
    added: tuple[tuple[str, ...], ...]


class Move(Struct, frozen=True):
    """A block that was removed in one place and added in another; lines count from 0."""

    old_path: str
    old_start: int
    new_path: str
    new_start: int
    count: int


class MoveEnd(Struct, frozen=True):
    """Where the other end of a moved line is."""

    path: str
    line: int
    """Counted from 0."""
    is_old: bool
    """Whether it is an old line, which is so for the other end of a new one."""


MovedLines = Mapping[tuple[bool, int], MoveEnd]
"""The other end of each moved line of one file, by (is old, line)."""


class _Lines:
    """The changed lines of one side of all files, one after the other, with an end after each hunk."""

    def __init__(self, files: Sequence[ChangedFile], *, is_old: bool) -> None:
        self.lines: list[str] = []
        self.keys: list[str] = []
        self.starts: list[int] = []
        """Where each hunk begins; hunks have the same number on both sides."""
        self._places: list[tuple[str, int]] = []
        for file in files:
            for hunk, lines in zip(file.hunks, file.removed if is_old else file.added, strict=True):
                self.starts.append(len(self.lines))
                self._places.append((file.path, hunk.old_start if is_old else hunk.new_start))
                self.lines += lines
                self.lines.append(_END)
                self.keys += [line.strip() or " " for line in lines]
                self.keys.append(_END)
        self.is_taken = bytearray(len(self.lines))

    def hunk(self, at: int) -> int:
        return bisect_right(self.starts, at) - 1

    def place(self, at: int) -> tuple[str, int]:
        """Return the path and the line."""
        hunk = self.hunk(at)
        path, start = self._places[hunk]
        return path, start + at - self.starts[hunk]

    def take(self, start: int, end: int) -> None:
        self.is_taken[start:end] = b"\1" * (end - start)


def changed_file(texts: FileTexts) -> ChangedFile:
    """Return what differs between both sides of a file."""
    hunks = changed(texts.before, texts.after)
    old, new = split_lines(texts.before), split_lines(texts.after)
    return ChangedFile(texts.path, hunks, tuple(old[h.old] for h in hunks), tuple(new[h.new] for h in hunks))


def find_moves(files: Sequence[ChangedFile]) -> tuple[Move, ...]:
    """Return the moved blocks, in the order in which they were removed; no line is part of two.

    Lines that changed place within one hunk, such as those that were indented, are not moved.
    """
    if sum(h.old_count + h.new_count for file in files for h in file.hunks) > MOST_LINES:
        return ()
    return tuple(_Search(_Lines(files, is_old=True), _Lines(files, is_old=False)).moves())


def moved_lines(moves: Iterable[Move], path: str) -> MovedLines:
    """Return the other end of every moved line of this file."""
    ends: dict[tuple[bool, int], MoveEnd] = {}
    for move in moves:
        for line in range(move.count):
            if move.old_path == path:
                ends[True, move.old_start + line] = MoveEnd(move.new_path, move.new_start + line, is_old=False)
            if move.new_path == path:
                ends[False, move.new_start + line] = MoveEnd(move.old_path, move.old_start + line, is_old=True)
    return ends


class _Search:
    def __init__(self, old: _Lines, new: _Lines) -> None:
        self._old = old
        self._new = new
        common = set(old.keys).intersection(new.keys)
        self._weights = {key: len(key) if _LETTER.search(key) else 0 for key in common}
        """Letters and signs of the lines of both sides; 0 for lines without a word."""

    def moves(self) -> Iterator[Move]:
        old, new = self._old, self._new
        added = self._added()
        for at, key in enumerate(old.keys):
            if key not in added or old.is_taken[at]:
                continue
            hunk = old.hunk(at)
            blocks = [self._block(at, place) for place in added[key] if new.hunk(place) != hunk]
            block = max(blocks, key=lambda block: block[2], default=(0, 0, 0))
            if not self._is_enough(block):
                continue
            start, other, count = block
            old.take(start, start + count)
            new.take(other, other + count)
            yield Move(*old.place(start), *new.place(other), count)

    def _added(self) -> dict[str, list[int]]:
        """Return where each line was added that leads to a block."""
        leading = {key for key, weight in self._weights.items() if weight}
        places: dict[str, list[int]] = {}
        for at, key in enumerate(self._new.keys):
            if key in leading:
                places.setdefault(key, []).append(at)
        return {key: found for key, found in places.items() if len(found) <= MOST_PLACES}

    def _block(self, at: int, place: int) -> tuple[int, int, int]:
        """Return the longest block around these two equal lines: both starts, and how many lines."""
        old, new = self._old, self._new
        shift = _shift(old.lines[at], new.lines[place])
        if shift is None or new.is_taken[place]:
            return at, place, 0
        above = self._equal(at, place, shift, step=-1)
        below = self._equal(at, place, shift, step=1)
        start, end = at - above, at + below + 1
        while not self._weights[old.keys[start]]:
            start += 1  # what begins with the end of something else is not where a block begins
        while old.keys[end - 1] == " ":
            end -= 1
        return start, place - at + start, end - start

    def _equal(self, at: int, place: int, shift: str, *, step: int) -> int:
        """Return how many lines follow, in this direction, that are equal and shifted as far."""
        old, new = self._old, self._new
        count = 0
        while True:
            i, j = at + step * (count + 1), place + step * (count + 1)
            if i < 0 or j < 0 or old.keys[i] == _END or old.keys[i] != new.keys[j]:
                return count
            if old.is_taken[i] or new.is_taken[j]:
                return count
            if old.keys[i] != " " and _shift(old.lines[i], new.lines[j]) != shift:
                return count
            count += 1

    def _is_enough(self, block: tuple[int, int, int]) -> bool:
        start, _, count = block
        weights = [weight for key in self._old.keys[start : start + count] if (weight := self._weights[key])]
        characters = sum(weights)
        return characters >= LEAST_CHARACTERS or (len(weights) >= LEAST_LINES and characters >= LEAST_OF_LINES)


def _shift(old: str, new: str) -> str | None:
    """Return by what the new line is indented more, with a sign before it, or less; None where neither is so."""
    if old == new:
        return ""
    before, after = old[: len(old) - len(old.lstrip())], new[: len(new) - len(new.lstrip())]
    if after.endswith(before):
        return f"+{after.removesuffix(before)}" if after != before else ""
    return f"-{before.removesuffix(after)}" if before.endswith(after) else None
