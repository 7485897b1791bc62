"""Applying a reply in memory, without a repository: many blocks, many files, blocks that fail, large files, growth."""

from collections.abc import Iterator
from time import process_time

from benchmarks.measuring import Row, at_most, median_ratio, median_seconds, seconds
from guillemet.engine.applying import apply_reply

LINES = 500


def rows() -> Iterator[Row]:
    """Measure in seconds and in ratios."""
    yield at_most("200 blocks over 20 files of 500 lines", _seconds(files=20, blocks=10), 0.2, unit="s")
    yield at_most("the same, every block found re-indented", _seconds(files=20, blocks=10, indent="  "), 0.4, unit="s")
    yield at_most("the same, every block failing", _seconds(files=20, blocks=10, indent="not there "), 2, unit="s")
    yield at_most("the same, every block found by likeness", _seconds(files=20, blocks=10, typo="comptue"), 2, unit="s")
    yield at_most("1,000 files, one block each", _seconds(files=1000, blocks=1), 2, unit="s")
    for what, reply, before in (("escaped for HTML", *_escaped()), ("with typographic quotes", *_quoted())):
        taken = median_seconds(lambda reply=reply, before=before: apply_reply(reply, before), clock=process_time)
        yield at_most(f"1 file of 24,000 lines, 300 blocks {what}", taken, 1, unit="s")
    # These two rows decide how the lines of a file are stored: a list, with an index only after many searches.
    yield at_most("1 file of 10,000 lines, 50 blocks", _seconds(files=1, blocks=50, lines=10_000), 0.4, unit="s")
    yield at_most("1 file of 100,000 lines, 100 blocks", _seconds(files=1, blocks=100, lines=100_000), 4, unit="s")
    yield at_most("the same, every block found by likeness", _seconds_of_large_file(typo="comptue"), 40, unit="s")
    yield at_most("the same, every block failing", _seconds_of_large_file(indent="not there "), 40, unit="s")
    # Against 100 files the ratio would measure the processor's cache, which 1,000 files leave.
    many, half = _case(files=2000, blocks=1), _case(files=1000, blocks=1)
    growth = median_ratio(lambda: apply_reply(*many), lambda: apply_reply(*half), clock=process_time)
    yield at_most("2,000 files against 1,000", growth, 3, unit="times")
    more, less = _case(files=1, blocks=500, lines=5_000), _case(files=1, blocks=50, lines=5_000)
    growth = median_ratio(lambda: apply_reply(*more), lambda: apply_reply(*less), clock=process_time)
    yield at_most("500 blocks of one file against 50", growth, 11, unit="times")


def _seconds(*, files: int, blocks: int, lines: int = LINES, indent: str = "", typo: str = "") -> float:
    reply, before = _case(files=files, blocks=blocks, lines=lines, indent=indent, typo=typo)
    return median_seconds(lambda: apply_reply(reply, before), clock=process_time)


def _seconds_of_large_file(*, indent: str = "", typo: str = "") -> float:
    reply, before = _case(files=1, blocks=100, lines=100_000, indent=indent, typo=typo)
    return seconds(lambda: apply_reply(reply, before), clock=process_time)


def _case(
    *, files: int, blocks: int, lines: int = LINES, indent: str = "", typo: str = ""
) -> tuple[str, dict[str, str | bytes]]:
    """Return a reply with this many blocks for each file, and the files.

    The old lines of the blocks are indented; with a typo their first line differs from the file's.
    """
    parts: list[str] = []
    before: dict[str, str | bytes] = {}
    for number in range(files):
        path = f"src/part_{number}.py"
        before[path] = "".join(f"{_line(number, line)}\n" for line in range(lines))
        for block in range(blocks):
            at = block * lines // blocks + 3
            old = "\n".join(indent + _line(number, line) for line in range(at, at + 4))
            new = old.replace("compute", "measure")
            old = old.replace("compute", typo, 1) if typo else old
            parts.append(f"{path}\n```python\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n```\n")
    return "\n".join(parts), before


def _escaped() -> tuple[str, dict[str, str | bytes]]:
    """Return blocks with escapes for the lines of a class, of which none stands at the margin."""
    lines = [f"    boolean is{number} = value < {number};" for number in range(24_000)]
    blocks = (line.replace("<", "&lt;") for line in lines[::80])
    return "".join(_block("A.java", one, one.replace("value", "other")) for one in blocks), {"A.java": "\n".join(lines)}


def _quoted() -> tuple[str, dict[str, str | bytes]]:
    """Return blocks whose new part alone has typographic quotes, for the bodies of short functions."""
    lines = [f"    return {number}" if number % 2 else f"def f_{number}():" for number in range(24_000)]
    blocks = (_block("a.py", line, f"{line} + “x”") for line in lines[1::80])
    return "".join(blocks), {"a.py": "\n".join(lines)}


def _block(path: str, old: str, new: str) -> str:
    return f"{path}\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n"


def _line(number: int, line: int) -> str:
    return f"value_{line} = compute({number}, {line})  # a line like any other"
