"""Parts of a file that were given as all of it: the listing ends where the file goes on, or begins inside of it.

What such a listing leaves out at an end of the file can be kept. A run of the file's own lines is only a quotation.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from guillemet.engine.applying.working_file import count_spoken
from guillemet.engine.diff.lines import ChangedLines, changed_bytes
from guillemet.engine.matching.lines import runs
from guillemet.engine.matching.nearest import likeness

_ALIKE = 0.7
"""How much the last line of a listing resembles the one it was, at least."""
_LEAST_LETTERS = 4
_MOST_COMPARED = 2_000
_LEAST_HEAD = 2
"""Lines that say something which a listing leaves out at the start, at least: one import that goes is an edit."""


class Excerpt(Struct, frozen=True):
    """What a listing leaves out at the two ends of a file."""

    head: int = 0
    """Lines of the file above the first one of the listing."""
    tail: int = 0
    """Lines of the file below the last one of the listing."""
    is_open: bool = False
    """Whether the listing ends otherwise than the file and with less, and where the file goes on is not known."""


def quoted_at(old: Sequence[str], new: Sequence[str]) -> int | None:
    """Return where the listing, however indented, stands as a part of the file, counted from 0; None otherwise."""
    wanted = [line.strip() for line in _trimmed(new)]
    at = next(runs([line.strip() for line in old], wanted), None) if wanted and len(wanted) < len(old) else None
    return None if at is None or not any(map(str.strip, (*old[:at], *old[at + len(wanted) :]))) else at


def excerpt(old: Sequence[str], new: Sequence[str]) -> Excerpt | None:
    """Return what a listing leaves out at the ends of the file it was given for; None where it begins and ends so.

    An end is left out when nothing comes in its place; when the last line of the listing is like one above others that
    go; or when parts of the file begin there, such as functions, and the listing has the part next to them but none of
    these.
    """
    listed = _trimmed(new)
    hunks = _hunks(old, listed)
    if not hunks or not listed:
        return None
    head = _head_left_out(old, listed, hunks[0])
    tail = _tail_left_out(old, listed, hunks[-1])
    if head + tail >= len(old):
        return None
    lost = _telling(old) - _telling(listed)
    head = head if _are_lost(old[:head], lost) else 0
    tail = tail if _are_lost(old[len(old) - tail :], lost) else 0
    is_less = _ends_with_less(old, listed, hunks[-1]) and _are_lost(old[hunks[-1].old_start :], lost)
    is_open = not tail and (is_less or _ends_inside(old, listed))
    return Excerpt(head, tail, is_open) if head or tail or is_open else None


def with_ends(old: Sequence[str], new: Sequence[str], found: Excerpt) -> tuple[str, ...]:
    """Return the listing with the lines of the file that it leaves out at its ends."""
    above, below = old[: found.head], old[len(old) - found.tail :]
    start, end = _spoken_ends(new)
    return (*above, *new[start if above else 0 : end if below else len(new)], *below)


def cut_at(found: Excerpt, *, is_kept: bool) -> str:
    """Return in a sentence where the listing is cut, and what became of the lines it leaves out."""
    if found.is_open:
        return "The listing ends otherwise than the file, and with less: the end of the file may be missing."
    where = "ends where the file goes on"
    if found.head:
        where = "begins and ends inside of the file" if found.tail else "begins inside of the file"
    count = found.head + found.tail
    lines = "1 line" if count == 1 else f"{count:,} lines"
    if is_kept:
        return f"The listing {where}, so {lines} of it stay. Replace the whole file if they are to go."
    return f"The listing {where}, and drops {lines}: it may be a part of the file."


def _tail_left_out(old: Sequence[str], new: Sequence[str], last: ChangedLines) -> int:
    end = last.old_start + last.old_count
    if end < len(old) or not any(map(str.strip, old[last.old_start : end])):
        return 0
    if not last.new_count:
        return last.old_count
    alike = _last_alike(new[-1], old[last.old_start : end])
    if alike is not None:
        below = last.old_start + alike + 1
        return len(old) - below if any(map(str.strip, old[below:])) else 0
    rows = _parts(old)
    at = _row_of(next((line for line in reversed(new) if _begins_part(line)), ""), old, reversed(rows))
    further = [row for row in rows if at is not None and row > at]
    if not further or not frozenset(old[row] for row in further).isdisjoint(new):
        return 0
    start = further[0]
    while not old[start - 1].strip():
        start -= 1
    return len(old) - start


def _head_left_out(old: Sequence[str], new: Sequence[str], first: ChangedLines) -> int:
    if first.old_start:
        return 0
    count = first.old_count
    if first.new_count:
        rows = _parts(old)
        at = _row_of(next(filter(_begins_part, new), ""), old, rows) or 0
        count = at if frozenset(old[row] for row in rows if row < at).isdisjoint(new) else 0
    return count if count_spoken(old[:count]) >= _LEAST_HEAD else 0


def _last_alike(line: str, gone: Sequence[str]) -> int | None:
    """Return the last of the lines that resembles this one most, counted from 0; None when none does much."""
    scores = [_likeness(line.strip(), one.strip()) for one in gone[:_MOST_COMPARED]]
    best = max(scores, default=0.0)
    return len(scores) - 1 - scores[::-1].index(best) if best >= _ALIKE else None


def _likeness(line: str, other: str) -> float:
    """Return how alike two lines are, 0 to 1; one that only grew or shrank is alike."""
    shorter = min(line, other, key=len)
    if len(shorter) >= _LEAST_LETTERS and line.startswith(shorter) and other.startswith(shorter):
        return max(_ALIKE, likeness([line], [other]))
    return likeness([line], [other]) if other else 0.0


def _ends_inside(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether the last line of the listing is indented, and that of the file only closes, at the margin."""
    last = _trimmed(old)[-1]
    return new[-1][:1].isspace() and not last[:1].isspace() and not any(map(str.isalnum, last))


