"""Which changed line stands beside which, inside one hunk."""

from collections.abc import Sequence
from itertools import zip_longest

from rapidfuzz.distance import Indel

Pair = tuple[int | None, int | None]
"""Offsets of an old and a new line that stand in one row; None is an empty side."""

ALIKE = 0.5
"""From this similarity on, lines of a hunk are held to be the same line, changed."""
MOST_COMPARED = 900
"""Hunks with more pairs than this are paired from the top."""
LONGEST_COMPARED = 400


def pair_lines(old: Sequence[str], new: Sequence[str]) -> tuple[Pair, ...]:
    """Return the rows of a hunk: like lines beside each other, in order, the rest from the top."""
    if len(old) == len(new) or not old or not new or len(old) * len(new) > MOST_COMPARED:
        return tuple(zip_longest(range(len(old)), range(len(new))))
    rows: list[Pair] = []
    above_old = above_new = 0
    for at_old, at_new in (*_like_pairs(old, new), (len(old), len(new))):
        rows += zip_longest(range(above_old, at_old), range(above_new, at_new))
        if at_old < len(old):
            rows.append((at_old, at_new))
        above_old, above_new = at_old + 1, at_new + 1
    return tuple(rows)


def _like_pairs(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of like lines, in order on both sides, whose likeness adds up to most."""
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    likeness = [[_likeness(a, b) for b in new] for a in old]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
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
