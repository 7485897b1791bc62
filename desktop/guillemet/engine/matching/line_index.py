"""The lines of a text in one form in which they are compared, and where each of them stands while others are replaced.

    line ──▶ pages it stands in ──▶ places in the page      Pages are short and know where they begin, so that a change
                                                            costs a page, and a search the places of the rarest line.

A text that is searched once is looked through; only the one that is searched again and again is worth an index.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from operator import attrgetter
from typing import overload

MOST_PLACES = 1_000
"""How many places of one block are told; further ones would help nobody."""

_PAGE = 256
"""Lines of a page when it is cut; no page grows to more than twice as many."""
_SEARCHES_UNINDEXED = 4
"""How often a text is looked through before an index is worth its making."""
_FEW = 8
"""Lines up to which looking through a page for each is cheaper than going over all of it."""


class _Page:
    """A run of lines; its number and start are right only as far as the form says."""

    __slots__ = ("lines", "number", "start")

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.number = self.start = 0

    @property
    def end(self) -> int:
        """The index of the first line after it."""
        return self.start + len(self.lines)


class LineIndex(Sequence[str]):
    """Lines that are searched and replaced; what a search yields holds until the next change."""

    __slots__ = ("_length", "_numbered", "_pages", "_where", "steps")

    def __init__(self, lines: Iterable[str]) -> None:
        every = list(lines)
        self._length = len(every)
        self._pages = _cut(every)
        self._numbered = 1
        """How many of the first pages know their number and their start."""
        self._where: dict[str, list[_Page]] | None = None
        """The pages each line stands in, in no order."""
        self.steps = 0
        """Lines that were looked at in all searches so far."""

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return self._slice(index)
        page, offset = self._locate(range(self._length)[index])
        return page.lines[offset]

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(page.lines for page in self._pages)

    def onwards(self, start: int) -> Iterator[str]:
        """Yield the lines from an index, counted from 0, to the end."""
        for line in self._from(start):
            self.steps += 1
            yield line

    def positions(self, line: str, *, first: int = 0) -> Iterator[int]:
        """Yield where the line stands, in order, from the index `first` on."""
        for page, offsets in self._spots(line, first=first):
            yield from map(page.start.__add__, offsets)

    def runs(self, searched: Sequence[str]) -> Iterator[int]:
        """Yield the indexes, counted from 0, where the searched lines stand as one run; overlapping runs too.

        Time is linear in the lines, whatever they are, and in the places of the rarest where the text is searched
        often; it ends after MOST_PLACES.
        """
        if not searched or len(searched) > self._length:
            return iter(())
        found = self._by_rarest(list(searched)) if len(searched) > 1 else self.positions(searched[0])
        return islice(found, MOST_PLACES)

    def splice(self, start: int, count: int, new: Sequence[str]) -> None:
        """Replace `count` lines from `start`, as many as there are, by the new ones."""
        count = min(count, self._length - start)
        first, offset = self._locate(start)
        last, end = self._locate(start + count - 1) if count else (first, offset - 1)
        if first is last and 0 < len(first.lines) + len(new) - count <= 2 * _PAGE:
            self._replace(first, slice(offset, offset + count), new)
        else:
            lines = [*first.lines[:offset], *new, *last.lines[end + 1 :]]
            self._put(_cut(lines), instead_of=slice(first.number, last.number + 1))
        self._length += len(new) - count

    def _slice(self, index: slice) -> list[str]:
        start, stop, step = index.indices(self._length)
        if step != 1 or stop <= start:
            return list(self)[index] if step != 1 else []
        page, offset = self._locate(start)
        if stop <= page.end:
            return page.lines[offset : stop - page.start]
        return list(islice(self._from(start), stop - start))

    def _by_rarest(self, wanted: list[str]) -> Iterator[int]:
        count, before = len(wanted), self.steps
        pivot = self._rarest(wanted)
        spots = self._spots(wanted[pivot], first=pivot)
        for page, offset in ((page, offset) for page, offsets in spots for offset in offsets):
            low = offset - pivot
            start = page.start + low
            if start + count > self._length:
                return
            is_inside = low >= 0 and low + count <= len(page.lines)
            # Most places of a line that stands in many are told from the wanted one by another line.
            if is_inside and page.lines[low] != wanted[0]:
                self.steps += 1
                continue
            self.steps += count
            if wanted == (page.lines[low : low + count] if is_inside else self[start : start + count]):
                yield start
            if self.steps - before > 2 * self._length:
                self.steps += self._length - start
                yield from _by_borders(self._from(start + 1), wanted, first=start + 1)
                return

    def _rarest(self, wanted: Sequence[str]) -> int:
        """Return the index of a line that stands in few places; the longest is the rarest, most of the time."""
        where = self._indexed()
        if where is None:
            return max(range(len(wanted)), key=lambda index: len(wanted[index]))
        spread = [len(where.get(line, ())) for line in wanted]
        least = min(spread)
        rarest = [index for index, count in enumerate(spread) if count == least]
        if least > 1:
            # Lines that stand all over the text are told apart by how many there are in one part of it.
            sample = self._pages[len(self._pages) // 2].lines
            return min(rarest, key=lambda index: sample.count(wanted[index]))
        return max(rarest, key=lambda index: len(wanted[index]))

    def _spots(self, line: str, *, first: int) -> Iterator[tuple[_Page, list[int]]]:
        """Yield the pages in which the line stands, in order, with its offsets there, from an index on."""
        where = self._indexed()
        if where is None:
            self.steps += self._length
        pages = self._pages if where is None else self._in_order(where.get(line, []))
        for page in pages:
            offsets = _offsets(page.lines, line, first=max(0, first - self._start_of(page)))
            self.steps += 1 + len(offsets)
            if offsets:
                yield page, offsets

    def _in_order(self, pages: list[_Page]) -> list[_Page]:
        if len(pages) > 1:
            self._start_of(self._pages[-1])
            pages.sort(key=attrgetter("number"))
        return pages

    def _indexed(self) -> dict[str, list[_Page]] | None:
        """Return the index, made now if that is worth it; None while it is not."""
        if self._where is None and len(self._pages) > 1 and self.steps >= _SEARCHES_UNINDEXED * self._length:
            self.steps += self._length
            self._where = {}
            for page in self._pages:
                self._learn(page, page.lines)
        return self._where

    def _learn(self, page: _Page, lines: Iterable[str]) -> None:
        """Remember lines of a page that it did not hold before."""
        if self._where is not None:
            for line in dict.fromkeys(lines):
                self._where.setdefault(line, []).append(page)

    def _forget(self, page: _Page, lines: Iterable[str]) -> None:
        """Forget lines of a page that it does not hold any more."""
        if self._where is not None:
            for line in dict.fromkeys(lines):
                pages = self._where[line]
                pages.remove(page)
                if not pages:
                    del self._where[line]

    def _replace(self, page: _Page, run: slice, new: Sequence[str]) -> None:
        """Replace a run of lines of one page."""
        lines, where, gone = page.lines, self._where, page.lines[run]
        if where is not None:
            self._learn(page, [line for line in new if line not in where or line not in lines])
        lines[run] = new
        if where is not None:
            left = lines if len(gone) <= _FEW else frozenset(lines)
            self._forget(page, [line for line in gone if line not in left])
        if len(new) != len(gone):
            self._numbered = min(self._numbered, page.number + 1)

    def _put(self, pages: Iterable[_Page], *, instead_of: slice) -> None:
        """Put pages in the place of others."""
        for page in self._pages[instead_of]:
            self._forget(page, page.lines)
        self._pages[instead_of] = pages = [page for page in pages if page.lines]
        for page in pages:
            self._learn(page, page.lines)
        self._pages = self._pages or [_Page([])]
        self._pages[0].number = self._pages[0].start = 0
        self._numbered = max(1, min(self._numbered, instead_of.start))

    def _from(self, start: int) -> Iterator[str]:
        page, offset = self._locate(min(start, self._length))
        later = (other.lines for other in islice(self._pages, page.number + 1, None))
        return chain(islice(page.lines, offset, None), chain.from_iterable(later))

    def _locate(self, index: int) -> tuple[_Page, int]:
        """Return the page that holds the line, and its offset there; the end of all lines is in the last page."""
        while self._numbered < len(self._pages) and index >= self._pages[self._numbered - 1].end:
            self._number_next()
        number = bisect_right(self._pages, index, hi=self._numbered, key=attrgetter("start")) - 1
        page = self._pages[number]
        return page, index - page.start

    def _start_of(self, page: _Page) -> int:
        while not (page.number < self._numbered and self._pages[page.number] is page):
            self._number_next()
        return page.start

    def _number_next(self) -> None:
        page = self._pages[self._numbered]
        page.number, page.start = self._numbered, self._pages[self._numbered - 1].end
        self._numbered += 1


def _offsets(lines: list[str], line: str, *, first: int) -> list[int]:
    """Return every index, from the first on, at which the line stands."""
    found: list[int] = []
    try:
        for _ in range(_FEW):
            first = lines.index(line, first) + 1
            found.append(first - 1)
    except ValueError:
        return found
    return found + [at for at, one in enumerate(lines[first:], first) if one == line]


def _cut(lines: list[str]) -> list[_Page]:
    """Return the lines in pages, one empty page when there are none."""
    if len(lines) <= 2 * _PAGE:
        return [_Page(lines)]
    return [_Page(lines[start : start + _PAGE]) for start in range(0, len(lines), _PAGE)]


def _by_borders(lines: Iterable[str], wanted: Sequence[str], *, first: int) -> Iterator[int]:
    """Search as Knuth, Morris and Pratt do: no line is looked at twice, however alike they are."""
    borders = [0] * len(wanted)
    known = 0
    for index in range(1, len(wanted)):
        while known and wanted[index] != wanted[known]:
            known = borders[known - 1]
        known += wanted[index] == wanted[known]
        borders[index] = known
    known = 0
    for index, line in enumerate(lines, first):
        while known and line != wanted[known]:
            known = borders[known - 1]
        known += line == wanted[known]
        if known == len(wanted):
            yield index - known + 1
            known = borders[known - 1]
