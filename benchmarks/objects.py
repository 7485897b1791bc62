"""Why objects are written by our own code: libgit2 holds the interpreter while it waits for a busy disk.

A thread that only sleeps stands for the one that paints; what it is late by is how long the interpreter was held.
"""

import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pygit2
from pygit2.enums import ObjectType

from benchmarks.measuring import ROUNDS, Row, at_most, beside, median_ratio, seconds
from guillemet.engine.git.repository import Repository

BLOBS = 300
SIZE = 20_000
_BEAT = 0.001
_OTHER_PROGRAM = """
import os, sys
block = os.urandom(1 << 20)
while True:
    with open(sys.argv[1], "wb") as file:
        for _ in range(250):
            file.write(block)
        file.flush()
        os.fsync(file.fileno())
"""


def rows() -> Iterator[Row]:
    """Measure in milliseconds and ratios, in turns."""
    with tempfile.TemporaryDirectory() as made:
        root = Path(made)
        pygit2.init_repository(str(root / "project"))
        repository = Repository.open(root / "project")
        data = _contents()
        ours, theirs = _ours(repository, data), _theirs(repository, data)
        ratio = median_ratio(ours, theirs)
        yield at_most(f"{BLOBS} blobs written and flushed once, against libgit2 unflushed", ratio, 4, unit="times")
        with _other_program(root / "other"):
            held = [(_held(ours), _held(theirs)) for _ in range(ROUNDS)]
        longest, of_libgit2 = (max(one) for one in zip(*held, strict=True))
        what = "interpreter held beside another program that writes"
        yield beside(f"{what}, libgit2", of_libgit2, unit="ms")
        yield beside(f"{what}, ours", longest, unit="ms")
        yield at_most(f"{what}, ours against libgit2", longest / of_libgit2, 1, unit="times")


def _contents() -> Iterator[bytes]:
    """Yield contents without end, none of them twice: one that is kept already is not written."""
    number = 0
    while True:
        number += 1
        yield b"".join(b"%d %d\n" % (number, line) for line in range(SIZE // 12))


def _ours(repository: Repository, data: Iterator[bytes]) -> Callable[[], None]:
    def write() -> None:
        for _ in range(BLOBS):
            repository.objects.write(ObjectType.BLOB, next(data))
        repository.objects.flush()

    return write


def _theirs(repository: Repository, data: Iterator[bytes]) -> Callable[[], None]:
    def write() -> None:
        for _ in range(BLOBS):
            repository.handle.create_blob(next(data))

    return write


@contextmanager
def _other_program(place: Path) -> Iterator[None]:
    writer = subprocess.Popen([sys.executable, "-c", _OTHER_PROGRAM, str(place)])
    try:
        yield
    finally:
        writer.kill()
        writer.wait()


def _held(work: Callable[[], None]) -> float:
    """Return for how many milliseconds another thread is kept from running at the longest."""
    late, is_over = [0.0], threading.Event()

    def beat() -> None:
        while not is_over.is_set():
            start = time.perf_counter()
            time.sleep(_BEAT)
            late.append(time.perf_counter() - start - _BEAT)

    thread = threading.Thread(target=beat)
    thread.start()
    seconds(work)
    is_over.set()
    thread.join()
    return max(late) * 1000
