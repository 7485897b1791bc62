"""Long sequences of lines of which a few are replaced again and again, without copying all the others.

lines 0 … 511 │ 512 … 1,030 │ 1,031 … 1,540      a change makes one new page, and a new list of pages; the text
                 ▲ new page                      before the change keeps its own, so both can be read
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, starmap
from operator import eq
from typing import overload

PAGE = 512
"""Lines of a page when it is cut; no page grows to more than twice as many."""


def spliced(lines: Sequence[str], start: int, end: int, new: Sequence[str]) -> Sequence[str]:
    """Return the lines with those from `start` up to `end`, counted from 0, replaced by the new ones."""
    if isinstance(lines, Pages):
        return lines.spliced(start, end, new)
    if len(lines) <= 2 * PAGE:
        return (*lines[:start], *new, *lines[end:])
    return Pages(_cut(lines)).spliced(start, end, new)


class Pages(Sequence[str]):
    """Lines that never change, equal to a tuple of the same ones."""

    __slots__ = ("_pages", "_starts")

    def __init__(self, pages: Sequence[tuple[str, ...]]) -> None:
        self._pages = pages or ((),)
        self._starts = [0, *accumulate(map(len, self._pages))]

    def spliced(self, start: int, end: int, new: Sequence[str]) -> "Pages":
        """Return the lines with those from `start` up to `end` replaced; the work is that of a page or two."""
        first = self._page_of(start)
        last = self._page_of(end - 1) if end > start else first
        head = self._pages[first][: start - self._starts[first]]
        tail = self._pages[last][end - self._starts[last] :]
        return Pages((*self._pages[:first], *_cut((*head, *new, *tail)), *self._pages[last + 1 :]))

    def __len__(self) -> int:
        return self._starts[-1]

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...

    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            return self._run(start, stop) if step == 1 else tuple(self)[index]
        at = range(len(self))[index]
        page = self._page_of(at)
        return self._pages[page][at - self._starts[page]]

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self._pages)

    def __contains__(self, line: object) -> bool:
        return any(line in page for page in self._pages)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Pages, tuple)):
            return NotImplemented
        return len(self) == len(other) and all(starmap(eq, zip(self, other, strict=True)))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def _page_of(self, index: int) -> int:
        """Return the number of the page that holds the line; the end of all lines is in the last one."""
        return bisect_right(self._starts, index, hi=len(self._pages)) - 1

    def _run(self, start: int, stop: int) -> tuple[str, ...]:
        if stop <= start:
            return ()
        first, last = self._page_of(start), self._page_of(stop - 1)
        offset = self._starts[first]
        pages = self._pages[first : last + 1]
        lines = pages[0] if len(pages) == 1 else tuple(chain.from_iterable(pages))
        return lines[start - offset : stop - offset]


def _cut(lines: Sequence[str]) -> Sequence[tuple[str, ...]]:
    """Return the lines in pages, none of them empty."""
    if len(lines) <= 2 * PAGE:
        return (tuple(lines),) if lines else ()
    return tuple(tuple(lines[start : start + PAGE]) for start in range(0, len(lines), PAGE))
