"""Which of several places a block means, when it says more than its lines: a line number, heads above it, the end."""

from bisect import bisect_left
from collections.abc import Sequence

from msgspec import Struct

from guillemet.engine.blocks import EditBlock
from guillemet.engine.matching import sure_rungs
from guillemet.engine.matching.lines import Lines, Place, Places, starts_of
from guillemet.engine.matching.sure_rungs import indentation

_NEAR = 100
"""Places before the hinted line, and after it, that are ordered by their distance; all others come after them."""
_CLEARLY_NEARER = 2
"""How many times farther from the hinted line the second place must be than the first."""


class Picked(Struct, frozen=True):
    """The places in the order in which they are meant, the likeliest first."""

    places: Sequence[Place]
    is_clear: bool
    """Whether a careful reader of the block would have no doubt."""


def pick(places: Sequence[Place], lines: Lines, *, hint: int | None, within: Sequence[str], at_end: bool) -> Picked:
    """Return the places, ordered by what the block says of its place; the hint counts lines from 1."""
    if len(places) < 2 or (hint is None and not within and not at_end):
        return Picked(places, is_clear=len(places) == 1)
    if at_end:
        return _last(places, lines)
    if hint is not None:
        return _nearest(places, lines, hint, within)
    inside = _under(places, lines, within)
    return Picked(_first(inside, places), is_clear=len(inside) == 1)


def pick_among_twins(picked: Picked, lines: Lines, block: EditBlock) -> Picked:
    """Return what was picked, in doubt where all the block says of its place means a twin that differs in blanks only.

    A twin has other blanks at its ends, or another common indentation; it comes last.
    """
    says_place = block.hint is not None or bool(block.within) or block.at_end
    is_settled = not picked.is_clear or block.hint == picked.places[0].start + 1
    if is_settled or not says_place or not any(map(str.strip, block.searched)):
        return picked
    every = sure_rungs.reindented_places(lines, block.searched)
    meant = pick(every, lines, hint=block.hint, within=block.within, at_end=block.at_end)
    if len(every) < 2 or not meant.is_clear or any(map(meant.places[0].overlaps, picked.places)):
        return picked
    return Picked((*picked.places, meant.places[0]), is_clear=False)


def _nearest(places: Sequence[Place], lines: Lines, hint: int, within: Sequence[str]) -> Picked:
    """Return the places, the nearest to the hint first; those the heads open before where it leads elsewhere."""
    nearer = _near_first(places, hint)
    first, second = (abs(start + 1 - hint) for start in starts_of(nearer[:2]))
    if within and first and not _is_opened(nearer[0], lines, within[-1]):
        inside = _under(nearer, lines, within)
        if inside[0] != nearer[0]:
            return Picked(_first(inside, nearer), is_clear=False)
    # Who does not know the line writes 1.
    return Picked(nearer, is_clear=first * _CLEARLY_NEARER < second and (hint > 1 or not first))


def _near_first(places: Sequence[Place], hint: int) -> Sequence[Place]:
    """Return the places, those around the hint by their distance from it, the others after them in their order."""
    starts = starts_of(places)
    at = bisect_left(starts, hint - 1)
    low, high = max(0, at - _NEAR), at + _NEAR
    if isinstance(places, Places):
        near = sorted(starts[low:high], key=lambda start: abs(start + 1 - hint))
        return Places([*near, *starts[:low], *starts[high:]], places.line_count)
    return (*sorted(places[low:high], key=lambda one: abs(one.start + 1 - hint)), *places[:low], *places[high:])


def _first(chosen: Sequence[Place], places: Sequence[Place]) -> tuple[Place, ...]:
    taken = set(chosen)
    return (*chosen, *(one for one in places if one not in taken))


def _last(places: Sequence[Place], lines: Lines) -> Picked:
    last = places[-1]
    is_end = not any(map(str.strip, lines.plain.onwards(last.end)))
    return Picked((last, *places[:-1]), is_end)


def _under(places: Sequence[Place], lines: Lines, heads: Sequence[str]) -> Sequence[Place]:
    """Return the places in what the heads open, else those after the heads; all where a head is not found."""
    at = -1
    for head in heads:
        at = _line_of(lines, head, after=at)
        if at < 0:
            return places
    end = _end_of(lines, at)
    after = tuple(one for one in places if one.start >= at)
    return tuple(one for one in after if one.start < end) or after or places


def _is_opened(place: Place, lines: Lines, head: str) -> bool:
    """Whether the last such head above the place opens what the place lies in."""
    above = [row for row in lines.stripped.positions(head.strip()) if row <= place.start] if head.strip() else []
    return bool(above) and place.start < _end_of(lines, above[-1])


def _line_of(lines: Lines, head: str, *, after: int) -> int:
    """Return where the head stands next, as written or else but for blanks; -1 if it does not."""
    found = -1
    for row in lines.stripped.positions(head.strip(), first=after + 1) if head.strip() else ():
        if lines.plain[row].rstrip() == head.rstrip():
            return row
        found = row if found < 0 else found
    return found


def _end_of(lines: Lines, head: int) -> int:
    """Return the line with which the next thing of the head's depth begins."""
    depth = len(indentation(lines.plain[head]))
    for row, line in enumerate(lines.plain.onwards(head + 1), head + 1):
        if any(map(str.isalnum, line)) and len(indentation(line)) <= depth:
            return row
    return len(lines.plain)
