"""The head of a block: what stands above its start marker, blank lines between included.

It is a path line above an opening fence, or below it, or without one; or a fence alone.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from guillemet.engine.formats.fences import Fence, read_fence
from guillemet.engine.formats.path_line import path_in_info, undecorate


class BlockHeader(Struct, frozen=True):
    """What stands above a start marker."""

    start: int
    """Which line it begins at; the number of lines when there is none."""
    path: str = ""
    fence: Fence | None = None


def find_head(lines: Sequence[str], exists: Callable[[str], bool]) -> BlockHeader:
    """Return the head at the end of the lines."""
    last = _last_line(lines, len(lines))
    if last is None:
        return BlockHeader(len(lines))
    fence = read_fence(lines[last].strip())
    if fence:
        return _head_at_fence(lines, last, fence, exists=exists)
    path = undecorate(lines[last], exists)
    if path is None:
        return BlockHeader(len(lines))
    above = _last_line(lines, last)
    fence = None if above is None else read_fence(lines[above].strip())
    if above is None or fence is None:
        return BlockHeader(last, path)
    return BlockHeader(above, path, fence)


def _head_at_fence(lines: Sequence[str], at: int, fence: Fence, *, exists: Callable[[str], bool]) -> BlockHeader:
    above = _last_line(lines, at)
    path = None if above is None else undecorate(lines[above], exists)
    if above is not None and path is not None:
        return BlockHeader(above, path, fence)
    return BlockHeader(at, (fence.info and path_in_info(fence.info, exists)) or "", fence)


def _last_line(lines: Sequence[str], before: int) -> int | None:
    for index in range(before - 1, -1, -1):
        if not lines[index].isspace() and lines[index]:
            return index
    return None
