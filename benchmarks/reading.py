"""Reading a reply: speed in one piece and in small chunks, growth, memory."""

import gc
from collections.abc import Iterator
from time import process_time

from benchmarks.measuring import Row, at_least, at_most, median_ratio, median_seconds, run_apart
from guillemet.engine.applying import MemoryFiles, read_reply
from guillemet.engine.formats.catalogue import FORMATS
from guillemet.engine.formats.format import Format
from guillemet.engine.formats.guillemet import GUILLEMET
from guillemet.engine.formats.search_replace import SEARCH_REPLACE
from guillemet.engine.reply.reader import Reply, ReplyContext

MEGABYTE = 1_000_000
CHUNK = 12


def rows() -> Iterator[Row]:
    """Measure reading, in megabytes (10⁶ characters, nearly all of one byte) a second."""
    large, small = made_reply(10 * MEGABYTE), made_reply(MEGABYTE)
    gc.freeze()  # as the program does once it stands: else the larger reply pays for a look at all loaded modules
    whole = median_seconds(lambda: read(large), clock=process_time)
    yield at_least("10 MB in one piece", len(large) / MEGABYTE / whole, 8, unit="MB/s")
    chunked = median_seconds(lambda: read_in_chunks(large), rounds=3, clock=process_time)
    yield at_least("10 MB in chunks of 12 characters", len(large) / MEGABYTE / chunked, 2, unit="MB/s")
    growth = median_ratio(lambda: read(large), lambda: read(small), clock=process_time)
    yield at_most("10 MB against 1 MB", growth, 11, unit="times")
    two = (GUILLEMET, SEARCH_REPLACE)
    ratio = median_ratio(lambda: read(small), lambda: read(small, formats=two), rounds=15, clock=process_time)
    others = len(FORMATS) - len(two)
    yield at_most(f"the {others} formats that are not in the reply, each", 100 * (ratio - 1) / others, 5, unit="%")
    yield at_most(
        "memory for 10 MB, blocks and prose kept", float(run_apart(_MEMORY, "keep")), 4, unit="times the reply"
    )
    yield at_most("memory for 10 MB, every event kept", float(run_apart(_MEMORY, "read")), 4, unit="times the reply")


def made_reply(size: int) -> str:
    """Return a reply of about this many characters: prose and blocks of both formats in turns."""
    parts: list[str] = []
    length = number = 0
    while length < size:
        parts.append(_part(number))
        length += len(parts[-1])
        number += 1
    return "".join(parts)


def read(reply: str, *, formats: tuple[Format, ...] = FORMATS) -> int:
    """Read a reply in one piece; return how many events it gave."""
    reader = _reader(formats)
    return len(reader.feed(reply)) + len(reader.finish())


def read_in_chunks(reply: str) -> int:
    """Read a reply as it would come over a slow line."""
    reader, count = _reader(), 0
    for start in range(0, len(reply), CHUNK):
        count += len(reader.feed(reply[start : start + CHUNK]))
    return count + len(reader.finish())


def keep(reply: str) -> int:
    """Read a reply as the engine reads a pasted one, keeping what it applies; return how much that is."""
    read = read_reply(reply, MemoryFiles({}))
    return len(read.blocks) + len(read.suggestions)


def _reader(formats: tuple[Format, ...] = FORMATS) -> Reply:
    return Reply(ReplyContext(exists=lambda _path: False), formats=formats)


def _part(number: int) -> str:
    old = "\n".join(f"    value_{line} = compute({number}, {line})" for line in range(12))
    new = old.replace("compute", "measure", 4)
    prose = f"Step {number} changes how values are computed, and says so at some length, as models do.\n" * 4
    if number % 2:
        return f"{prose}\nsrc/part_{number}.py\n««« EDIT\n{old}\n═══════ REPL\n{new}\n»»» EDIT END\n\n"
    return f"{prose}\nsrc/part_{number}.py\n```python\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n```\n\n"


_MEMORY = """
import sys
import tracemalloc
from benchmarks import reading
text = reading.made_reply(10 * reading.MEGABYTE)
tracemalloc.start()
getattr(reading, sys.argv[1])(text)
print(tracemalloc.get_traced_memory()[1] / len(text.encode()))
"""
