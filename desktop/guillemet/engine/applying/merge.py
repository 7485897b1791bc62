"""Two changes of one text made one, line by line; pure.

before ──▶ ours      hunks by xdiff, in order; a hunk of theirs goes to where its lines stand in ours.
before ──▶ theirs    Where two hunks meet, even at their ends, nothing is merged, unless they are the same.
"""

from collections.abc import Sequence

from msgspec import Struct

from guillemet.engine.diff.lines import ChangedLines, changed_bytes


class Splice(Struct, frozen=True):
    """Lines of ours to replace, as theirs has them."""

    start: int
    """Counted from 0, in ours as it is before any splice."""
    count: int
    new: tuple[str, ...]


class Clash(Struct, frozen=True):
    """The first lines of the text before that both changed in different ways."""

    start: int
    """Counted from 0."""
    count: int
    our_start: int
    """Where ours has something else for them; counted from 0."""


def merge(before: Sequence[str], *, ours: Sequence[str], theirs: Sequence[str]) -> tuple[Splice, ...] | Clash:
    """Return what must be replaced in ours, in order, so that it says what theirs changed as well."""
    kept = _hunks(before, ours)
    splices: list[Splice] = []
    passed = shift = 0
    for hunk in _hunks(before, theirs):
        while passed < len(kept) and kept[passed].old_start + kept[passed].old_count < hunk.old_start:
            shift += kept[passed].new_count - kept[passed].old_count
            passed += 1
        new = tuple(theirs[hunk.new_start : hunk.new_start + hunk.new_count])
        met = kept[passed] if passed < len(kept) else None
        if met is None or hunk.old_start + hunk.old_count < met.old_start:
            splices.append(Splice(hunk.old_start + shift, hunk.old_count, new))
        elif (met.old_start, met.old_count) != (hunk.old_start, hunk.old_count) or new != tuple(
            ours[met.new_start : met.new_start + met.new_count]
        ):
            return Clash(hunk.old_start, hunk.old_count, met.new_start)
    return tuple(splices)


def _hunks(before: Sequence[str], after: Sequence[str]) -> tuple[ChangedLines, ...]:
    return changed_bytes(_buffer(before), _buffer(after))


def _buffer(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")
