"""How indentation moves from the lines of a block to those of a file."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from guillemet.engine.matching.reindented import indentation, shared_indentation

Shift = tuple[str, str]
"""An indentation of the block, and what stands for it in the file."""


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
    spoken = [(a, b) for a, b in pairs if a.strip() and b.strip()]
    before = shared_indentation([a for a, _ in spoken])
    after = shared_indentation([b for _, b in spoken])
    is_even = all(indentation(a)[len(before) :] == indentation(b)[len(after) :] for a, b in spoken)
    return (before, after) if spoken and is_even else None


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