def _ends_with_less(old: Sequence[str], new: Sequence[str], last: ChangedLines) -> bool:
    """Whether the last change takes more lines from the end of the file than it brings; a new text is none."""
    if last.old_start + last.old_count < len(old):
        return False
    stays = not frozenset(filter(str.strip, old[: last.old_start])).isdisjoint(new[: last.new_start])
    return stays and count_spoken(old[last.old_start :]) > count_spoken(new[last.new_start :])


def _telling(lines: Sequence[str]) -> Counter[str]:
    """Return the lines that say more than a bracket does, however indented."""
    return Counter(line.strip() for line in lines if any(map(str.isalnum, line)))


def _are_lost(gone: Sequence[str], lost: Counter[str]) -> bool:
    """Whether the listing has them nowhere else; brackets stand everywhere."""
    telling = _telling(gone)
    return not telling or not telling.keys().isdisjoint(lost)


def _parts(lines: Sequence[str]) -> list[int]:
    return [row for row, line in enumerate(lines) if _begins_part(line)]


def _row_of(line: str, lines: Sequence[str], rows: Iterable[int]) -> int | None:
    return next((row for row in rows if lines[row] == line), None)


def _begins_part(line: str) -> bool:
    """Whether a line begins at the margin and says more than a bracket does."""
    return line[:1].strip() != "" and any(map(str.isalnum, line))


def _hunks(old: Sequence[str], new: Sequence[str]) -> tuple[ChangedLines, ...]:
    before, after = ("".join(f"{line}\n" for line in side).encode("utf-8", "surrogatepass") for side in (old, new))
    return changed_bytes(before, after)


def _trimmed(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines without the blank ones at their ends."""
    start, end = _spoken_ends(lines)
    return lines[start:end]


def _spoken_ends(lines: Sequence[str]) -> tuple[int, int]:
    """Return where the lines without the blank ones at their ends begin and end."""
    spoken = [index for index, line in enumerate(lines) if line.strip()]
    return (spoken[0], spoken[-1] + 1) if spoken else (0, 0)
