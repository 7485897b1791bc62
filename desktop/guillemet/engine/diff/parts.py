"""Some of the changed lines of a file, taken or left out: both sides are put together line by line, as bytes.

before   after    chosen: −b +B       taken    left
a        a                            a        a
b        B                            B        b
c        C                            c        C
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.diff.lines import (
    ANY_ENDING,
    ChangedLines,
    changed,
    changed_lines,
    own_marks,
    split_lines,
    together,
)
from guillemet.engine.diff.words import Pair, pair_lines
from guillemet.engine.errors import EncodingError
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.review import FileTexts, Part
from guillemet.engine.text import FileText
from guillemet.settings import WhiteSpace

_LINE = lazy_pattern(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_ENDINGS = ("\r\n", "\n", "\r")


class ChosenChanges(Struct, frozen=True):
    """What becomes of a file when only the chosen changes are made, or all but these."""

    taken: bytes
    """The old side with the chosen changes."""
    left: bytes
    """The new side without them."""
    lines: int = 0
    """How many changed lines are chosen; an old one and the new one it became are one."""
    hunks: int = 0
    """How many hunks they are in."""
    are_whole_hunks: bool = True
    """Whether every line of these hunks is chosen."""


def choose(before: bytes, after: bytes, part: Part) -> ChosenChanges:
    """Return the file with the part of the changes that is chosen, and with all but that; raises NotTextError.

    Lines keep their bytes. A removed line that stays comes before the added lines of its place. A last line without a
    newline that other lines follow gets the ending of its neighbour. A byte-order mark that comes or goes is chosen
    with the first line, on the side that has it.
    """
    old, new = _side(before), _side(after)
    if old.lines and new.lines and old.endings != new.endings:
        message = "The encoding of the file changes as well. Accept or reject the whole file."
        raise EncodingError(message)
    marked = own_marks(before, after)
    hunks = changed(old.text, new.text, white_space=part.white_space, marked=marked)
    old_shown, new_shown = split_lines(old.text), split_lines(new.text)
    taken: list[bytes] = []
    left: list[bytes] = []
    at_old = at_new = lines = 0
    for hunk in hunks:
        removed, added = _within(part.old, hunk.old), _within(part.new, hunk.new)
        taken += old.lines[at_old : hunk.old_start]
        left += new.lines[at_new : hunk.new_start]
        if removed or added:
            of_old, of_new = old.lines[hunk.old], new.lines[hunk.new]
            rows = pair_lines(old_shown[hunk.old], new_shown[hunk.new])
            lines += sum((a is not None and a in removed) or (b is not None and b in added) for a, b in rows)
            taken += _composed(rows, of_old, of_new, _others(of_old, removed), added)
            left += _composed(rows, of_old, of_new, removed, _others(of_new, added))
        else:
            taken += old.lines[hunk.old]
            left += new.lines[hunk.new]
        at_old, at_new = hunk.old.stop, hunk.new.stop
    taken += old.lines[at_old:]
    left += new.lines[at_new:]
    like_old, like_new = (old if old.lines else new), (new if new.lines else old)
    marks = like_old.mark, like_new.mark
    if any(marked):
        is_chosen = _within(part.new if marked[1] else part.old, slice(0, 1))
        marks = (new.mark, old.mark) if is_chosen else (old.mark, new.mark)
    files = _joined(taken, like_old, marks[0], (old, new)), _joined(left, like_new, marks[1], (new, old))
    count, are_whole = _counted(hunks, part)
    return ChosenChanges(*files, lines, count, are_whole)


def _counted(hunks: Sequence[ChangedLines], part: Part) -> tuple[int, bool]:
    """Return in how many hunks lines are chosen, and whether these are chosen as a whole."""
    chosen = [len(_within(part.old, hunk.old)) + len(_within(part.new, hunk.new)) for hunk in hunks]
    wholes = {together(hunks, at) for at, count in enumerate(chosen) if count}
    is_whole = all(chosen[at] == hunks[at].old_count + hunks[at].new_count for whole in wholes for at in whole)
    return len(wholes), is_whole


def part_of(hunks: Iterable[ChangedLines], of: str, white_space: WhiteSpace = WhiteSpace.ALL) -> Part:
    """Return the part that these hunks of the texts of an identity are, found where such white space counts."""
    chosen = tuple(hunks)
    old = tuple((hunk.old.start, hunk.old.stop) for hunk in chosen if hunk.old_count)
    new = tuple((hunk.new.start, hunk.new.stop) for hunk in chosen if hunk.new_count)
    return Part(old, new, of, white_space)


def part_of_lines(texts: FileTexts, ranges: Iterable[tuple[int, int]]) -> Part:
    """Return the part with the added lines in these ranges, half-open from 0, and the removed lines beside them."""
    chosen = tuple(ranges)
    old_lines, new_lines = split_lines(texts.before), split_lines(texts.after)
    old: list[tuple[int, int]] = []
    new: list[tuple[int, int]] = []
    for hunk in changed(texts.before, texts.after, marked=texts.marked):
        at = hunk.new_start  # a removed line beside none is where the added one above it is
        for a, b in pair_lines(old_lines[hunk.old], new_lines[hunk.new]):
            at = at if b is None else hunk.new_start + b
            if any(start <= at < stop for start, stop in chosen):
                old += [] if a is None else [(hunk.old_start + a, hunk.old_start + a + 1)]
                new += [] if b is None else [(at, at + 1)]
    return Part(tuple(old), tuple(new), texts.identity)


def edited(data: bytes, text: str) -> bytes:
    """Return a file with another text: lines that stay keep their bytes, the others end as their neighbours do.

    Raises NotTextError, also for a character that the file's encoding does not have.
    """
    old = FileText.from_bytes(data)
    endings = ANY_ENDING.findall(old.whole)
    lines = split_lines(old.whole)
    found = replace(old, lines=lines, endings=(*endings, *[""] * (len(lines) - len(endings))))
    new = split_lines(text)
    for hunk in reversed(changed_lines(lines, new)):
        found = found.splice(hunk.old_start, hunk.old_count, new[hunk.new])
    is_ended = text.endswith(("\n", "\r"))
    return found.ended(newline=is_ended).to_bytes()


def with_own_lines(data: bytes, place: slice, text: str) -> bytes:
    """Return a file with the lines of a text in place of these lines; it is edited as `edited` does."""
    whole = FileText.from_bytes(data).whole
    lines = split_lines(whole)
    new = "\n".join((*lines[: place.start], *split_lines(text), *lines[place.stop :]))
    return edited(data, new + "\n" if new and (not whole or whole.endswith("\n")) else new)


class _Side(Struct, frozen=True):
    whole: bytes
    text: str
    lines: list[bytes]
    mark: bytes
    endings: tuple[bytes, ...]
    """CRLF, LF and CR in the encoding of the file; they differ only where one side is UTF-16."""


def _side(data: bytes) -> _Side:
    file = FileText.from_bytes(data)
    text = file.whole
    lines = [line.encode(file.encoding) for line in _LINE.findall(text)]
    return _Side(data, text, lines, file.bom, tuple(ending.encode(file.encoding) for ending in _ENDINGS))


def _within(ranges: Iterable[tuple[int, int]], lines: slice) -> frozenset[int]:
    """Return which of these lines are in the ranges, counted from the first of them."""
    found = (range(max(start, lines.start), min(stop, lines.stop)) for start, stop in ranges)
    return frozenset(line - lines.start for one in found for line in one)


def _others(lines: Sequence[bytes], chosen: frozenset[int]) -> frozenset[int]:
    return frozenset(range(len(lines))) - chosen


def _composed(
    rows: Iterable[Pair],
    old: Sequence[bytes],
    new: Sequence[bytes],
    kept_old: Collection[int],
    kept_new: Collection[int],
) -> list[bytes]:
    """Return the kept lines of a hunk in their order: where old and new stay side by side, the old ones first."""
    lines: list[bytes] = []
    waiting: list[bytes] = []
    for a, b in rows:
        keeps_old, keeps_new = a is not None and a in kept_old, b is not None and b in kept_new
        if a is not None and b is not None and keeps_old is not keeps_new:
            lines += waiting
            waiting = []
        if a is not None and keeps_old:
            lines.append(old[a])
        if b is not None and keeps_new:  # in place of an old one it waits for none of those below
            (waiting if keeps_old or waiting else lines).append(new[b])
    return lines + waiting


def _joined(lines: list[bytes], like: _Side, mark: bytes, sides: Iterable[_Side]) -> bytes:
    """Return the lines as one file with this mark, or the very side that has none either."""
    for at, (line, following) in enumerate(pairwise(lines)):
        if not line.endswith(like.endings):
            near = lines[at - 1] if at else following
            lines[at] = line + next((one for one in like.endings if near.endswith(one)), like.endings[1])
    return next((side.whole for side in sides if not (lines or side.lines)), mark + b"".join(lines))
