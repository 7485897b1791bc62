"""Replies made to hurt: four times as long, they may take about four times as long, never sixteen times."""

from collections.abc import Callable, Iterator

from benchmarks.measuring import Row, at_most, seconds
from guillemet.engine.applying import apply_reply

TIMES = 4
LIMIT = 6.5
"""A little above TIMES for caches and collection; the square of TIMES is far off."""
LINE = "value = compute(1)\n"

Case = tuple[str, dict[str, str | bytes]]


def rows() -> Iterator[Row]:
    """Measure every reply at a size and at four times that size, in ratios; the largest of some in seconds."""
    for what, make, size in _HOSTILE:
        yield at_most(f"{what}, {TIMES * size:,} against {size:,}", _growth(make, size), LIMIT, unit="times")
    yield at_most("1,000,000 markers", _seconds(_markers(1_000_000)), 30, unit="s")
    yield at_most("100,000 blocks", _seconds(_blocks(100_000)), 60, unit="s")
    yield at_most("one line of 50 MB", _seconds(_one_line(50_000_000)), 10, unit="s")


def _growth(make: Callable[[int], Case], size: int) -> float:
    """Return how many times longer the long reply takes; the best of some, since others only add time."""
    return min(_seconds(make(TIMES * size)) / _seconds(make(size)) for _ in range(3))


def _seconds(case: Case) -> float:
    return seconds(lambda: apply_reply(*case))


def _markers(size: int) -> Case:
    markers = (
        "<<<<<<< SEARCH",
        "=======",
        ">>>>>>> REPLACE",
        "««« EDIT",
        "🟧🟧🟧 EDIT",
        "```",
        "@@ @@",
        "*** Begin Patch",
    )
    return "\n".join(markers[n * n % 7 + n % 2] for n in range(size)), {"a.py": LINE}


def _one_marker(size: int) -> Case:
    return "<<<<<<< SEARCH\n" * size, {"a.py": LINE}


def _blocks(size: int) -> Case:
    parts = (f"a.py\n<<<<<<< SEARCH\nx = {n}\n=======\nx = {n + 1}\n>>>>>>> REPLACE\n" for n in range(size))
    return "".join(parts), {"a.py": "x = 0\n"}


def _undoing(size: int) -> Case:
    block = "a.py\n<<<<<<< SEARCH\nx = {}\n=======\nx = {}\n>>>>>>> REPLACE\n"
    return (block.format(0, 1) + block.format(1, 0)) * (size // 2), {"a.py": "x = 0\n" + LINE * 20}


def _same(size: int) -> Case:
    return "a.py\n<<<<<<< SEARCH\nx = 0\n=======\nx = 0 + one\n>>>>>>> REPLACE\n" * size, {
        "a.py": "x = 0\n" + LINE * 20
    }


def _missing(size: int) -> Case:
    parts = (f"a.py\n<<<<<<< SEARCH\nnot there {n}\n=======\nx\n>>>>>>> REPLACE\n" for n in range(size))
    return "".join(parts), {"a.py": LINE * 20}


def _one_line(size: int) -> Case:
    return "a.py\n<<<<<<< SEARCH\n" + "=" * size + "\n=======\nx\n>>>>>>> REPLACE\n", {"a.py": LINE}


def _one_line_of_prose(size: int) -> Case:
    return "*" * size, {"a.py": LINE}


def _deep_fences(size: int) -> Case:
    return "\n".join("`" * (3 + n % 40) + "md" for n in range(size)), {"a.py": LINE}


def _closed_fences(size: int) -> Case:
    opened = ["`" * (43 - n) + "md" for n in range(40)]
    return "\n".join((*opened, *(line[:-2] for line in reversed(opened)))) * (size // 80), {"a.py": LINE}


def _alike_lines(size: int) -> Case:
    searched = "same\n" * (size // 10) + "other\n"
    return f"a.py\n<<<<<<< SEARCH\n{searched}=======\nx\n>>>>>>> REPLACE\n", {"a.py": "same\n" * size}


def _elisions(size: int) -> Case:
    searched = "same\n...\n" * 50 + "other\n"
    return f"a.py\n<<<<<<< SEARCH\n{searched}=======\n{searched}more\n>>>>>>> REPLACE\n", {"a.py": "same\n" * size}


def _hunks(size: int) -> Case:
    return "--- a/a.py\n+++ b/a.py\n" + "@@ -1 +1 @@\n-x = 0\n+x = 0\n" * size, {"a.py": "x = 0\n"}


def _heads(size: int) -> Case:
    return "--- a/a.py\n" * size + "+++ b/a.py\n" * size, {"a.py": "x = 0\n"}


def _patches(size: int) -> Case:
    return "*** Begin Patch\n*** Update File: a.py\n@@ x\n" * size, {"a.py": "x = 0\n"}


def _paths(size: int) -> Case:
    return "\n\n".join(f"src/part_{n}.py\n```python\nx = {n}\n```" for n in range(size)), {"a.py": LINE}


def _tags(size: int) -> Case:
    return '<boltAction type="file" filePath="a.py">\n' * size, {"a.py": LINE}


_HOSTILE: tuple[tuple[str, Callable[[int], Case], int], ...] = (
    ("markers of all formats", _markers, 25_000),
    ("start markers alone", _one_marker, 25_000),
    ("blocks, each on the one before", _blocks, 2_500),
    ("blocks that undo each other", _undoing, 2_500),
    ("the same block", _same, 2_500),
    ("blocks that are not there", _missing, 2_500),
    ("characters of one line in a block", _one_line, 2_500_000),
    ("stars of one line", _one_line_of_prose, 2_500_000),
    ("fences forty deep, never closed", _deep_fences, 25_000),
    ("fences forty deep, closed", _closed_fences, 24_000),
    ("lines alike", _alike_lines, 25_000),
    ("lines alike, searched with elisions", _elisions, 25_000),
    ("hunks of one diff", _hunks, 2_500),
    ("heads of diffs", _heads, 10_000),
    ("patches never ended", _patches, 10_000),
    ("listings that are files", _paths, 1_000),
    ("tags never closed", _tags, 10_000),
)
