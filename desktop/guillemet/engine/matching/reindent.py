"""How indentation moves from the lines of a block to those of a file.

block        file           the scale
"  if a:"    "    if a:"    two blanks stand for four, so the new line "    c()" becomes "        c()"
"    b()"    "        b()"

Two depths that grew alike teach a scale. One depth alone may as well be a level too few; it teaches a scale only where
the units of the block and of the lines around the place say the same.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import gcd

from msgspec import Struct

from guillemet.engine.matching.sure_rungs import indentation, shared_indentation

_AROUND = 100
"""Lines before and after a place that tell the unit of the file there."""


Shift = tuple[str, str]
"""An indentation of the block, and what stands for it in the file."""


class Scale(Struct, frozen=True):
    """How many blanks or tabs of the file stand for how many of the block."""

    written: str
    standing: str

    def shift(self, indentation: str) -> Shift | None:
        """Return how a line of that indentation moves; None when it is not of the block's blanks or tabs."""
        levels = indentation.rstrip(" ") if self.written[0] == "\t" else indentation
        if levels.strip(self.written[0]):
            return None
        count, rest = divmod(len(levels), len(self.written))
        beside = len(indentation) - len(levels)
        return indentation, self.standing * count + " " * (rest + beside)


def scale_of(moved: Iterable[Shift]) -> Scale | None:
    """Return the scale that two depths or more teach, each grown or shrunk alike; None where they do not."""
    depths = {one for one in moved if one != ("", "")}
    return _common(depths) if len(depths) > 1 else None


def scale_around(shift: Shift, block: Iterable[Sequence[str]], lines: Sequence[str], start: int) -> Scale | None:
    """Return the scale that the only depth of the old lines shows, if the units of block and file are of that scale.

    The place starts at the index of the lines of the file; the block is given part by part.
    """
    scale = _common({shift})
    if scale is None:
        return None
    steps = [step for part in block for step in steps_of(part)]
    if "".join(steps).strip(scale.written[0]):
        return None
    unit = gcd(*map(len, steps))
    deeper = unit_around(lines, start)
    is_whole = unit > 0 and len(shift[0]) % unit == 0
    is_alike = is_whole and len(deeper) * len(scale.written) == unit * len(scale.standing)
    return Scale(scale.written[0] * unit, deeper) if is_alike and deeper[0] == scale.standing[0] else None


def unit_around(lines: Sequence[str], start: int) -> str:
    """Return by what most lines around the index are deeper than the one before, where they are; "" where none is."""
    steps = Counter(steps_of(around(lines, start)))
    return max(steps, key=steps.__getitem__, default="")


def around(lines: Sequence[str], start: int) -> Sequence[str]:
    """Return the lines around the index that tell how the file is indented there."""
    return lines[max(0, start - _AROUND) : start + _AROUND]


def steps_of(lines: Iterable[str]) -> Iterable[str]:
    """Return by what each line is deeper than the one before it, where it is; blank lines aside."""
    depths = (indentation(line) for line in lines if line.strip())
    return (deep[len(shallow) :] for shallow, deep in pairwise(depths) if deep != shallow and deep.startswith(shallow))


def _common(depths: Iterable[Shift]) -> Scale | None:
    """Return the one scale of all the depths, in its lowest terms; None when they have none, or nothing changes."""
    scales = {_lowest(written, standing) for written, standing in depths}
    scale = next(iter(scales)) if len(scales) == 1 else None
    return scale if scale is not None and scale.written != scale.standing else None


