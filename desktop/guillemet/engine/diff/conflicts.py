"""Three versions of a file, line by line: what both sides changed, and what of it is in conflict.

base     mine     proposed     merged
a        a        A            A            only one side changed it
b        m        B            B            a conflict: mine, before and proposed differ
c        C        c            C
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.diff.lines import ChangedLines, changed_bytes
from guillemet.engine.diff.transfer import transfer
from guillemet.engine.review import ConflictRegion, Part


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


class ConflictingFile(Struct, frozen=True):
    """Three versions of a file, and what they are merged to."""

    base: bytes
    mine: bytes
    proposed: bytes
    merged: MergedLines

    @property
    def clean(self) -> bytes:
        """The merged text with the user's lines where they are in conflict."""
        data = self.merged.data
        for region in reversed(self.merged.regions):
            data = with_lines(data, region.merged, self.mine, region.mine)
        return data

    def base_after(self, mine: bytes) -> bytes | None:
        """Return the base with clean changes that the user's version has now; None where the conflicts would change."""
        return self._carried(self.mine, self.base, mine, lambda base: merging(base, mine, self.proposed), self.clean)

    def proposed_after(self, clean: bytes) -> bytes | None:
        """Return the proposal without the changes this clean text lacks; None where the conflicts would change."""
        return self._carried(self.clean, self.proposed, clean, lambda data: merging(self.base, self.mine, data), clean)

    def base_for(self, edited: bytes) -> bytes:
        """Return a base for the merged text as the user edited it: conflicts in which no line was changed stay."""
        hunks = changed_bytes(self.merged.data, edited)
        data = self.mine
        for region in reversed(self.merged.regions):
            if not _are_touching(hunks, region):
                data = with_lines(data, region.mine, self.base, region.base)
        return data

    def settled_by(self, edited: bytes) -> tuple[bytes, bytes] | None:
        """Return the merged text as the user edited it, but with the lines before, and with the user's, in conflicts.

        Only those count of which lines were edited; None where there is none.
        """
        hunks = changed_bytes(self.merged.data, edited)
        settled = [region for region in self.merged.regions if _are_touching(hunks, region)]
        elsewhere = [hunk for hunk in hunks if not any(_are_touching([hunk], region) for region in settled)]
        merged, typed, base, mine = (
            BytesIO(data).readlines() for data in (self.merged.data, edited, self.base, self.mine)
        )
        kept = [(hunk.old, typed[hunk.new]) for hunk in elsewhere]
        before = _with_all(merged, [*kept, *((region.merged, base[region.base]) for region in settled)])
        users = _with_all(merged, [*kept, *((region.merged, mine[region.mine]) for region in settled)])
        return (before, users) if settled else None

    def _carried(
        self,
        before: bytes,
        other: bytes,
        after: bytes,
        merge: Callable[[bytes], "ConflictingFile | None"],
        clean: bytes,
    ) -> bytes | None:
        """Return another text with the change of one; None unless all merges to this, with the same conflicts."""
        found = merge_lines(before, other, after)
        if found is None or found.regions:
            return None
        again = merge(found.data)
        is_same = again is not None and again.clean == clean and again.lines_in_conflict == self.lines_in_conflict
        return found.data if is_same else None

    @property
    def lines_in_conflict(self) -> list[tuple[list[bytes], ...]]:
        """Of each conflict: its lines before, those of the user, and the proposed ones."""
        texts = [BytesIO(data).readlines() for data in (self.base, self.mine, self.merged.data)]
        sides = ((one.base, one.mine, one.merged) for one in self.merged.regions)
        return [tuple(lines[at] for lines, at in zip(texts, side, strict=True)) for side in sides]


def _are_touching(hunks: Iterable[ChangedLines], region: Region) -> bool:
    at = region.merged
    return any(hunk.old_start <= at.stop and at.start <= hunk.old.stop for hunk in hunks)


def _with_all(lines: Sequence[bytes], changes: Iterable[tuple[slice, Sequence[bytes]]]) -> bytes:
    """Return the lines with others in some places, which do not overlap."""
    changed = list(lines)
    for place, put in sorted(changes, key=lambda one: one[0].start, reverse=True):
        changed[place] = put
    return b"".join(changed)


def merging(base: bytes, mine: bytes, proposed: bytes) -> ConflictingFile | None:
    """Merge three versions of a file, and keep them; return None for what is not plain text."""
    merged = merge_lines(base, mine, proposed)
    return None if merged is None else ConflictingFile(base, mine, proposed, merged)


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


def edited_there(mine: bytes, taken: bytes, before: bytes, after: bytes) -> bytes:
    """Return a text with what an edit of another one, from `before` to `after`, made of the lines it has beside mine.

    The others stay, and so do all where the edit concerns lines next to them that are not the same here.
    """
    settled = changed_bytes(mine, taken)
    everywhere = transfer(before, after, taken, in_part=True) or taken
    lines, edited, result, at = BytesIO(taken).readlines(), BytesIO(everywhere).readlines(), list[bytes](), 0
    for change in changed_bytes(taken, everywhere):
        if any(change.old_start <= one.new.stop and one.new_start <= change.old.stop for one in settled):
            result += [*lines[at : change.old_start], *edited[change.new]]
            at = change.old.stop
    return b"".join([*result, *lines[at:]])


def with_lines(data: bytes, place: slice, new: bytes, new_place: slice) -> bytes:
    """Return a text with some of its lines replaced by lines of another one."""
    lines, others = BytesIO(data).readlines(), BytesIO(new).readlines()
    return b"".join([*lines[: place.start], *others[new_place], *lines[place.stop :]])


def clean_part(part: Part, regions: Sequence[ConflictRegion]) -> Part:
    """Return what of a part is in no conflict, counted where the new side has the user's lines for each of these."""
    old = tuple(_outside(part.old, [region.mine for region in regions]))
    new = []
    for start, stop in _outside(part.new, [region.proposed for region in regions]):
        above = (one for one in regions if one.proposed[1] <= start)
        shift = sum((one.mine[1] - one.mine[0]) - (one.proposed[1] - one.proposed[0]) for one in above)
        new.append((start + shift, stop + shift))
    return replace(part, old=old, new=tuple(new))


def _outside(ranges: Iterable[tuple[int, int]], closed: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the parts of the ranges before, between and behind the closed ones."""
    for first, stop in ranges:
        start = first
        for low, high in closed:
            if start < min(stop, low):
                yield start, min(stop, low)
            start = max(start, high)
        if start < stop:
            yield start, stop


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
