"""Taking a reply into the staging area: many blocks in few files, few blocks in many files, growth; and deciding."""

import statistics
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pygit2

from benchmarks.measuring import ROUNDS, Row, at_most, seconds
from guillemet.engine.diff.lines import changed
from guillemet.engine.diff.parts import part_of
from guillemet.engine.workspace import Workspace

LINES = 500
_FEW = 20


def rows() -> Iterator[Row]:
    """Measure in seconds, each round in a fresh repository."""
    yield at_most("200 blocks over 20 files of 500 lines", _median(files=20, blocks=10), 0.3, unit="s")
    many = _median(files=1000, blocks=1)
    yield at_most("1,000 files, one block each", many, 3, unit="s")
    few = _median(files=100, blocks=1)
    yield at_most("1,000 files against 100", many / few, 11, unit="times")
    yield at_most("accept one of 420 hunks in 60 files", _accepted_hunk(files=60, blocks=7), 25, unit="ms")
    yield at_most("the last of 200 streamed blocks against the first", _streamed(files=20, blocks=10), 4, unit="times")


def make_repository(root: Path, *, files: int, lines: int = LINES) -> None:
    """Make a repository with this many committed files of so many lines."""
    git = pygit2.init_repository(str(root))
    git.config["user.name"], git.config["user.email"] = "Ada Example", "ada@example.org"
    for number in range(files):
        (root / f"part_{number}.py").write_text("".join(_line(number, line) + "\n" for line in range(lines)))
    git.index.add_all()
    git.index.write()
    who = git.default_signature
    git.create_commit("HEAD", who, who, "Start", git.index.write_tree(), [])


def made_reply(*, files: int, blocks: int) -> str:
    """Return a reply with this many blocks for each of the files."""
    parts = []
    for number in range(files):
        for block in range(blocks):
            at = (block * LINES // blocks) + 7
            old = "\n".join(_line(number, line) for line in range(at, at + 4))
            new = old.replace("compute", "measure")
            parts.append(f"part_{number}.py\n```python\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n```\n")
    return "\n".join(parts)


def _median(*, files: int, blocks: int) -> float:
    reply = made_reply(files=files, blocks=blocks)
    return statistics.median(_once(reply, files=files) for _ in range(ROUNDS))


def _once(reply: str, *, files: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        make_repository(Path(folder), files=files)
        workspace = Workspace.open(Path(folder))
        workspace.review()
        return seconds(lambda: workspace.apply(reply))


def _accepted_hunk(*, files: int, blocks: int) -> float:
    """Return the milliseconds until a hunk is written and the new review is there, each in another file."""
    took = list[float]()
    with tempfile.TemporaryDirectory() as folder:
        make_repository(Path(folder), files=files)
        workspace = Workspace.open(Path(folder))
        workspace.apply(made_reply(files=files, blocks=blocks))
        for number in range(_FEW):
            texts = workspace.texts(f"part_{number}.py")
            part = part_of(changed(texts.before, texts.after)[1:2], texts.identity)
            took.append(seconds(partial(workspace.accept_part, texts.path, part)))
    return statistics.median(took) * 1000


def _streamed(*, files: int, blocks: int) -> float:
    """Return how much longer the last twenty blocks of a streamed answer take than the first twenty."""
    reply, took = made_reply(files=files, blocks=blocks), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        make_repository(Path(folder), files=files)
        workspace, end = Workspace.open(Path(folder)), 0
        for number in range(files * blocks):
            end = reply.index("REPLACE\n```\n", end) + len("REPLACE\n```\n")
            stage = workspace.grow if number else workspace.go_on
            took.append(seconds(partial(stage, "answer", reply[:end], finished=end)))
    return statistics.median(took[-_FEW:]) / statistics.median(took[:_FEW])


def _line(number: int, line: int) -> str:
    return f"value_{line} = compute({number}, {line})  # a line like any other"
