"""Three versions of a file, line by line: what both sides changed, and what of it is in conflict.

base     mine     proposed     merged
a        a        A            A            only one side changed it
b        m        B            B            a conflict: mine, before and proposed differ
c        C        c            C
"""

from collections.abc import Sequence
from io import BytesIO

from msgspec import Struct

from guillemet.engine.diff.lines import ChangedLines, changed_bytes


class Region(Struct, frozen=True):
    """Lines that both sides changed, to other texts; half-open ranges of lines from 0."""

    base: slice
    mine: slice
    proposed: slice
    merged: slice
    """The proposed lines, as they stand in the merged text."""


class MergedLines(Struct, frozen=True):
    """A file with both changes, and the proposed lines where they are in conflict."""

    data: bytes
    regions: tuple[Region, ...]


def merge_lines(base: bytes, mine: bytes, proposed: bytes) -> MergedLines | None:
    """Merge three versions; changes of neighbouring lines are in conflict. Return None for what is not plain text."""
    if any(b"\0" in side or b"\r" in side.replace(b"\r\n", b"") for side in (base, mine, proposed)):
        return None
    old, ours, theirs = (BytesIO(side).readlines() for side in (base, mine, proposed))
    our_changes, their_changes = changed_bytes(base, mine), changed_bytes(base, proposed)
    merged: list[bytes] = []
    regions: list[Region] = []
    at = 0
    for start, stop in _touching((*our_changes, *their_changes)):
        our, their = _lines_of(start, stop, our_changes), _lines_of(start, stop, their_changes)
        merged += old[at:start]
        has_ours = ours[our] != old[start:stop]
        has_theirs = theirs[their] != old[start:stop]
        if has_ours and has_theirs and ours[our] != theirs[their]:
            place = slice(len(merged), len(merged) + their.stop - their.start)
            regions.append(Region(slice(start, stop), our, their, place))
        merged += theirs[their] if has_theirs else ours[our]
        at = stop
    merged += old[at:]
    return MergedLines(b"".join(merged), tuple(regions))


def with_lines(data: bytes, place: slice, new: bytes, new_place: slice) -> bytes:
    """Return a text with some of its lines replaced by lines of another one."""
    lines, others = BytesIO(data).readlines(), BytesIO(new).readlines()
    return b"".join([*lines[: place.start], *others[new_place], *lines[place.stop :]])


def _touching(changes: Sequence[ChangedLines]) -> list[tuple[int, int]]:
    """Return the ranges of the base that changes touch, those joined that overlap or follow each other."""
    found: list[tuple[int, int]] = []
    for start, stop in sorted((one.old.start, one.old.stop) for one in changes):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(stop, found[-1][1])
        else:
            found.append((start, stop))
    return found


def _lines_of(start: int, stop: int, changes: Sequence[ChangedLines]) -> slice:
    """Return the lines of a changed version that stand for these lines of the base."""
    before = sum(one.new_count - one.old_count for one in changes if one.old.stop < start)
    within = sum(one.new_count - one.old_count for one in changes if start <= one.old.start and one.old.stop <= stop)
    return slice(start + before, stop + before + within)
