"""Where the pieces of a listing stand in a file: the listing says with marks where it leaves lines of the file out.

    listing                        file                       the text they make
    "def total(prices):"           "import os"                "import os"
    "    # ... existing code ..."  ""                         ""
    "    return round(result)"     "def total(prices):"       "def total(prices):"
                                   "    result = 0"           "    result = 0"
                                   "    return result"        "    return round(result)"

A piece is a mixture of lines that stand in the file and new ones. Lines that stand once in both texts are anchors; of
them the chain counts that keeps the order and drops the least. What stands between two anchors without a mark takes the
place of what the file has there. Beside a mark the lines of a piece are aligned with those of the file next to the
anchor: equal lines and lines that resemble each other stand for each other, all others come in.

A line and the deeper ones below it, to its closing bracket, are a block. Where the listing has all of one it takes the
place of all of it, however little of it stayed; where it leaves lines out in one, those of its end stay its end.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import accumulate

from msgspec import Struct
from rapidfuzz import fuzz

from guillemet.engine.matching.frames import in_unit_of_file
from guillemet.engine.matching.lines import can_be_aligned, single_spaced
from guillemet.engine.matching.reindent import Shift, levels_of, shifted
from guillemet.engine.matching.sure_rungs import indentation
from guillemet.engine.matching.work_budget import WorkBudget
from guillemet.engine.patterns import lazy_pattern

_LEAST_LETTERS = 3
"""Letters and digits of a line that can be an anchor."""
_TELLING_LETTERS = 8
"""The same of one that says where it belongs, wherever it stands."""
_MOST_LETTERS = 40
"""Letters of a line that count for it."""
_LETTERS_A_LOST_LINE = 4
"""What a line of the file that goes counts against two anchors with no mark between them."""
_MOST_ANCHORS = 300
_FARTHEST = 20
_MOST_ALIGNED = 300
"""Lines of a piece beside a mark."""
_ALIKE = 60
"""Percent of likeness from which a line takes the place of another."""
_MOST_LOST = 8
"""Lines that go besides those that come in their place, outside of a block that is there from its start to its end."""
_STEPS_A_LINE = 2_000
_STEPS_A_PAIR = 1_000
_BLANK_COST, _BRACKET_COST, _LINE_COST = 0.1, 0.4, 1.0
_EDGE_COST, _EDGE_BRACKET_COST = 0.5, 4.0
"""What a new line beside a mark costs besides: a bracket there is one of the file's own."""
_SIDEWAYS = lazy_pattern(r"#(?:\s|(?:if|ifdef|ifndef|else|elif|endif)\b)")
"""What stands at the margin within a block: comments, the preprocessor's lines."""
_CLOSES = lazy_pattern(r"[)\]}>]|</|(?:end|fi|done|esac)\b")
_GOES_ON = lazy_pattern(r"\{|>$|(?:else|elif|elsif|except|finally|catch|rescue|ensure|case|default|when)\b")
_ENDS = lazy_pattern(f"{_CLOSES.pattern}|{_GOES_ON.pattern}")
_BRACKETS = ("{", "(", "[")
_OPENS = ("{", "(", "[", ":", "=>", "->")


_Pair = tuple[int, int]
"""A line of the listing, and the one of the file that it stands for."""
_STOP: _Pair = (-1, -1)
_DEEPER, _SHALLOWER = "\1", "\2"
"""Put behind a bracket, which says nothing but how deep it is."""
_NOWHERE = "\0"
"""Stands for a line that stands for none of the file."""


class Block(Struct, frozen=True):
    """Lines of the listing, and those of the file whose place they take; the ends are the lines after the last ones."""

    row: int
    end: int
    at: int
    at_end: int


class MergedText(Struct, frozen=True):
    """The text that the pieces make of the file."""

    lines: tuple[str, ...]
    is_sure: bool
    """Whether the pieces are indented as the file is, or all otherwise alike."""
    first: int
    """The first line of the file that is an anchor, counted from 0."""


class Unplaced(Struct, frozen=True):
    """A piece has no place."""

    row: int
    """One of its lines, counted from 0 in the listing."""
    at: int | None = None
    """Where that line stands in the file, elsewhere than the listing has it; None where it stands nowhere for sure."""


