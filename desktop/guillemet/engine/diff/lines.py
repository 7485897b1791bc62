"""Changed lines by libgit2's xdiff, on buffers; no repository is opened here.

A text's lines end at LF, CRLF or a lone CR, as in `engine.text`. A line and its ending are compared together, so a
changed ending and a final newline that came or went are changes of that line.
"""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import groupby
from operator import ne

from msgspec import Struct
from msgspec.structs import replace

from guillemet import process_settings
from guillemet.engine.patterns import lazy_pattern
from guillemet.settings import WhiteSpace

with process_settings.without_certificates():
    import pygit2
    from pygit2.enums import DiffOption

ANY_ENDING = lazy_pattern(r"\r\n|\n|\r")
# xdiff knows the white space of ASCII; a changed ending counts as such, and so does a final newline.
_OPTIONS = {
    WhiteSpace.ALL: DiffOption.NORMAL,
    WhiteSpace.NOT_TRAILING: DiffOption.IGNORE_WHITESPACE_EOL,
    WhiteSpace.NOT_AMOUNT: DiffOption.IGNORE_WHITESPACE_CHANGE,
    WhiteSpace.NONE: DiffOption.IGNORE_WHITESPACE,
}
_COUNTED: dict[WhiteSpace, Callable[[bytes], bytes]] = {
    WhiteSpace.ALL: bytes,
    WhiteSpace.NOT_TRAILING: bytes.rstrip,
    WhiteSpace.NOT_AMOUNT: lambda line: re.sub(rb"\s+", b" ", line).rstrip(),
    WhiteSpace.NONE: lambda line: b"".join(line.split()),
}
"""What xdiff compares of a line."""
_LONE_CR = lazy_pattern(r"\r(?!\n)")
_COMPARED_AT_ONCE = 65_536
_MOST_EQUAL = 2
"""Equal lines between two runs of changed ones that are moved; more are likely to be kept with reason."""
_LINES_AROUND = 64
"""Equal lines beside the changed ones that xdiff gets all the same: it may move a run of changes along them."""


class ChangedLines(Struct, frozen=True):
    """One run of changed lines; lines count from 0, and a side without lines names the place before which it stands."""

    old_start: int
    old_count: int
    new_start: int
    new_count: int
    is_ignored: bool = False
    """Whether line by line both sides differ only in white space that does not count."""

    @property
    def old(self) -> slice:
        """The old lines."""
        return slice(self.old_start, self.old_start + self.old_count)

    @property
    def new(self) -> slice:
        """The new lines."""
        return slice(self.new_start, self.new_start + self.new_count)


def changed(
    before: str, after: str, *, white_space: WhiteSpace = WhiteSpace.ALL, marked: tuple[bool, bool] = (False, False)
) -> tuple[ChangedLines, ...]:
    """Return the runs of changed lines, in order, as few lines as xdiff finds.

    Putting the new lines of all runs in place of the old ones gives the new text, whatever white space counts: lines
    that differ in nothing else are runs of their own, which are marked as ignored. `marked` is as of `own_marks`.
    """
    return changed_buffers(buffer_of(before), buffer_of(after), white_space=white_space, marked=marked)


def own_marks(before: bytes, after: bytes) -> tuple[bool, bool]:
    """Return which version of a file has a byte-order mark that comes or goes with the first line there.

    That of UTF-16 is none, nor that of a file beside an empty one: their lines are written with it.
    """
    marked = before.startswith(BOM_UTF8), after.startswith(BOM_UTF8)
    has_lines = all(data.removeprefix(BOM_UTF8) for data in (before, after))
    is_wide = any(data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) for data in (before, after))
    return marked if marked[0] is not marked[1] and has_lines and not is_wide else (False, False)


def together(hunks: Sequence[ChangedLines], hunk: int) -> range:
    """Return the hunks around this one that follow each other without an unchanged line between.

    There are several only where some white space is ignored: all are one hunk where it counts.
    """
    first, last = hunk, hunk
    while first and _touch(*hunks[first - 1 : first + 1]):
        first -= 1
    while last + 1 < len(hunks) and _touch(*hunks[last : last + 2]):
        last += 1
    return range(first, last + 1)


