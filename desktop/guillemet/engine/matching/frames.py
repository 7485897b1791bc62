r"""The indentation of a block's new part, made to agree with its old part and with the file.

    old               new            the line both parts share says by how much the new part is too shallow or too
    "    def f():"    "def f():"     deep; all its lines are moved by that
    "        a()"     "    b()"

    "    a()"         "\tb()"         the new part is in tabs where the file has blanks, or in two of them where it has
                                     four: its unit becomes that of the file

A line that is wrapped or unwrapped moves on purpose: the part around it begins as deep as the old one. So lines are
moved only where no shared line says that both parts are indented alike, and whether that was right is for the user.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from math import gcd

from msgspec import Struct

from guillemet.engine.matching.lines import can_be_aligned, single_spaced
from guillemet.engine.matching.reindent import Shift, around, common_shift, levels_of, shifted, steps_of, unit_around
from guillemet.engine.matching.sure_rungs import indentation, shared_indentation
from guillemet.engine.text import common_ends

_OPENING = (":", "{")
"""What ends a line below which the next one is deeper."""
_UNFINISHED = (*_OPENING, "(", "[", ",", "\\")
"""What ends a line that the next one goes on with, deeper."""
_AT_START = ("#", "//", "--")
"""What lines begin with that may stand at the start of a line among indented ones: comments, the preprocessor's."""
_LEAST_SHARE = 5
"""One in so many indented lines around a place makes their kind of indentation one of the file's own."""
_WIDTHS = (4, 8, 2, 3)
"""Blanks that may stand for one tab, the likeliest first."""
_LEVELS = (" " * 2, " " * 4, " " * 8)
"""Blanks of a level; others are the depth of something a line goes on with."""
_STAYS: Shift = ("", "")


class Framed(Struct, frozen=True):
    """The new lines, and whether their depth leaves no doubt."""

    lines: tuple[str, ...]
    is_sure: bool = True
    is_as_file: bool = False
    """Whether they are as deep as the file, whatever the depth of the old part."""


def framed(new: Sequence[str], *, old: Sequence[str], standing: Sequence[str] = ()) -> Framed:
    """Return the new lines as deep as the old part is written, or as the file is where they say so themselves.

    `standing` are the lines of the file that stand for the old ones, one for each, where that is known.
    """
    parts = _parts(new, old, standing)
    if parts is None:
        return Framed(tuple(new))
    if parts.are_as_file:
        return Framed(tuple(new), is_sure=parts.is_surely_as_file, is_as_file=True)
    shifts = parts.shifts()
    if all(shift == _STAYS for shift in shifts):
        return Framed(tuple(new))
    moves = iter([*[_STAYS] * parts.head, *shifts])
    return Framed(tuple(shifted(line, next(moves)) if line.strip() else line for line in new), is_sure=False)


def in_unit_of_file(fitted: Sequence[str], *, standing: Sequence[str], lines: Sequence[str], start: int) -> Framed:
    """Return the lines that take the place of the standing ones, those in another unit than the file's in its own.

    The place starts at the index of the lines of the file.
    """
    known = frozenset(standing)
    fresh = {at for at, line in enumerate(fitted) if 0 < len(indentation(line)) < len(line) and line not in known}
    if not fresh or _is_like(fitted, fresh, standing):
        return Framed(tuple(fitted))
    nearby = around(lines, start)
    kinds = _kinds(nearby, standing)
    if not kinds:
        return Framed(tuple(fitted))
    strange = {at for at in fresh if _kind(fitted[at]) not in kinds}
    if strange:
        return Framed(_of_kind_of_file(fitted, strange, unit=unit_around(lines, start)), is_sure=False)
    return _scaled(fitted, fresh, nearby=nearby, unit=unit_around(lines, start))