def merge_pieces(
    file: Sequence[str],
    listing: Sequence[str],
    marks: Collection[int],
    *,
    blocks: Sequence[Block] = (),
    fresh: Collection[int] = (),
    effort: WorkBudget,
) -> MergedText | Unplaced:
    """Return what the pieces make of the file; `marks` are the lines of the listing that say that others are left out.

    `blocks` are known to stand for each other, and `fresh` lines for none of the file. BudgetSpentError says
    that the effort was spent before.
    """
    effort.spend(_STEPS_A_LINE * (len(file) + len(listing)))
    alignment = _Alignment(file, listing, frozenset(marks), blocks, frozenset(fresh), effort)
    unplaced = alignment.align()
    return unplaced or alignment.merged()


def block_ends(lines: Sequence[str]) -> list[int]:
    """Return for every line the one after the last of its block: of those below it that are deeper, and its bracket."""
    ends = list(range(1, len(lines) + 1))
    heads: list[_Head] = []
    last = -1
    for row, line in enumerate(lines):
        if _is_aside(line, heads):
            continue
        depth = _depth(line)
        head = _closed(heads, depth, ends, last)
        if head and head.depth == depth and _ENDS.match(line.strip()):
            ends[head.row] = row + 1
            heads += [head] if _goes_on(line.strip()) else []
        else:
            heads.append(_Head(row, depth))
        last = row
    _closed(heads, 0, ends, last)
    return ends


class _Head(Struct, frozen=True):
    """A line that may begin a block."""

    row: int
    depth: int


def _is_closed(lines: Sequence[str], row: int, end: int) -> bool:
    """Whether the last line of a block closes it, as deep as its first one."""
    last = lines[end - 1]
    return len(indentation(last)) == len(indentation(lines[row])) and _CLOSES.match(last.strip()) is not None


def _is_aside(line: str, heads: Sequence[_Head]) -> bool:
    """Whether the line says nothing of where blocks end: it is blank, or at the margin as comments may be."""
    return not line.strip() or (bool(heads) and heads[-1].depth > 0 and _SIDEWAYS.match(line) is not None)


def _goes_on(text: str) -> bool:
    """Whether the block goes on below a line that ends one part of it."""
    return _GOES_ON.match(text) is not None or text.endswith(_OPENS)


def _closed(heads: list[_Head], depth: int, ends: list[int], last: int) -> _Head | None:
    """End the blocks that begin so deep or deeper at a line; return the outermost of them."""
    head = None
    while heads and heads[-1].depth >= depth:
        head = heads.pop()
        ends[head.row] = max(ends[head.row], last + 1)
    return head


class _Part(Struct, frozen=True):
    """Rows of the listing that take the place of lines of the file."""

    start: int
    end: int
    rows: range
    blanks: tuple[int, int] = (0, 0)
    """Blank lines that go before and after the rows."""


