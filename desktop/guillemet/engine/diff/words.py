"""Changed words inside a pair of lines; characters, where a word changed only a little.

Spans are half-open column ranges, in order, without overlap. None begins or ends inside what is read as one character.
"""

from collections.abc import Sequence
from itertools import product, zip_longest
from unicodedata import category

from rapidfuzz.distance import Indel, Opcodes

from guillemet.engine.patterns import lazy_pattern

Pair = tuple[int | None, int | None]
"""Offsets of an old and a new line that stand in one row; None is an empty side."""
_ONE_ROW: tuple[Pair, ...] = ((0, 0),)
"""One line that became another one; most hunks of many files are no more."""

ALIKE = 0.5
"""From this similarity on, lines of a hunk are held to be the same line, changed."""
MOST_COMPARED = 900
"""Hunks with more pairs than this are paired from the top."""
LONGEST_COMPARED = 400
LONGEST = 2_000
"""Longer lines are only kept apart by what they begin and end with."""
LITTLE = 0.65
"""From this similarity on, a changed word is shown by its characters."""
SHORTEST_WORD = 4
"""Shorter words are marked whole."""
SHORTEST_KEPT = 3
"""Fewer equal characters between two changed ones of a word are marked with them: single letters tell nothing."""
TOO_DIFFERENT = 0.25
"""Below this similarity marks would cover nearly everything, so there are none."""
_JOINER = "\u200d"
_FLAG_LETTERS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
"""Two of them are a flag."""
_SKINS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_TAGS = frozenset(map(chr, range(0xE0020, 0xE0080)))
"""They name the region of a flag."""
_TOKEN = lazy_pattern(r"\w+|\s+|[^\w\s]")


def pair_lines(old: Sequence[str], new: Sequence[str]) -> tuple[Pair, ...]:
    """Return the rows of a hunk: like lines beside each other, in order, the rest from the top."""
    if len(old) == len(new) == 1:
        return _ONE_ROW
    if not old or not new or len(old) * len(new) > MOST_COMPARED or _are_alike(old, new):
        return tuple(zip_longest(range(len(old)), range(len(new))))
    rows: list[Pair] = []
    above_old = above_new = 0
    for at_old, at_new in (*_like_pairs(old, new), (len(old), len(new))):
        rows += zip_longest(range(above_old, at_old), range(above_new, at_new))
        if at_old < len(old):
            rows.append((at_old, at_new))
        above_old, above_new = at_old + 1, at_new + 1
    return tuple(rows)


