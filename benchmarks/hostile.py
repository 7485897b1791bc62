"""Replies made to hurt: four times as long, they may take about four times as long, never sixteen times."""

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from benchmarks.measuring import Row, Work, at_most, seconds
from guillemet.engine.applying import apply_reply
from guillemet.engine.workspace.line_mapping import as_shown

TIMES = 4
LIMIT = 6.5
"""A little above TIMES for caches and collection; the square of TIMES is far off."""
LINE = "value = compute(1)\n"
LONG = 1_000
LONG_TIMES = 10
LONG_LIMIT = 16
"""As above; the square of LONG_TIMES is 100."""

MANY = 750

Case = tuple[str, dict[str, str | bytes]]


def rows() -> Iterator[Row]:
    """Measure every reply at a size and at four times that size, in ratios; the largest of some in seconds."""
    for what, make, size in _HOSTILE:
        found = _growth(_applying(make), size, times=TIMES, limit=LIMIT)
        yield at_most(f"{what}, {TIMES * size:,} against {size:,}", found, LIMIT, unit="times")
    for what, make in _ON_A_LONG_FILE:
        sizes = f"{LONG_TIMES * LONG:,} on as many lines against {LONG:,}"
        found = _growth(_applying(make), LONG, times=LONG_TIMES, limit=LONG_LIMIT)
        yield at_most(f"{what}, {sizes}", found, LONG_LIMIT, unit="times")
    for what, make in (("hunks", _hunks_that_fit), ("blocks", _blocks_that_fit)):
        fit = f"{what} that fit many places"
        found = _growth(_showing(make), MANY, times=TIMES, limit=LIMIT)
        yield at_most(f"lines of {TIMES * MANY:,} {fit}, against {MANY:,}", found, LIMIT, unit="times")
        whole = min(_seconds(lambda make=make: as_shown(apply_reply(*make(TIMES * MANY)).results)) for _ in range(3))
        yield at_most(f"{TIMES * MANY:,} {fit}, applied and shown", whole, 1, unit="s")
    for what, make in _WITHIN_A_BUDGET:
        yield at_most(f"{what}, 5,000 on as many lines", _seconds(_applying(make)(5_000)), 30, unit="s")
    yield at_most("1,000,000 markers", _seconds(_applying(_markers)(1_000_000)), 30, unit="s")
    yield at_most("50,000 blocks", _seconds(_applying(_blocks)(50_000)), 30, unit="s")
    yield at_most("one line of 50 MB", _seconds(_applying(_one_line)(50_000_000)), 10, unit="s")


def _applying(make: Callable[[int], Case]) -> Callable[[int], Work]:
    return lambda size: partial(apply_reply, *make(size))


def _showing(make: Callable[[int], Case]) -> Callable[[int], Work]:
    return lambda size: partial(as_shown, apply_reply(*make(size)).results)


def _growth(work: Callable[[int], Work], size: int, *, times: int, limit: float) -> float:
    """Return how many times longer the long reply takes; measured again only where that misses the limit."""
    best = float("inf")
    for _ in range(3):
        best = min(best, _seconds(work(times * size)) / _seconds(work(size)))
        if best <= limit:
            break
    return best


def _seconds(work: Work) -> float:
    return seconds(work, clock=time.process_time)


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


def _hunks_that_fit(size: int) -> Case:
    parts = (f"@@ -{n + 1} +{2 * n + 1},2 @@\n-x = 0\n+x = 1\n+y = {n}\n" for n in range(size))
    return "--- a/a.py\n+++ b/a.py\n" + "".join(parts), {"a.py": "x = 0\n" * (size + 5)}


def _blocks_that_fit(size: int) -> Case:
    return "".join(_block("x = 0\n", f"x = 1\ny = {n}\n") for n in range(size)), {"a.py": "x = 0\n" * (size + 5)}


def _heads(size: int) -> Case:
    return "--- a/a.py\n" * size + "+++ b/a.py\n" * size, {"a.py": "x = 0\n"}


def _patches(size: int) -> Case:
    return "*** Begin Patch\n*** Update File: a.py\n@@ x\n" * size, {"a.py": "x = 0\n"}


def _open_json(size: int) -> Case:
    return "{\n" * size, {"a.py": LINE}


def _members(size: int) -> Case:
    return '{"path": "a",\n' * size, {"a.py": LINE}


def _open_calls(size: int) -> Case:
    return '<write_to_file>\n<edit path="a.py">\n- filePath: `a\n⏺ Update(a.py)\n<invoke name="Edit">\n' * size, {
        "a.py": LINE
    }


def _paths(size: int) -> Case:
    return "\n\n".join(f"src/part_{n}.py\n```python\nx = {n}\n```" for n in range(size)), {"a.py": LINE}


def _tags(size: int) -> Case:
    return '<boltAction type="file" filePath="a.py">\n' * size, {"a.py": LINE}


def _in_order(size: int) -> Case:
    return _replacing(range(size)), _long(size)