class _Parts:
    """Old and new part without blank lines and without what they begin with alike; how the one moved to the other."""

    def __init__(self, old: list[str], new: list[str], standing: list[str], *, head: int) -> None:
        self.old, self.new, self._standing = old, new, standing
        self.head = head
        """How many lines both parts begin with, written alike."""
        self._pairs = _shared(old, new)
        self._code = [line for line in new if not line.startswith(_AT_START)]
        self._bases: Shift = shared_indentation(self._code), shared_indentation(old)

    @property
    def are_as_file(self) -> bool:
        """Whether the new part is as deep as the file where the old one is not."""
        if not self._standing or not self._is_moved(self.old, self._standing):
            return False
        if not self._pairs:
            return self._bases[0] != self._bases[1] and self._bases[0] == shared_indentation(self._standing)
        is_alike = all(indentation(self.new[at]) == indentation(self._standing[to]) for at, to in self._pairs.items())
        # Where both parts begin alike and the first new line is none of the old ones, it was put around them.
        return is_alike and not self._is_one_unmoved and (0 in self._pairs or self._bases[0] != self._bases[1])

    @property
    def is_surely_as_file(self) -> bool:
        """Whether shared lines say so, and nothing stands beside them that is as shallow as the old part."""
        return bool(self._pairs) and self._bases[0] != self._bases[1]

    def shifts(self) -> list[Shift]:
        """Return how each new line moves to be as deep as the old part is."""
        stay = [_STAYS] * len(self.new)
        if list(map(single_spaced, self.old)) == list(map(single_spaced, self.new)):
            # Nothing but the indentation changes, so that is what the block is for.
            return stay
        if self._is_first_lost():
            return [("", indentation(self.old[0])), *stay[1:]]
        if not self._is_level_apart() or self._is_one_unmoved:
            return stay
        moved = [(self.new[at], self.old[to]) for at, to in self._pairs.items()]
        levels = levels_of([(indentation(a), indentation(b)) for a, b in moved])
        common = common_shift(moved) or self._bases
        return [levels.shift(indentation(line)) or common for line in self.new]

    def _is_level_apart(self) -> bool:
        """Whether both parts begin at depths that are a level or more apart; a single blank is none."""
        bases = self._bases
        is_apart = bool(self._code) and indentation(self._code[0]) != indentation(self.old[0])
        is_apart = is_apart and not "".join(bases).strip(" \t")
        return is_apart and ("\t" in "".join(bases) or abs(len(bases[0]) - len(bases[1])) > 1)

    @property
    def _is_one_unmoved(self) -> bool:
        return any(indentation(self.new[at]) == indentation(self.old[to]) for at, to in self._pairs.items())

    def _is_first_lost(self) -> bool:
        """Whether the first new line alone has no indentation, where the first old one had some."""
        first, own = self.new[0], indentation(self.old[0])
        below = shared_indentation(self.new[1:])
        is_around = any(single_spaced(self.old[0]) == single_spaced(line) for line in self.new[1:])
        if indentation(first) or not own or not below.startswith(own) or is_around or first.startswith(_AT_START):
            return False
        if len(self.old) > 1:
            return below == shared_indentation(self.old[1:])
        return below == own and not first.rstrip().endswith(_UNFINISHED)

    @staticmethod
    def _is_moved(old: Iterable[str], standing: Iterable[str]) -> bool:
        return any(indentation(a) != indentation(b) for a, b in zip(old, standing, strict=True))


def _parts(new: Sequence[str], old: Sequence[str], standing: Sequence[str]) -> _Parts | None:
    """Return what may be indented otherwise in the two parts; None where nothing is."""
    before, wanted = list(filter(str.strip, old)), list(filter(str.strip, new))
    file = [b for a, b in zip(old, standing, strict=bool(standing)) if a.strip()]
    head, _ = common_ends(list(map(str.rstrip, before)), list(map(str.rstrip, wanted)))
    if head == len(before) or head == len(wanted):
        return None
    above, before, wanted, file = wanted[:head], before[head:], wanted[head:], file[head:]
    is_alike = indentation(before[0]) == indentation(wanted[0]) and file in ([], before)
    if is_alike or (above and not _is_lost_below(above[-1], before, wanted)) or not can_be_aligned(before, wanted):
        return None
    return _Parts(before, wanted, file, head=head)


