"""Indentation in another unit: a block in two blanks where the file has four, or in tabs where it has blanks.

    block        file           the scale
    "  if a:"    "    if a:"    two blanks stand for four, so the new line "    c()" becomes "        c()"
    "    b()"    "        b()"

Two depths that grew alike teach it. One depth alone may as well be a level too few; it teaches a scale only where the
units of the block and of the lines around the place say the same.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import gcd

from msgspec import Struct

from guillemet.engine.matching.reindent import Shift
from guillemet.engine.matching.reindented import indentation

_AROUND = 100
"""Lines before and after a place that tell the unit of the file there."""


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
    if any(set(step) != set(scale.written[0]) for step in steps):
        return None
    unit = gcd(*map(len, steps)) if steps else 0
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
