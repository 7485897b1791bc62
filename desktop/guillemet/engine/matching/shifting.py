"""How indentation moves from the lines of a block to those of a file."""

from collections.abc import Iterable

from guillemet.engine.matching.reindented import indentation, shared_indentation

Shift = tuple[str, str]
"""An indentation of the block, and what stands for it in the file."""


def shifted(line: str, shift: Shift) -> str:
    """Return the line with its indentation moved the way the first of the pair became the second."""
    before, after = shift
    if not line.strip() or before == after:
        return line
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