def _backwards(size: int) -> Case:
    return _replacing(reversed(range(size))), _long(size)


def _scattered(size: int) -> Case:
    return _replacing(number * 7_919 % size for number in range(size)), _long(size)


def _at_the_end(size: int) -> Case:
    parts = (_block(f"end = {number}\n", f"end = {number + 1}\n") for number in range(size))
    return "".join(parts), {"a.py": "".join(map(_line, range(size))) + "end = 0\n"}


def _appended(size: int) -> Case:
    return "".join(_block("", f"appended_{number} = {number}\n") for number in range(size)), _long(size)


def _with_blanks(size: int) -> Case:
    return "".join(_block(f"{_line(number)[:-1]}  \n", f"new_{number}\n") for number in range(size)), _long(size)


def _indented(size: int) -> Case:
    return "".join(_block(f"  {_line(number)}", f"  new_{number}\n") for number in range(size)), _long(size)


def _with_typographic_quotes(size: int) -> Case:
    lines = [f'value_{number} = compute("{number}")\n' for number in range(size)]
    parts = (_block(f"value_{number} = compute(“{number}”)\n", f"new_{number}\n") for number in range(size))
    return "".join(parts), {"a.py": "".join(lines)}


def _among_common_lines(size: int) -> Case:
    text = "".join(f"def f_{number}():\n    return None\n\n" for number in range(size // 3))
    parts = (f"def {{}}_{number}():\n    return None\n\n" for number in range(size // 3))
    return "".join(_block(part.format("f"), part.format("g")) for part in parts), {"a.py": text}


def _ambiguous(size: int) -> Case:
    block = "a.py\n🟧🟧🟧 EDIT\n    return None\n🟨🟨🟨 REPL\npass\n🟩🟩🟩 END\n"
    return block * size, {"a.py": "x\n    return None\n" * max(size, 2_000)}


def _package(size: int) -> Case:
    lines = [f'"key {number}": {number},\n' for number in range(size)]
    parts = (_block(line, f"{line[:-2]}0,\n", path="package.json") for line in lines)
    return "".join(parts), {"package.json": "{" + "".join(lines) + '"last": 1}\n'}


def _nowhere(size: int) -> Case:
    return "".join(_block(f"nothing like it {number}\n", "x\n") for number in range(size)), _long(size)


def _half_nowhere(size: int) -> Case:
    parts = (_block(_line(number)[: -1 - number % 2] + "\n", f"new_{number}\n") for number in range(size))
    return "".join(parts), _long(size)


def _twice_the_same_lines(size: int) -> Case:
    parts = (_block(_line(number), f"{word}_{number}\n") for word in ("new", "other") for number in range(size // 2))
    return "".join(parts), _long(size)


def _merged(size: int) -> Case:
    """Return blocks that change the first of every ten lines, and others that change the third and name the first."""
    lines = list(map(_line, range(size)))
    first = (_block(line, line.replace("(", "(1, ")) for line in lines[::10])
    later = (_block("".join(lines[at : at + 3]), "".join(lines[at : at + 2]) + "x = 1\n") for at in range(0, size, 10))
    return "".join((*first, *later)), _long(size)


def _replacing(numbers: Iterable[int]) -> str:
    """Return blocks that put two lines in the place of one, so that all below move."""
    return "".join(_block(_line(number), f"{_line(number)}more_{number} = 1\n") for number in numbers)


def _block(old: str, new: str, *, path: str = "a.py") -> str:
    return f"{path}\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n"


def _line(number: int) -> str:
    return f"value_{number} = compute({number})  # a line like any other\n"


def _long(size: int) -> dict[str, str | bytes]:
    return {"a.py": "".join(map(_line, range(size)))}


_ON_A_LONG_FILE: tuple[tuple[str, Callable[[int], Case]], ...] = (
    ("blocks in order", _in_order),
    ("blocks from the end", _backwards),
    ("blocks in no order", _scattered),
    ("blocks at the end", _at_the_end),
    ("blocks appended", _appended),
    ("blocks with blanks", _with_blanks),
    ("blocks indented", _indented),
    ("blocks with typographic quotes", _with_typographic_quotes),
    ("blocks among common lines", _among_common_lines),
    ("blocks with a thousand places", _ambiguous),
    ("blocks for lines of which some were changed before, a fifth as many", _merged),
)
_WITHIN_A_BUDGET: tuple[tuple[str, Callable[[int], Case]], ...] = (
    ("scripts", _package),
    ("blocks that are not there", _nowhere),
    ("blocks of which every other is nearly there", _half_nowhere),
    ("blocks for lines changed before", _twice_the_same_lines),
)
"""Work of which a reply has so much and no more, counted in steps: past it, blocks are answered with less."""
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
    ("JSON never closed", _open_json, 10_000),
    ("members of JSON never closed", _members, 5_000),
    ("calls of tools never closed", _open_calls, 1_000),
)
