"""An edit carried over to lines that are not quite those it was written for.

Three ways, as a merge does it: what only the edit changes becomes new, what only the file has differently stays as the
file has it, and where both touch the same line the two are merged inside the line if they do not meet there; where
they do, the edit has the word.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from msgspec import Struct

from guillemet.engine.matching.lines import can_be_aligned, single_spaced
from guillemet.engine.matching.reindent import Shift, common_shift, shifted
from guillemet.engine.matching.reindented import indentation

_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_LONGEST_LINE = 2_000


def carry(written: Sequence[str], wanted: Sequence[str], standing: Sequence[str]) -> list[str]:
    """Return the standing lines with the change from the written lines to the wanted ones made in them."""
    old, new = [line.rstrip() for line in written], [line.rstrip() for line in wanted]
    merge = _Merge(old, new, [single_spaced(line) for line in old], [single_spaced(line) for line in standing])
    shifts = _Shifts(written, standing, merge.partners)
    carried: list[str] = []
    for part in merge.parts():
        if not part.is_asked:
            carried += standing[part.standing]
            continue
        lines = [shifted(line, shifts.near(part.base.start, line)) for line in wanted[part.new]]
        base = written[part.base]
        if part.is_found and len(lines) == len(base) == len(standing[part.standing]) == 1:
            lines = [_inside(base[0], lines[0], standing[part.standing][0])]
        carried += lines
    return carried


class _Change(Struct, frozen=True):
    """A run of the base, and the run that stands for it."""

    start: int
    end: int
    other_start: int
    other_end: int


class _Part(Struct, frozen=True):
    """A run of the base with its two other versions, and which of them differ from it."""

    base: slice
    new: slice
    standing: slice
    is_asked: bool
    is_found: bool


class _Merge:
    """The changes from one base to two others, told apart where they do not overlap."""

    def __init__(self, old: Sequence[str], new: Sequence[str], base: Sequence[str], standing: Sequence[str]) -> None:
        self._size = len(old)
        self.asked = list(_changes(old, new))
        self.found = list(_changes(base, standing))

    def parts(self) -> Iterator[_Part]:
        """Yield the base from its start to its end, cut where changes begin and end."""
        events = sorted(
            [(one.start, one.end, True, one) for one in self.asked]
            + [(one.start, one.end, False, one) for one in self.found],
            key=lambda event: event[:3],
        )
        at = to_new = to_standing = index = 0
        while index < len(events):
            start, end, is_asked, change = events[index]
            cluster: dict[bool, list[_Change]] = {True: [], False: []}
            cluster[is_asked].append(change)
            index += 1
            while index < len(events) and events[index][0] < end:
                end = max(end, events[index][1])
                cluster[events[index][2]].append(events[index][3])
                index += 1
            yield _Part(
                slice(at, start),
                slice(at + to_new, start + to_new),
                slice(at + to_standing, start + to_standing),
                is_asked=False,
                is_found=False,
            )
            new_start, standing_start = start + to_new, start + to_standing
            to_new += _growth(cluster[True])
            to_standing += _growth(cluster[False])
            yield _Part(
                slice(start, end),
                slice(new_start, end + to_new),
                slice(standing_start, end + to_standing),
                is_asked=bool(cluster[True]),
                is_found=bool(cluster[False]),
            )
            at = end
        rest = slice(at, self._size)
        standing = slice(at + to_standing, self._size + to_standing)
        yield _Part(rest, slice(at + to_new, self._size + to_new), standing, is_asked=False, is_found=False)

    @property
    def partners(self) -> dict[int, int]:
        """Which line of the base stands for which of the standing ones, one to one."""
        partners: dict[int, int] = {}
        at = other = 0
        for change in self.found:
            partners |= zip(range(at, change.start), range(other, change.other_start), strict=True)
            if change.end - change.start == change.other_end - change.other_start:
                partners |= zip(
                    range(change.start, change.end), range(change.other_start, change.other_end), strict=True
                )
            at, other = change.end, change.other_end
        return partners | dict(zip(range(at, self._size), range(other, other + self._size - at), strict=True))


class _Shifts:
    """How the indentation of new lines moves: all alike if the old ones do, else like the nearest old line."""

    def __init__(self, written: Sequence[str], standing: Sequence[str], partners: dict[int, int]) -> None:
        pairs = {at: (written[at], standing[to]) for at, to in partners.items()}
        spoken = {at: pair for at, pair in pairs.items() if pair[0].strip() and pair[1].strip()}
        self._common = common_shift(spoken.values())
        self._moved = {at: (indentation(a), indentation(b)) for at, (a, b) in spoken.items()}
        self._known = sorted(self._moved)

    def near(self, at: int, line: str) -> Shift:
        """Return how a line moves that takes its place at this index of the old lines."""
        if self._common is not None or not self._known:
            return self._common or ("", "")
        # A line beside the place with the very same indentation says more than the line next to it.
        own = indentation(line)
        return self._moved[min(self._known, key=lambda one: (self._moved[one][0] != own, abs(one - at), one))]


def _growth(changes: Sequence[_Change]) -> int:
    return sum((one.other_end - one.other_start) - (one.end - one.start) for one in changes)


def _changes(base: Sequence[str], other: Sequence[str]) -> Iterator[_Change]:
    """Yield what differs, in order; runs of one length are taken line by line."""
    head = tail = 0
    shorter = min(len(base), len(other))
    while head < shorter and base[head] == other[head]:
        head += 1
    while tail < shorter - head and base[-1 - tail] == other[-1 - tail]:
        tail += 1
    before, after = base[head : len(base) - tail], other[head : len(other) - tail]
    if not can_be_aligned(before, after):
        yield _Change(head, len(base) - tail, head, len(other) - tail)
        return
    for tag, start, end, other_start, other_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if end - start == other_end - other_start:
            for offset in range(end - start):
                at, to = head + start + offset, head + other_start + offset
                yield _Change(at, at + 1, to, to + 1)
        else:
            yield _Change(head + start, head + end, head + other_start, head + other_end)


def _inside(old: str, new: str, standing: str) -> str:
    """Return the standing line with the change made in it, or the new line where both changed the same words."""
    if max(map(len, (old, new, standing))) > _LONGEST_LINE:
        return new
    base, asked, found = (_WORD.findall(line.strip()) for line in (old, new, standing))
    merge = _Merge(base, asked, base, found)
    words: list[str] = []
    for part in merge.parts():
        if part.is_asked and part.is_found:
            return new
        words += asked[part.new] if part.is_asked else found[part.standing]
    if _is_contested(merge):
        return new
    return indentation(new) + "".join(words)


def _is_contested(merge: "_Merge") -> bool:
    """Whether both changes touch at one point, where their order is anyone's guess."""
    found = {(one.start, one.end) for one in merge.found}
    return any(start <= one.end and one.start <= end for one in merge.asked for start, end in found)