def _lowest(written: str, standing: str) -> Scale | None:
    if len(set(written)) != 1 or len(set(standing)) != 1:
        return None
    common = gcd(len(written), len(standing))
    return Scale(written[: len(written) // common], standing[: len(standing) // common])


def shifted(line: str, shift: Shift) -> str:
    """Return the line with its indentation moved the way the first of the pair became the second."""
    before, after = shift
    if before == after:
        return line
    if not line.strip():
        # A blank line gets no indentation, and loses what every line of the block has too much.
        return line.removeprefix(before.removesuffix(after)) if before.endswith(after) else line
    own, rest = indentation(line), line.lstrip()
    if own.startswith(before):
        return after + _in_unit_of(own[len(before) :], before, after) + rest
    if after.endswith(before):
        return after[: len(after) - len(before)] + line
    if before.endswith(after):
        return own[min(len(own), len(before) - len(after)) :] + rest
    return after[: len(own) * len(after) // len(before)] + rest


def common_shift(pairs: Iterable[tuple[str, str]]) -> Shift | None:
    """Return the one shift that moves each first line's indentation to that of the second; None if there is none."""
    non_blank = [(a, b) for a, b in pairs if a.strip() and b.strip()]
    before = shared_indentation([a for a, _ in non_blank])
    after = shared_indentation([b for _, b in non_blank])
    is_even = all(indentation(a)[len(before) :] == indentation(b)[len(after) :] for a, b in non_blank)
    return (before, after) if non_blank and is_even else None


def _in_unit_of(deeper: str, before: str, after: str) -> str:
    """Return further indentation in the file's own unit where blanks became tabs or tabs became blanks."""
    blanks, tabs = before.strip(" ") == "" != before, after.strip("\t") == "" != after
    if blanks and tabs and deeper.strip(" ") == "":
        width = max(1, len(before) // len(after))
        return "\t" * (len(deeper) // width) + " " * (len(deeper) % width)
    if before.strip("\t") == "" != before and after.strip(" ") == "" != after and deeper.strip("\t") == "":
        return " " * (len(deeper) * (len(after) // len(before)))
    return deeper


class Levels:
    """Which indentation of the file each one of the block stands for, where every depth of it stands for one depth.

    A block in two blanks where the file has four, or in blanks where it has tabs, is of this kind.
    """

    def __init__(self, pairs: Iterable[Shift]) -> None:
        depths = sorted(dict(pairs).items(), key=lambda one: len(one[0]))
        steps = list(filter(None, (_step(shallow, deep) for shallow, deep in pairwise(depths))))
        self._known = dict(depths) if len(steps) == len(depths) - 1 else {}
        self._unit = min(steps, key=lambda one: len(one[0]), default=None)
        if not all(map(self._is_multiple, steps)):
            self._unit = None

    @property
    def is_known(self) -> bool:
        """Whether each depth stands for one depth."""
        return bool(self._known)

    def shift(self, indentation: str) -> Shift | None:
        """Return how a line of that indentation moves; None when its depth is not known and no unit tells."""
        if indentation in self._known:
            return indentation, self._known[indentation]
        within = [known for known in self._known if indentation.startswith(known)]
        if not within or self._unit is None:
            return None
        nearest = max(within, key=len)
        deeper, (before, after) = indentation[len(nearest) :], self._unit
        count = len(deeper) // len(before)
        rest = deeper[count * len(before) :]
        if deeper != before * count + rest or rest.strip(" "):
            return None
        return indentation, self._known[nearest] + after * count + rest

    def _is_multiple(self, step: Shift) -> bool:
        before, after = self._unit or step
        count = len(step[0]) // len(before)
        return step == (before * count, after * count)


def levels_of(pairs: Sequence[Shift]) -> Levels:
    """Return the levels that the indentations of a block and of the file show; none where they contradict."""
    return Levels(pairs if len(set(pairs)) == len({before for before, _ in pairs}) else ())


def _step(shallow: Shift, deep: Shift) -> Shift | None:
    """Return by what both sides of a level are deeper than those of another; None when one is not."""
    is_deeper = all(b.startswith(a) and len(b) > len(a) for a, b in zip(shallow, deep, strict=True))
    return (deep[0][len(shallow[0]) :], deep[1][len(shallow[1]) :]) if is_deeper else None