def _is_lost_below(above: str, old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether the line above opens something, in which the next old line is and the next new one no longer."""
    if not above.rstrip().endswith(_OPENING) or new[0].strip()[0] in ")]}":
        return False
    depth = indentation(above)
    return depth.startswith(indentation(new[0])) and len(indentation(old[0])) > len(depth)


def _shared(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Return the new lines that say what old ones say, as indexes; brackets alone only where nothing else does."""
    one, other = list(map(single_spaced, new)), list(map(single_spaced, old))
    found: dict[int, int] = {}
    if can_be_aligned(one, other):
        for at, to, count in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
            found.update(zip(range(at, at + count), range(to, to + count), strict=True))
    return {at: to for at, to in found.items() if any(map(str.isalnum, one[at]))} or found


def _kind(line: str) -> str:
    """Return of what the line's indentation is: tabs, blanks, or tabs before several blanks; "" of neither."""
    own = indentation(line)
    if not own.strip("\t") or (own.startswith("\t") and own.lstrip("\t") == " "):
        return own[:1]
    if own.strip(" "):
        return "" if own.strip(" \t") else "\t "
    # A single blank stands before the stars of a comment.
    return own[:1] if len(own) > 1 else ""


def _is_like(fitted: Sequence[str], fresh: set[int], standing: Sequence[str]) -> bool:
    """Whether the fresh lines are indented as the standing ones are, so that no look around the place is needed."""
    are_known = {_kind(fitted[at]) for at in fresh} <= {_kind(line) for line in standing if line.strip()}
    return are_known and frozenset(steps_of(fitted)) <= frozenset(steps_of(standing))


def _kinds(nearby: Sequence[str], standing: Sequence[str]) -> frozenset[str]:
    """Return the kinds of indentation the file has around the place, and "" if it has any."""
    counted = Counter(kind for line in nearby if line.strip() and (kind := _kind(line)))
    common = [kind for kind, count in counted.items() if count * _LEAST_SHARE >= counted.total()]
    found = frozenset((*common, *(kind for line in standing if line.strip() and (kind := _kind(line)))))
    return found | {""} if found else found


def _of_kind_of_file(fitted: Sequence[str], strange: set[int], *, unit: str) -> tuple[str, ...]:
    """Return the lines with blanks for tabs in those that are strange to the file, or tabs for blanks."""
    after = list(fitted)
    width = _width_of_tab(fitted, strange)
    for at in strange:
        own, rest = indentation(fitted[at]), fitted[at].lstrip()
        tabs, blanks = own.count("\t"), own.count(" ")
        if unit.startswith("\t"):
            after[at] = "\t" * (tabs + blanks // width) + " " * (blanks % width) + rest
        elif unit:
            after[at] = unit * tabs + " " * blanks + rest
    return tuple(after)


def _width_of_tab(fitted: Sequence[str], strange: set[int]) -> int:
    """Return how many blanks of the lines that are strange to the file stand for a tab."""
    below = [at for at in strange if at and fitted[at - 1][:1].strip()]
    widths = [indentation(fitted[at]).count(" ") for at in below or strange]
    if below and min(widths) in _WIDTHS:
        return min(widths)
    return next((one for one in _WIDTHS if gcd(*widths) % one == 0), 1)


def _scaled(fitted: Sequence[str], fresh: set[int], *, nearby: Sequence[str], unit: str) -> Framed:
    """Return the lines with levels as wide as the file's where all of them have others, nowhere seen in the file."""
    non_blank = {at: line for at, line in enumerate(fitted) if line.strip()}
    width = _other_level(non_blank, fresh, nearby=nearby, unit=unit)
    if not width:
        return Framed(tuple(fitted))
    base = shared_indentation(list(non_blank.values()))
    depths = {at: len(indentation(line)) - len(base) for at, line in non_blank.items()}
    # The file's own lines must be at one depth, and all others whole levels below it.
    if any(depth % width if at in fresh else depth for at, depth in depths.items()):
        return Framed(tuple(fitted), is_sure=False)
    scaled = {at: base + unit * (depth // width) + non_blank[at].lstrip() for at, depth in depths.items()}
    return Framed(tuple(scaled.get(at, line) for at, line in enumerate(fitted)), is_sure=False)


def _other_level(non_blank: dict[int, str], fresh: set[int], *, nearby: Sequence[str], unit: str) -> int:
    """Return the blanks of a level of the fresh lines, where it is not the file's; 0 where it is, or is not known."""
    if unit not in _LEVELS:
        return 0
    pairs = [(above, line) for (_, above), (at, line) in pairwise(non_blank.items()) if at in fresh]
    steps = {_step(above, line) for above, line in pairs if _is_level(above, line, unit)} - {0}
    width = min(steps, default=0)
    is_other = " " * width in _LEVELS and len(unit) not in steps and width not in set(map(len, steps_of(nearby)))
    return width if is_other else 0


def _is_level(above: str, line: str, unit: str) -> bool:
    """Whether a deeper line is not a continuation of the one above."""
    return _step(above, line) < len(unit) or above.rstrip().endswith(_OPENING)


def _step(above: str, line: str) -> int:
    return max(0, len(indentation(line)) - len(indentation(above)))
