"""Where a block's lines go in one text, or why they go nowhere; pure.

old lines stand there ──▶ Placed, unless the new ones stand there already
old lines do not      ──▶ Done when the new ones stand there once and say something; else Missed, with a diagnosis
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from guillemet.engine.blocks import EditBlock, FormatName
from guillemet.engine.matching import exact
from guillemet.engine.matching.fitting import fit
from guillemet.engine.matching.ladder import find
from guillemet.engine.matching.lines import Found, Lines, Place, runs
from guillemet.engine.matching.nearest import nearest
from guillemet.engine.outcomes import Nearest, Reason, Rung

ANCHORED = frozenset({FormatName.GUILLEMET, FormatName.ANCHORED, FormatName.SQUARES})
"""Formats that are exact: one place only, the first rung only."""

_PLACES_NAMED = 8
_PLACES_SHOWN = 20
_TELLING_LETTERS = 8
"""Letters and digits of a single line that is more than trivial."""


@dataclass(frozen=True, slots=True)
class Placed:
    """The lines to put in, and every place where the old ones stand; the first is taken."""

    found: Found
    new: tuple[str, ...]

    @property
    def place(self) -> Place:
        """The place that is taken."""
        return self.found.places[0]


@dataclass(frozen=True, slots=True)
class Done:
    """The text already says what the block wants."""

    lines: tuple[int, ...]
    """Where, counted from 1."""
    rung: Rung | None = None


@dataclass(frozen=True, slots=True)
class Missed:
    """The block has no place, or more than one."""

    reason: Reason
    message: str
    lines: tuple[int, ...] = ()
    """Where the searched lines, or their anchor, stand; counted from 1."""


class Patience:
    """Seconds left for naming nearest places, over all blocks of a reply."""

    __slots__ = ("seconds",)

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def spent_on(self, search: Callable[[], tuple[Nearest, ...]]) -> tuple[Nearest, ...]:
        """Return what the search finds; nothing once patience has run out."""
        if self.seconds <= 0:
            return ()
        started = time.monotonic()
        found = search()
        self.seconds -= time.monotonic() - started
        return found


def place(block: EditBlock, lines: Lines, *, strict: bool) -> Placed | Done | Missed:
    """Return where the block goes in the text."""
    found = find(lines, block.searched, strict=strict)
    if found is None:
        done = _done_elsewhere(block, lines, strict=strict)
        return done or _missed(block, lines)
    if len(found.places) > 1 and block.format in ANCHORED:
        return Missed(Reason.AMBIGUOUS, _ambiguous(found.places), numbers(found.places))
    first = found.places[0]
    new = fit(block.replacement, searched=block.searched, lines=lines.plain, place=first, rung=found.rung)
    is_there = list(lines.plain[first.start : first.start + first.count]) == new or _is_inserted(block, lines, found)
    return Done(numbers(found.places), found.rung) if is_there else Placed(found, tuple(new))


def numbers(places: Sequence[Place]) -> tuple[int, ...]:
    """Return the line numbers of the places, counted from 1."""
    return tuple(one.start + 1 for one in places)


def is_telling(lines: Sequence[str]) -> bool:
    """Whether the lines say more than one trivial line does, such as a brace or a lone word."""
    spoken = [line for line in lines if line.strip()]
    if len(spoken) != 1:
        return bool(spoken)
    return len(spoken[0].split()) > 1 and sum(map(str.isalnum, spoken[0])) >= _TELLING_LETTERS


def resembling(block: EditBlock, path: str, lines: Lines) -> tuple[Nearest, ...]:
    """Return the places a user may have meant, best first."""
    found = nearest(lines, block.searched)
    return tuple(Nearest(path, one.start + 1, one.count, one.similarity, one.text) for one in found)


def choices(block: EditBlock, path: str, lines: Lines) -> tuple[Nearest, ...]:
    """Return the exact places among which the user has to choose."""
    text = "\n".join(block.searched)
    found = exact.places(lines, block.searched)[:_PLACES_SHOWN]
    return tuple(Nearest(path, one.start + 1, one.count, 1, text) for one in found)


def _is_inserted(block: EditBlock, lines: Lines, found: Found) -> bool:
    """Whether lines that are only added beside the searched ones stand there already, in the only place."""
    searched, wanted = block.searched, block.replacement
    added = len(wanted) - len(searched)
    if added <= 0 or len(found.places) > 1 or found.rung is not Rung.EXACT:
        return False
    start = found.places[0].start
    before = start - added if wanted[added:] == searched and is_telling(wanted[:added]) else -1
    after = start if wanted[: len(searched)] == searched and is_telling(wanted[len(searched) :]) else -1
    return any(at >= 0 and tuple(lines.plain[at : at + len(wanted)]) == wanted for at in (before, after))


def _done_elsewhere(block: EditBlock, lines: Lines, *, strict: bool) -> Done | None:
    """Return where the new lines stand, when they do so once, say something, and the old ones cannot hide them."""
    wanted, searched = block.replacement, block.searched
    is_only_cut = wanted == searched[: len(wanted)] or wanted == searched[len(searched) - len(wanted) :]
    if is_only_cut or not is_telling(wanted):
        return None
    found = find(lines, wanted, strict=strict)
    return Done(numbers(found.places), found.rung) if found and len(found.places) == 1 else None


def _missed(block: EditBlock, lines: Lines) -> Missed:
    if not block.anchor:
        return Missed(Reason.NOT_FOUND, "The searched lines are not in the file.")
    at = tuple(start + 1 for start in runs(lines.plain, block.anchor))
    if not at:
        return Missed(Reason.ANCHOR_NOT_FOUND, "Leading anchor not found")
    return Missed(Reason.OLD_LINES_DIFFER, "Old lines don't match content after anchor", at)


def _ambiguous(places: Sequence[Place]) -> str:
    """Return the wording of seed 000: matches at lines N and M."""
    at = [str(number) for number in numbers(places)]
    if len(at) > _PLACES_NAMED:
        named = f"{', '.join(at[:_PLACES_NAMED])} and {len(at) - _PLACES_NAMED:,} more"
    else:
        named = f"{', '.join(at[:-1])} and {at[-1]}"
    return f"Edit location is ambiguous (matches at lines {named})"
