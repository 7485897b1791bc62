"""Changed words inside a pair of lines; characters, where a word changed only a little.

Spans are half-open column ranges, in order, without overlap.
"""

import re
from collections.abc import Sequence

from rapidfuzz.distance import Indel, Opcodes

Span = tuple[int, int]

LONGEST = 2_000
"""Longer lines are only kept apart by what they begin and end with."""
LITTLE = 0.65
"""From this similarity on, a changed word is shown by its characters."""
TOO_DIFFERENT = 0.3
"""Below this similarity marks would cover nearly everything, so there are none."""

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


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
    for code in _joined(Indel.opcodes(old_words, new_words)):
        old_span = (old_columns[code[0]], old_columns[code[1]])
        new_span = (new_columns[code[2]], new_columns[code[3]])
        of_old, of_new = _letters(old, new, old_span, new_span)
        old_spans += of_old
        new_spans += of_new
    return _merged(old, old_spans), _merged(new, new_spans)


def _joined(codes: Opcodes) -> list[tuple[int, int, int, int]]:
    """Return the changed ranges (old start, old end, new start, new end), a removal and its addition as one."""
    ranges: list[tuple[int, int, int, int]] = []
    for code in codes:
        if code.tag == "equal":
            continue
        if ranges and ranges[-1][1] == code.src_start and ranges[-1][3] == code.dest_start:
            ranges[-1] = (ranges[-1][0], code.src_end, ranges[-1][2], code.dest_end)
        else:
            ranges.append((code.src_start, code.src_end, code.dest_start, code.dest_end))
    return ranges


def _letters(old: str, new: str, old_span: Span, new_span: Span) -> tuple[list[Span], list[Span]]:
    a, b = old[slice(*old_span)], new[slice(*new_span)]
    if not a or not b or Indel.normalized_similarity(a, b) < LITTLE:
        return ([old_span] if a else []), ([new_span] if b else [])
    ranges = _joined(Indel.opcodes(a, b))
    return (
        [(old_span[0] + r[0], old_span[0] + r[1]) for r in ranges if r[0] < r[1]],
        [(new_span[0] + r[2], new_span[0] + r[3]) for r in ranges if r[2] < r[3]],
    )


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


def _merged(line: str, spans: list[Span]) -> tuple[Span, ...]:
    """Return the spans with those joined that only blanks part."""
    merged: list[Span] = []
    for start, end in spans:
        if merged and not line[merged[-1][1] : start].strip():
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return tuple(merged)