def _touch(above: ChangedLines, below: ChangedLines) -> bool:
    return (above.old.stop, above.new.stop) == (below.old_start, below.new_start)


def changed_buffers(
    old: bytes, new: bytes, *, white_space: WhiteSpace, marked: tuple[bool, bool] = (False, False)
) -> tuple[ChangedLines, ...]:
    """Return the runs of changed lines of two buffers, with those that are ignored."""
    old, new = (BOM_UTF8 * has_mark + one for one, has_mark in zip((old, new), marked, strict=True))
    hunks = changed_bytes(old, new, white_space=white_space)
    return hunks if white_space is WhiteSpace.ALL else tuple(_with_ignored(hunks, old, new))


def changed_bytes(before: bytes, after: bytes, *, white_space: WhiteSpace = WhiteSpace.ALL) -> tuple[ChangedLines, ...]:
    """Return the runs of changed lines of two buffers whose lines end at LF only; without those that do not count.

    xdiff holds the interpreter's lock while it hashes all it gets, 40 ms for 5 MB, so it gets no more than it needs.
    """
    if before == after:
        return ()
    if not (before and after):
        return (ChangedLines(0, _count_lines(before), 0, _count_lines(after)),)
    most = min(len(before), len(after))
    head = common_head(before, after, most)
    tail = common_tail(before, after, most - head)
    line_start = before.rfind(b"\n", 0, head) + 1
    first_line = before.count(b"\n", 0, line_start)
    is_in_one_line = all(
        line_start < len(text) and text.find(b"\n", head, len(text) - tail) < 0 for text in (before, after)
    )
    if is_in_one_line and white_space is WhiteSpace.ALL:
        return (ChangedLines(first_line, 1, first_line, 1),)
    start, behind = line_start, len(before) - tail
    for _ in range(_LINES_AROUND):
        start = before.rfind(b"\n", 0, max(start - 1, 0)) + 1
        behind = before.find(b"\n", behind) + 1 or len(before)
    tail = len(before) - behind
    above = first_line - before.count(b"\n", start, line_start)
    near = before[start:behind], after[start : len(after) - tail]
    hunks = list(_by_xdiff(*near, white_space))
    _pair_sides(hunks, *near, white_space)
    return tuple(replace(hunk, old_start=hunk.old_start + above, new_start=hunk.new_start + above) for hunk in hunks)


def _count_lines(text: bytes) -> int:
    return text.count(b"\n") + bool(text and not text.endswith(b"\n"))


def _pair_sides(hunks: list[ChangedLines], before: bytes, after: bytes, white_space: WhiteSpace) -> None:
    """Let lines that xdiff removes in one run and adds in the next be replaced there, where equal lines allow it.

    Of "a, blank, b, blank" that became "A, blank, B" xdiff may keep the second blank: b is removed beside a, and B is
    added by itself. With the first blank kept, as many lines are changed, and b becomes B.
    """
    lines: dict[bool, list[bytes]] = {}
    for at in range(len(hunks) - 1):
        if hunks[at + 1].old_count and hunks[at + 1].new_count:
            continue
        for turned, text in ((False, before), (True, after)):
            one, other = map(_turned, hunks[at : at + 2]) if turned else hunks[at : at + 2]
            equal, extra = other.old_start - one.old.stop, one.old_count - one.new_count
            if other.old_count or not 0 < extra < one.old_count or equal > _MOST_EQUAL:
                continue
            if turned not in lines:
                lines[turned] = BytesIO(text).readlines()
            near = [_COUNTED[white_space](line) for line in lines[turned][one.old.stop - extra : one.old.stop + equal]]
            if near[:equal] == near[extra:]:
                pair = (
                    replace(one, old_count=one.old_count - extra),
                    replace(other, old_start=other.old_start - extra, old_count=extra),
                )
                hunks[at : at + 2] = map(_turned, pair) if turned else pair


