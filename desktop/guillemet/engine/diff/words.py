"""Changed words inside a pair of lines; characters, where a word changed only a little.

Spans are half-open column ranges, in order, without overlap.
"""

from collections.abc import Sequence
from itertools import product, zip_longest

from rapidfuzz.distance import Indel, Opcodes

from guillemet.engine.patterns import lazy_pattern

Pair = tuple[int | None, int | None]
"""Offsets of an old and a new line that stand in one row; None is an empty side."""

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
_TOKEN = lazy_pattern(r"\w+|\s+|[^\w\s]")


def pair_lines(old: Sequence[str], new: Sequence[str]) -> tuple[Pair, ...]:
    """Return the rows of a hunk: like lines beside each other, in order, the rest from the top."""
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
    """Whether every old line is like the new one at the same offset, or there is but one of each."""
    return len(old) == len(new) and (len(old) == 1 or all(map(_likeness, old, new)))


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
    old_spans: list[Span] = []
    new_spans: list[Span] = []
    for start, end, new_start, new_end in _joined(Indel.opcodes(_keys(old_words), _keys(new_words))):
        blank = int(start < end and new_start < new_end and old_words[start] == new_words[new_start])
        old_span = (old_columns[start + blank], old_columns[end])
        new_span = (new_columns[new_start + blank], new_columns[new_end])
        of_old, of_new = _letters(old, new, old_span, new_span)
        old_spans += of_old
        new_spans += of_new
    marked = _merged(old, old_spans), _merged(new, new_spans)
    return ((), ()) if _is_whole(old, marked[0]) and _is_whole(new, marked[1]) else marked


def _keys(words: Sequence[str]) -> list[str]:
    """Return what words are told apart by: a blank between two belongs to the next one, or blanks alone would match."""
    last = len(words) - 1
    return [w + words[at + 1] if 0 < at < last and w.isspace() else w for at, w in enumerate(words)]


def _joined(codes: Opcodes, *, kept: int = 1) -> list[tuple[int, int, int, int]]:
    """Return the changed ranges (old start, old end, new start, new end), joined where fewer than `kept` part them."""
    ranges: list[tuple[int, int, int, int]] = []
    for code in codes:
        if code.tag == "equal":
            continue
        if ranges and code.src_start - ranges[-1][1] < kept:
            ranges[-1] = (ranges[-1][0], code.src_end, ranges[-1][2], code.dest_end)
        else:
            ranges.append((code.src_start, code.src_end, code.dest_start, code.dest_end))
    return ranges


def _letters(old: str, new: str, old_span: Span, new_span: Span) -> tuple[list[Span], list[Span]]:
    a, b = old[slice(*old_span)], new[slice(*new_span)]
    if not _changed_little(a, b):
        return ([old_span] if a else []), ([new_span] if b else [])
    ranges = _joined(Indel.opcodes(a, b), kept=SHORTEST_KEPT)
    return (
        [(old_span[0] + r[0], old_span[0] + r[1]) for r in ranges if r[0] < r[1]],
        [(new_span[0] + r[2], new_span[0] + r[3]) for r in ranges if r[2] < r[3]],
    )


def _changed_little(a: str, b: str) -> bool:
    """Whether a word is shown by its characters; blanks always are."""
    if a.isspace() and b.isspace():
        return True
    return min(len(a), len(b)) >= SHORTEST_WORD and Indel.normalized_similarity(a, b) >= LITTLE


def _between_common_ends(old: str, new: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    shorter = min(len(old), len(new))
    head = _common(old, new, shorter)
    tail = _common(old[::-1], new[::-1], shorter - head)
    return (
        ((head, len(old) - tail),) if head < len(old) - tail else (),
        ((head, len(new) - tail),) if head < len(new) - tail else (),
    )


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
        if merged and not line[merged[-1][1] : start].strip():
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return tuple(merged)