def _are_alike(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether every old line is like the new one at the same offset."""
    return len(old) == len(new) and all(map(_likeness, old, new))


def _like_pairs(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of like lines, in order on both sides, whose likeness adds up to most."""
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    likeness = [[_likeness(a, b) for b in new] for a in old]
    for i, j in product(reversed(range(len(old))), reversed(range(len(new)))):
        best[i][j] = max(best[i + 1][j], best[i][j + 1], likeness[i][j] + best[i + 1][j + 1])
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(old) and j < len(new):
        if likeness[i][j] and best[i][j] == likeness[i][j] + best[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _likeness(old: str, new: str) -> float:
    a, b = old.strip()[:LONGEST_COMPARED], new.strip()[:LONGEST_COMPARED]
    if not a or not b:
        return 0.0
    return Indel.normalized_similarity(a, b, score_cutoff=ALIKE)


Span = tuple[int, int]
Range = tuple[int, int, int, int]
"""What changed: its start and end in the old line, and in the new one."""


def changed_spans(old: str, new: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Return what of the old and of the new line changed; nothing when they have too little in common."""
    if old == new:
        return (), ()
    if len(old) > LONGEST or len(new) > LONGEST:
        return _between_common_ends(old, new)
    if Indel.normalized_similarity(old, new) < TOO_DIFFERENT:
        return (), ()
    old_words, new_words = _TOKEN.findall(old), _TOKEN.findall(new)
    old_columns, new_columns = _columns(old_words), _columns(new_words)
    ranges: list[Range] = []
    for start, end, new_start, new_end in _joined(Indel.opcodes(_keys(old_words), _keys(new_words))):
        blank = int(start < end and new_start < new_end and old_words[start] == new_words[new_start])
        old_span = (old_columns[start + blank], old_columns[end])
        new_span = (new_columns[new_start + blank], new_columns[new_end])
        ranges += _letters(old, new, old_span, new_span)
    ranges = _in_whole_clusters(old, new, ranges)
    marked = _merged(old, [one[:2] for one in ranges]), _merged(new, [one[2:] for one in ranges])
    return ((), ()) if _is_whole(old, marked[0]) and _is_whole(new, marked[1]) else marked


def _keys(words: Sequence[str]) -> list[str]:
    """Return what words are told apart by: a blank between two belongs to the next one, or blanks alone would match."""
    last = len(words) - 1
    return [w + words[at + 1] if 0 < at < last and w.isspace() else w for at, w in enumerate(words)]


def _joined(codes: Opcodes, *, kept: int = 1) -> list[Range]:
    """Return the changed ranges, joined where fewer than `kept` part them."""
    ranges: list[Range] = []
    for code in codes:
        if code.tag == "equal":
            continue
        if ranges and code.src_start - ranges[-1][1] < kept:
            ranges[-1] = (ranges[-1][0], code.src_end, ranges[-1][2], code.dest_end)
        else:
            ranges.append((code.src_start, code.src_end, code.dest_start, code.dest_end))
    return ranges


def _letters(old: str, new: str, old_span: Span, new_span: Span) -> list[Range]:
    a, b = old[slice(*old_span)], new[slice(*new_span)]
    if not _changed_little(a, b):
        return [(*old_span, *new_span)]
    at, to = old_span[0], new_span[0]
    return [
        (at + start, at + end, to + new_start, to + new_end)
        for start, end, new_start, new_end in _joined(Indel.opcodes(a, b), kept=SHORTEST_KEPT)
    ]


def _in_whole_clusters(old: str, new: str, ranges: Sequence[Range]) -> list[Range]:
    """Return the ranges grown until none cuts what is read as one character: an emoji with its skin, a letter's accent.

    Both sides grow alike, for they are equal around a range. Lines of ASCII have no such clusters.
    """
    if old.isascii() and new.isascii():
        return list(ranges)
    whole: list[Range] = []
    for start, end, new_start, new_end in ranges:
        grown = _grown(old, new, (start, end, new_start, new_end))
        while whole and (grown[0] < whole[-1][1] or grown[2] < whole[-1][3]):
            last = whole.pop()
            grown = _grown(old, new, (last[0], end, last[2], new_end))
        whole.append(grown)
    return whole


def _grown(old: str, new: str, changed: Range) -> Range:
    start, end, new_start, new_end = changed
    while _is_inside(old, start) or _is_inside(new, new_start):
        start, new_start = start - 1, new_start - 1
    while _is_inside(old, end) or _is_inside(new, new_end):
        end, new_end = end + 1, new_end + 1
    return start, end, new_start, new_end


def _is_inside(line: str, column: int) -> bool:
    """Whether what is read as one character goes on at this column: a small part of Unicode's rules for clusters."""
    if not 0 < column < len(line):
        return False
    before, here = line[column - 1], line[column]
    if here in _FLAG_LETTERS and before in _FLAG_LETTERS:
        first = column
        while first and line[first - 1] in _FLAG_LETTERS:
            first -= 1
        return (column - first) % 2 == 1
    return _JOINER in (before, here) or here in _SKINS or here in _TAGS or category(here).startswith("M")


def _changed_little(a: str, b: str) -> bool:
    """Whether a word is shown by its characters; blanks always are."""
    if a.isspace() and b.isspace():
        return True
    return min(len(a), len(b)) >= SHORTEST_WORD and Indel.normalized_similarity(a, b) >= LITTLE


def _between_common_ends(old: str, new: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    shorter = min(len(old), len(new))
    head = _common(old, new, shorter)
    tail = _common(old[::-1], new[::-1], shorter - head)
    ((start, end, new_start, new_end),) = _in_whole_clusters(old, new, [(head, len(old) - tail, head, len(new) - tail)])
    return ((start, end),) if start < end else (), ((new_start, new_end),) if new_start < new_end else ()


def _common(a: str, b: str, most: int) -> int:
    """Return how many characters both begin with, found by halving: slices compare at the speed of memory."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _columns(words: Sequence[str]) -> list[int]:
    columns = [0]
    for word in words:
        columns.append(columns[-1] + len(word))
    return columns


def _is_whole(line: str, spans: tuple[Span, ...]) -> bool:
    """Whether all words of a line are marked."""
    return len(spans) == 1 and bool(line.strip()) and line[slice(*spans[0])].strip() == line.strip()


def _merged(line: str, spans: list[Span]) -> tuple[Span, ...]:
    """Return the spans with those joined that only blanks part."""
    merged: list[Span] = []
    for start, end in spans:
        if start == end:
            continue
        if merged and not line[merged[-1][1] : start].strip():
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return tuple(merged)
