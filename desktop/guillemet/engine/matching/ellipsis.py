"""Fourth rung: the old and the new part leave out the same lines, and say so with the same `...` lines.

searched          file                 the place
"def f():"        "def f():"   ◀─┐     from the first piece to the last; the pieces stand in order, all shifted alike,
"    ..."         "    a()"      │     and what is left out between them stays as the file has it
"    return 1"    "    b()"      │
                  "    return 1" ◀─┘
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import compress

from msgspec import Struct

from guillemet.engine.matching.lines import Lines, Place, blank_ends, single_spaced, without_blank_ends
from guillemet.engine.matching.reindent import Shift, shifted
from guillemet.engine.matching.sure_rungs import even_shift
from guillemet.engine.matching.work_budget import WorkBudget
from guillemet.engine.patterns import lazy_pattern

_DOTS = lazy_pattern(r"\.{3,}|…|\[(?:\.{3}|…)\]")
_COMMENT = lazy_pattern(r"(?://+|#+|--|;+|%+|/\*+|<!--|\{/\*)\s*(?P<text>.*?)\s*(?:\*+/\}?|-->)?")
_LONGEST_MARK = 120
_STEPS_A_PIECE = 2_000
_STEPS_A_LINE = 100
"""What searching a piece takes, for each line it is searched in."""


class Pieces(Struct, frozen=True):
    """Lines cut at their elisions: always one piece more than marks."""

    marks: tuple[str, ...]
    pieces: tuple[tuple[str, ...], ...]


def cut(lines: Sequence[str]) -> Pieces:
    """Return the lines cut at the ones that only say that others were left out."""
    marks: list[str] = []
    pieces: list[list[str]] = [[]]
    for line in lines:
        if is_elision(line):
            marks.append(single_spaced(line))
            pieces.append([])
        else:
            pieces[-1].append(line)
    return Pieces(tuple(marks), tuple(map(tuple, pieces)))


def is_elision(line: str) -> bool:
    """Whether the line is dots alone, or a comment that begins or ends with dots."""
    text = line.strip()
    if not text or len(text) > _LONGEST_MARK or ("." not in text and "…" not in text):
        return False
    if _DOTS.fullmatch(text):
        return True
    comment = _COMMENT.fullmatch(text)
    return comment is not None and comment["text"].startswith(("...", "…")) | comment["text"].endswith(("...", "…"))


def places(lines: Lines, searched: Sequence[str], new: Sequence[str], *, effort: WorkBudget) -> tuple[Place, ...]:
    """Return every place where the pieces stand in order, each place as short as it can be.

    BudgetSpentError says that the effort was spent before.
    """
    old, wanted = cut(searched), cut(new)
    if not old.marks or old.marks != wanted.marks:
        return ()
    is_non_blank = [any(map(str.strip, piece)) for piece in old.pieces]
    if not any(is_non_blank) or _has_lines_without_place(wanted, is_non_blank):
        return ()
    search = _Search(lines, list(compress(old.pieces, is_non_blank)), effort)
    # A later first piece before the same second one encloses less.
    found = {chain[1:] or chain: chain for chain in search.chains()}
    return tuple(_place(chain, is_non_blank) for chain in found.values())


def _has_lines_without_place(wanted: Pieces, is_non_blank: Sequence[bool]) -> bool:
    """Whether lines are put in before or after an elision where the old part has no line that holds them."""
    unheld = (piece for piece, non_blank in zip(wanted.pieces, is_non_blank, strict=True) if not non_blank)
    return any(any(map(str.strip, piece)) for piece in unheld)


class _Search:
    """Looks for pieces, each after the one before; every piece is searched once for every shift."""

    def __init__(self, lines: Lines, pieces: Sequence[Sequence[str]], effort: WorkBudget) -> None:
        self._lines = lines
        self._effort = effort
        self._pieces = pieces
        self._starts: dict[tuple[int, Shift], list[int]] = {}

    def chains(self) -> list[tuple[Place, ...]]:
        """Return the places of all pieces for every place of the first one that the others follow."""
        first = without_blank_ends(self._pieces[0])
        starts = self._lines.stripped.runs(list(map(str.strip, first)))
        shifts = {start: even_shift(first, self._lines.plain[start : start + len(first)]) for start in starts}
        even = {start: shift for start, shift in shifts.items() if shift is not None}
        unmoved = {start: shift for start, shift in even.items() if shift[0] == shift[1]}
        chains = (self._chain(start, shift) for start, shift in (unmoved or even).items())
        return list(filter(None, chains))

    def _chain(self, start: int, shift: Shift) -> tuple[Place, ...]:
        chain: list[Place] = []
        at = start
        for number, piece in enumerate(self._pieces):
            self._effort.spend(_STEPS_A_PIECE)
            head, tail = blank_ends(piece)
            count = len(piece) - head - tail
            if number:
                starts = self._starts_of(number, shift)
                index = bisect_left(starts, at)
                if index == len(starts):
                    return ()
                at = starts[index]
            # Blank lines beside an elision belong to what was left out, as much as to the piece.
            chain.append(Place(at, count, skipped_head=head, skipped_tail=tail))
            at += count
        return tuple(chain)

    def _starts_of(self, number: int, shift: Shift) -> list[int]:
        key = (number, shift)
        if key not in self._starts:
            piece = self._pieces[number]
            self._effort.spend(_STEPS_A_LINE * (len(self._lines.plain) + len(piece)))
            wanted = [shifted(line, shift).rstrip() for line in without_blank_ends(piece)]
            self._starts[key] = list(self._lines.trimmed.runs(wanted))
        return self._starts[key]


def _place(chain: Sequence[Place], is_non_blank: Sequence[bool]) -> Place:
    """Return the place from the first piece to the last, with one entry for every piece, blank or not."""
    pieces: list[Place] = []
    left = iter(chain)
    at = chain[0].start
    for non_blank in is_non_blank:
        pieces.append(next(left) if non_blank else Place(at, 0))
        at = pieces[-1].end
    return Place(chain[0].start, chain[-1].end - chain[0].start, pieces=tuple(pieces))