class _Alignment:
    """One listing laid beside one file."""

    def __init__(
        self,
        file: Sequence[str],
        listing: Sequence[str],
        marks: frozenset[int],
        blocks: Sequence[Block],
        fresh: frozenset[int],
        effort: WorkBudget,
    ) -> None:
        self._file, self._listing, self._marks, self._fresh = file, listing, marks, fresh
        self._effort = effort
        self._keys = ["" if row in marks else single_spaced(line) for row, line in enumerate(listing)]
        self._weights = [0 if row in fresh else min(_letters(key), _MOST_LETTERS) for row, key in enumerate(self._keys)]
        self._file_keys = [single_spaced(line) for line in file]
        self._marks_above = [0, *accumulate(row in marks for row in range(len(listing)))]
        self._ends, self._file_ends = block_ends(listing), block_ends(file)
        self._heads = [(one.row, one.at) for one in blocks]
        self._known: dict[_Pair, Block | None] = {(one.row, one.at): one for one in blocks}
        self._parts: list[_Part] = []
        self._partners: dict[int, int] = {}
        """Which line of the file each line of the listing stands for."""

    def align(self) -> Unplaced | None:
        """Find the place of every piece; return the first one that has none."""
        whole = Block(0, len(self._listing), 0, len(self._file))
        anchors = self._anchors(whole)
        if not anchors:
            return Unplaced(next((row for row, key in enumerate(self._keys) if key), 0))
        unplaced = self._between(whole, anchors, is_open=(True, True))
        return unplaced or self._doubled() or self._losing()

    def merged(self) -> MergedText:
        """Return the text the parts make."""
        lines: list[str] = []
        at, is_sure = 0, True
        for part in _joined(sorted(self._parts, key=lambda one: (one.start, one.end))):
            indents = _Indents(self._pairs_around(part.rows))
            fitted = [self._fitted(row, indents) for row in part.rows]
            united = in_unit_of_file(
                fitted, standing=self._file[part.start : part.end], lines=self._file, start=part.start
            )
            is_known = all(row in self._partners or not self._keys[row] for row in part.rows)
            is_sure &= united.is_sure and (is_known or indents.is_sure)
            lines += [*self._file[at : part.start], *[""] * part.blanks[0], *united.lines, *[""] * part.blanks[1]]
            at = part.end
        lines += self._file[at:]
        return MergedText(tuple(lines), is_sure, min(self._partners.values(), default=0))

    def _has_mark(self, row: int, end: int) -> bool:
        return self._marks_above[end] > self._marks_above[row]

    def _anchors(self, area: Block) -> list[_Pair]:
        """Return the lines of the listing that stand for lines of the file for certain, in the area."""
        heads = [one for one in self._heads if _is_within(one, area)]
        rows, ats = {row for row, _ in heads}, {at for _, at in heads}
        equal = [(row, at) for row, at in self._equal_once(area) if row not in rows and at not in ats]
        return self._chain(sorted(equal + heads))

    def _equal_once(self, area: Block) -> list[_Pair]:
        """Return the lines that stand once in both, and failing those the first of two that stand so together."""
        for count in (1, 2):
            mine = self._only_once(self._keys, range(area.row, area.end + 1 - count), count, wanted=None)
            theirs = self._only_once(self._file_keys, range(area.at, area.at_end + 1 - count), count, wanted=mine)
            if found := [(row, theirs[key]) for key, row in mine.items() if key in theirs]:
                return found
        return []

    def _only_once(
        self, keys: Sequence[str], rows: range, count: int, *, wanted: Collection[tuple[str, ...]] | None
    ) -> dict[tuple[str, ...], int]:
        where: dict[tuple[str, ...], int] = {}
        for row in rows:
            key = tuple(keys[row : row + count])
            if key in where:
                where[key] = -1
            elif self._is_telling(row, count) if wanted is None else key in wanted:
                where[key] = row
        return {key: row for key, row in where.items() if row >= 0}

    def _is_telling(self, row: int, count: int) -> bool:
        return all(self._keys[row : row + count]) and sum(self._weights[row : row + count]) >= _LEAST_LETTERS * count

    def _chain(self, pairs: list[_Pair]) -> list[_Pair]:
        """Return the pairs that keep the order and weigh most, less what goes between them."""
        if len(pairs) > _MOST_ANCHORS:
            heaviest = sorted(pairs, key=lambda pair: -self._weight(pair))[:_MOST_ANCHORS]
            pairs = sorted(heaviest)
        self._effort.spend(_STEPS_A_PAIR * len(pairs) * len(pairs) // 2)
        best: list[float] = []
        before: list[int] = []
        for number, pair in enumerate(pairs):
            scores = [
                (best[other] - self._lost(pairs[other], pair), other)
                for other in range(number)
                if pairs[other][0] < pair[0] and pairs[other][1] < pair[1]
            ]
            score, other = max(scores, default=(0.0, -1))
            is_first = score <= 0
            best.append(self._weight(pair) + (0 if is_first else score))
            before.append(-1 if is_first else other)
        chain: list[_Pair] = []
        at = max(range(len(pairs)), key=best.__getitem__, default=-1)
        while at >= 0:
            chain.append(pairs[at])
            at = before[at]
        return chain[::-1]

    def _weight(self, pair: _Pair) -> float:
        return 2 * _MOST_LETTERS if pair in self._heads else self._weights[pair[0]]

    def _lost(self, pair: _Pair, after: _Pair) -> float:
        """Return what the lines of the file count against both pairs that would go between them."""
        end = self._complete(*pair)
        row, at = (end.end, end.at_end) if end else (pair[0] + 1, pair[1] + 1)
        if row > after[0] or at > after[1]:
            row, at = pair[0] + 1, pair[1] + 1
        if self._has_mark(row, after[0]):
            return 0
        return _LETTERS_A_LOST_LINE * max(0, (after[1] - at) - (after[0] - row))

    def _complete(self, row: int, at: int) -> Block | None:
        """Return the block that both lines begin, if the listing has its end."""
        if (row, at) not in self._known:
            self._known[row, at] = self._block(row, at)
        return self._known[row, at]

    def _block(self, row: int, at: int) -> Block | None:
        end, at_end = self._ends[row], self._file_ends[at]
        if end == row + 1 or at_end == at + 1:
            return None
        is_closed = _is_closed(self._listing, row, end)
        if is_closed is not _is_closed(self._file, at, at_end):
            return None
        if not is_closed:
            # Nothing but the depth of what follows says that the block ends here; what a mark leaves out may go on.
            below = next((one for one in range(end, len(self._listing)) if one in self._marks or self._keys[one]), end)
            if self._has_mark(row, min(below + 1, len(self._listing))):
                return None
        return Block(row, end, at, at_end)

    def _between(self, area: Block, anchors: Sequence[_Pair], *, is_open: tuple[bool, bool]) -> Unplaced | None:
        """Place what stands between the anchors; `is_open` tells where lines of the file are left out at the ends."""
        row, at, opens = area.row, area.at, is_open[0]
        for start, of_file, size in self._stops(area, anchors):
            if unplaced := self._fill(Block(row, start, at, of_file), is_open=(opens, False)):
                return unplaced
            if size:
                self._partners[start] = of_file
                self._parts.append(_Part(of_file, of_file + 1, range(start, start + 1)))
            row, at, opens = start + size, of_file + size, False
        return self._fill(Block(row, area.end, at, area.at_end), is_open=(opens, is_open[1]))

    def _stops(self, area: Block, anchors: Sequence[_Pair]) -> list[tuple[int, int, int]]:
        """Return the anchors, and between them the ends of their blocks, which are no lines, in order."""
        ends: list[_Pair] = []
        for block in filter(None, (self._complete(*anchor) for anchor in anchors)):
            end = (block.end, block.at_end)
            is_inside = block.end <= area.end and block.at_end <= area.at_end
            if is_inside and _keeps_order(end, ends) and _keeps_order(end, anchors):
                ends.append(end)
        return sorted([(row, at, 1) for row, at in anchors] + [(row, at, 0) for row, at in set(ends)])

    def _fill(self, gap: Block, *, is_open: tuple[bool, bool]) -> Unplaced | None:
        """Place the lines between two stops."""
        marks = sorted(self._marks.intersection(range(gap.row, gap.end)))
        if not marks and not any(is_open):
            self._replace(gap)
            return None
        is_all = (gap.row, gap.end) == (0, len(self._listing))
        if marks and not is_all and (anchors := self._anchors(gap)):
            return self._between(gap, anchors, is_open=is_open)
        first, last = (marks[0], marks[-1] + 1) if marks else (gap.end, gap.row)
        return self._align_ends(gap, gap.row if is_open[0] else first, gap.end if is_open[1] else last)

    def _align_ends(self, gap: Block, first: int, last: int) -> Unplaced | None:
        """Place the rows above the first mark and those below the last one; any between them has no place."""
        lost = next((row for row in range(first, last) if any(map(str.isalnum, self._keys[row]))), None)
        if lost is not None:
            return Unplaced(lost)
        at = self._put_below(range(gap.row, first), gap.at, gap.at_end)
        if at is None:
            return Unplaced(max(row for row in range(gap.row, first) if self._keys[row]))
        self._put_above(range(last, gap.end), at, gap.at_end)
        return None

    def _replace(self, gap: Block) -> None:
        """Let the lines of the listing take the place of those of the file."""
        if gap.row == gap.end and gap.at == gap.at_end:
            return
        one, other = self._keys[gap.row : gap.end], self._file_keys[gap.at : gap.at_end]
        if can_be_aligned(one, other):
            for row, at, count in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
                for offset in range(count):
                    if one[row + offset]:
                        self._partners[gap.row + row + offset] = gap.at + at + offset
        self._parts.append(_Part(gap.at, gap.at_end, range(gap.row, gap.end)))

    def _put_below(self, rows: range, at: int, end: int) -> int | None:
        """Align the rows above a mark with the lines from an index on; return where the file goes on.

        None where new rows are deeper than the mark, so that the rest of their block is left out as well, or goes.
        """
        said = self._without_blanks(rows, below=True)
        tail = rows.stop - said.stop
        has_mark = rows.stop in self._marks
        used, is_new = self._pair(said, range(at, end), has_mark=has_mark)
        if has_mark and is_new and self._may_go_on(said[-1], rows.stop):
            return None
        stop = at + used
        lacks_blank = is_new and tail > 0 and stop < end and self._file_keys[stop] != ""
        self._parts.append(_Part(at, stop, said, (0, int(lacks_blank))))
        return stop

    def _may_go_on(self, row: int, mark: int) -> bool:
        """Whether a mark below a new line may stand for the rest of its block, though it is less deep."""
        return row not in self._fresh and _depth(self._listing[row]) > _depth(self._listing[mark])

    def _put_above(self, rows: range, at: int, end: int) -> None:
        """Align the rows below a mark with the lines up to an index."""
        said = self._without_blanks(rows, below=False)
        head = said.start - rows.start
        used, is_new = self._pair(said[::-1], range(at, end)[::-1], has_mark=rows.start - 1 in self._marks)
        start = end - used
        lacks_blank = is_new and head > 0 and start > at and self._file_keys[start - 1] != ""
        self._parts.append(_Part(start, end, said, (int(lacks_blank), 0)))

    def _without_blanks(self, rows: range, *, below: bool) -> range:
        """Return the rows without the blank ones at the end beside the mark, below them or above."""
        said = [row for row in rows if self._keys[row]]
        if not said:
            return range(rows.start, rows.start) if below else range(rows.stop, rows.stop)
        return range(rows.start, said[-1] + 1) if below else range(said[0], rows.stop)

    def _pair(self, rows: range, ats: range, *, has_mark: bool) -> tuple[int, bool]:
        """Align rows with lines of the file; return how many of these they take, and whether new ones are the last."""
        rows, ats = rows[:_MOST_ALIGNED], ats[: 2 * len(rows) + _FARTHEST]
        self._effort.spend(_STEPS_A_PAIR * len(rows) * len(ats))
        first = min(rows, default=0)
        above = max((row for row in self._partners if row < first), default=None)
        listed_depth = None if above is None else _depth(self._listing[above])
        depth = None if above is None else _depth(self._file[self._partners[above]])
        wanted = [_NOWHERE if row in self._fresh else _said(self._listing[row], listed_depth) for row in rows]
        standing = [_said(self._file[at], depth) for at in ats]
        pairs = _aligned(wanted, standing)
        if has_mark and not any(standing[pairs[-1][1] + 1 if pairs else 0 :]):
            # The mark stands for something, so lines that are only alike are not those of the file.
            pairs = _equal_ones(pairs, wanted, standing)
        self._partners |= {rows[a]: ats[b] for a, b in _equal_ones(pairs, wanted, standing)}
        last = pairs[-1] if pairs else _STOP
        return last[1] + 1, last[0] < len(rows) - 1

    def _doubled(self) -> Unplaced | None:
        """Return a line that comes in though it stands in the file, elsewhere, and stays there."""
        goes = {at for part in self._parts for at in range(part.start, part.end)}
        rows = (row for part in self._parts for row in part.rows if row not in self._partners)
        fresh: dict[tuple[str, ...], int] = {(self._keys[row],): row for row in rows if self._says_place(row)}
        stands = self._only_once(self._file_keys, range(len(self._file)), 1, wanted=fresh)
        return next((Unplaced(fresh[key], at) for key, at in stands.items() if at not in goes), None)

    def _losing(self) -> Unplaced | None:
        """Return a row beside which many lines would go for few, and no block that the listing has all of."""
        stays = frozenset(self._partners.values())
        for part in self._parts:
            lost = sum(_letters(self._file_keys[at]) > 0 for at in range(part.start, part.end) if at not in stays)
            come = sum(self._weights[row] > 0 for row in part.rows if row not in self._partners)
            if lost > come + _MOST_LOST and not self._is_in_block(part):
                return Unplaced(min(part.rows.start, len(self._listing) - 1))
        return None

    def _is_in_block(self, part: _Part) -> bool:
        """Whether the listing has all of a block that the part is in, without a mark."""
        blocks = (block for block in self._known.values() if block)
        around = (block for block in blocks if block.row < part.rows.start and part.rows.stop <= block.end)
        inside = (block for block in around if block.at < part.start and part.end <= block.at_end)
        return any(not self._has_mark(block.row, block.end) for block in inside)

    def _says_place(self, row: int) -> bool:
        return " " in self._keys[row] and _letters(self._keys[row]) >= _TELLING_LETTERS

    def _pairs_around(self, rows: range) -> list[Shift]:
        """Return how the lines of the piece are indented in both texts; of all pieces where this one says nothing."""
        piece = self._marks_above[rows.start]
        own = [
            (row, at) for row, at in self._partners.items() if self._marks_above[row] == piece and self._weights[row]
        ]
        pairs = own or list(self._partners.items())
        return [(indentation(self._listing[row]), indentation(self._file[at])) for row, at in pairs if self._keys[row]]

    def _fitted(self, row: int, indents: "_Indents") -> str:
        """Return a line of the listing as deep as the file is; one that stands there as the file has it."""
        line = self._listing[row]
        if not line.strip():
            return ""
        moved = indents.moved(line)
        at = self._partners.get(row)
        if at is None or self._keys[row] != self._file_keys[at]:
            return moved
        standing = self._file[at]
        return standing if indentation(standing) == indentation(moved) or not indents.is_sure else moved


class _Indents:
    """How the indentation of a piece moves to that of the file: as that of most lines that stand in both does."""

    def __init__(self, pairs: Sequence[Shift]) -> None:
        moves = Counter(map(_move, pairs))
        move, count = moves.most_common(1)[0] if moves else (_UNMOVED, 0)
        levels = levels_of(list(dict.fromkeys(pairs)))
        self._levels = None
        self.is_sure = True
        if any(before and before == after for before, after in pairs) and 2 * moves[_UNMOVED] >= count:
            # A line as deep in both says that the unit is one, too; others were put deeper, or less deep.
            self._shift = _UNMOVED
        elif move is not None and 2 * count > len(pairs):
            self._shift = move
        elif pairs:
            self._levels, self._shift = levels, pairs[0]
            self.is_sure = levels.is_known
        else:
            self._shift = _UNMOVED

    def moved(self, line: str) -> str:
        """Return the line as deep as the file wants it."""
        shift = self._levels.shift(indentation(line)) if self._levels else None
        return shifted(line, shift or self._shift)


def _joined(parts: Sequence[_Part]) -> list[_Part]:
    """Return the parts, those that follow on each other in both texts as one."""
    joined: list[_Part] = []
    for part in parts:
        last = joined[-1] if joined else None
        if (
            last
            and last.end == part.start
            and last.rows.stop == part.rows.start
            and not (last.blanks[1] or part.blanks[0])
        ):
            blanks = (last.blanks[0], part.blanks[1])
            joined[-1] = _Part(last.start, part.end, range(last.rows.start, part.rows.stop), blanks)
        elif part.rows or part.start < part.end:
            joined.append(part)
    return joined


_UNMOVED: Shift = ("", "")


def _move(pair: Shift) -> Shift | None:
    """Return what is added to an indentation, or taken off, by a pair of the same line's; None where it is neither."""
    before, after = pair
    if after.endswith(before):
        return "", after[: len(after) - len(before)]
    return (before[: len(before) - len(after)], "") if before.endswith(after) else None


def _keeps_order(end: _Pair, others: Sequence[_Pair]) -> bool:
    """Whether in both texts the same ones of the others are above the end."""
    return all((row < end[0]) == (at < end[1]) for row, at in others)


def _is_within(pair: _Pair, area: Block) -> bool:
    return area.row <= pair[0] < area.end and area.at <= pair[1] < area.at_end


def _letters(key: str) -> int:
    return sum(map(str.isalnum, key[:200]))


def _depth(line: str) -> int:
    return len(indentation(line).expandtabs(8))


def _said(line: str, depth: int | None) -> str:
    """Return what a line says; of a bracket alone also whether it is deeper than a line above both, or less deep."""
    key = single_spaced(line)
    if not key or depth is None or any(map(str.isalnum, key)):
        return key
    own = _depth(line)
    return key + _DEEPER * (own > depth) + _SHALLOWER * (own < depth)


def _cost(key: str) -> float:
    if not key:
        return _BLANK_COST
    return _LINE_COST if any(map(str.isalnum, key)) else _BRACKET_COST


def _pair_cost(one: str, other: str) -> float | None:
    """Return what it costs that a line takes the place of another; None where it does not."""
    if one == other:
        return 0
    if not one or not other:
        return None
    alike = fuzz.ratio(one, other, score_cutoff=_ALIKE)
    return 1.5 * (1 - alike / 100) if alike else None


def _aligned(rows: Sequence[str], window: Sequence[str]) -> list[_Pair]:
    """Return which rows stand for which lines of the window; both begin at a stop, and the window goes on."""
    come = [0.0, *accumulate(map(_cost, rows))]
    goes = [0.0, *accumulate(map(_cost, window))]
    costs: dict[_Pair, float] = {_STOP: 0}
    before: dict[_Pair, _Pair] = {}
    # Of each line of the window, the cheapest pair above it: its costs less those of all that comes and goes until it.
    cheapest: list[tuple[float, _Pair]] = [(0, _STOP)] * (len(window) + 1)
    for row, key in enumerate(rows):
        scores: dict[int, float] = {}
        for at, other in enumerate(window):
            cost = _pair_cost(key, other)
            if cost is not None:
                score, above = cheapest[at]
                costs[row, at], before[row, at] = score + come[row] + goes[at] + cost, above
                scores[at] = costs[row, at] - come[row + 1] - goes[at + 1]
        _lower(cheapest, row, scores)
    edges = {row: _edge(rows[row + 1 :]) for row in range(-1, len(rows))}
    last = min(costs, key=lambda pair: (costs[pair] + edges[pair[0]], pair))
    pairs: list[_Pair] = []
    while last != _STOP:
        pairs.append(last)
        last = before[last]
    return pairs[::-1]


def _equal_ones(pairs: Sequence[_Pair], rows: Sequence[str], window: Sequence[str]) -> list[_Pair]:
    return [(a, b) for a, b in pairs if rows[a] == window[b]]


def _lower(cheapest: list[tuple[float, _Pair]], row: int, scores: Mapping[int, float]) -> None:
    """Let the lines below the pairs of a row know them, where they are cheaper than those that were known."""
    best: tuple[float, _Pair] = (math.inf, _STOP)
    for at in range(len(cheapest) - 1):
        if scores.get(at, math.inf) < best[0]:
            best = (scores[at], (row, at))
        if best[0] < cheapest[at + 1][0]:
            cheapest[at + 1] = best


def _edge(rows: Sequence[str]) -> float:
    """Return what it costs that the rows beside a mark are new; a bracket that none of them opens is the file's."""
    opened = sum(key.rstrip(_DEEPER + _SHALLOWER).endswith(_BRACKETS) for key in rows)
    closed = sum(_CLOSES.match(key) is not None for key in rows)
    lines = sum(any(map(str.isalnum, key)) for key in rows)
    return sum(map(_cost, rows)) + _EDGE_BRACKET_COST * abs(opened - closed) + _EDGE_COST * lines