def _turned(hunk: ChangedLines) -> ChangedLines:
    return ChangedLines(hunk.new_start, hunk.new_count, hunk.old_start, hunk.old_count)


def _by_xdiff(before: bytes, after: bytes, white_space: WhiteSpace) -> Iterator[ChangedLines]:
    # FORCE_TEXT, or one NUL would make libgit2 call the buffers binary and find no hunks.
    patch = pygit2.Patch.create_from(
        before,
        after,
        flag=DiffOption.FORCE_TEXT | DiffOption.INDENT_HEURISTIC | _OPTIONS[white_space],
        context_lines=0,
        interhunk_lines=0,
    )
    # A side without lines counts from the line before the place: 0 is the start of the file.
    return (
        ChangedLines(
            hunk.old_start - bool(hunk.old_lines),
            hunk.old_lines,
            hunk.new_start - bool(hunk.new_lines),
            hunk.new_lines,
        )
        for hunk in patch.hunks
    )


def common_head(one: Sequence[object], other: Sequence[object], most: int) -> int:
    """Return with how many items both begin alike, at most so many, which neither is shorter than."""
    return _alike(lambda at, end: one[at:end] == other[at:end], most)


def common_tail(one: Sequence[object], other: Sequence[object], most: int) -> int:
    """Return with how many items both end alike, at most so many, which neither is shorter than."""
    ends = len(one), len(other)
    return _alike(lambda at, end: one[ends[0] - end : ends[0] - at] == other[ends[1] - end : ends[1] - at], most)


def _alike(is_alike: Callable[[int, int], bool], most: int) -> int:
    """Return how far both are alike, at most so far; `is_alike` compares what is between two places."""
    at, step = 0, _COMPARED_AT_ONCE
    while step and at < most:
        end = min(at + step, most)
        if is_alike(at, end):
            at = end
        else:
            step //= 2
    return at


def changed_lines(before: Sequence[str], after: Sequence[str]) -> tuple[ChangedLines, ...]:
    """Return the runs of changed lines of two texts, given as lines without endings."""
    old, new = ("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass") for lines in (before, after))
    return changed_bytes(old, new)


def split_lines(text: str) -> tuple[str, ...]:
    """Return the lines without their endings; an empty text has none."""
    if "\r" in text:
        text = ANY_ENDING.sub("\n", text)
    if not text:
        return ()
    return tuple(text.removesuffix("\n").split("\n"))


def _with_ignored(hunks: Sequence[ChangedLines], old: bytes, new: bytes) -> Iterator[ChangedLines]:
    """Yield the hunks, and between them the runs of lines that differ all the same."""
    old_lines, new_lines = BytesIO(old).readlines(), BytesIO(new).readlines()
    at_old = at_new = 0
    for hunk in (*hunks, None):
        new_end = len(new_lines) if hunk is None else hunk.new_start
        count = new_end - at_new
        before, after = old_lines[at_old : at_old + count], new_lines[at_new:new_end]
        if before != after:
            for start, length in _differing(before, after):
                yield ChangedLines(at_old + start, length, at_new + start, length, is_ignored=True)
        if hunk is not None:
            yield hunk
            at_old, at_new = hunk.old.stop, hunk.new.stop


def _differing(old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[tuple[int, int]]:
    """Yield the start and the length of every run of lines that differ."""
    start = 0
    for differs, run in groupby(map(ne, old, new)):
        length = len(list(run))
        if differs:
            yield start, length
        start += length


def buffer_of(text: str) -> bytes:
    """Return the text as bytes whose lines end at LF only."""
    if "\r" in text and text.count("\r") != text.count("\r\n"):
        # xdiff ends lines at LF only. No line with a lone CR can end in CR CR LF otherwise, so nothing is mixed up.
        text = _LONE_CR.sub("\r\r\n", text)
    return text.encode("utf-8", "surrogatepass")
