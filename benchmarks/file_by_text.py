"""Finding the file of a block by its text in a repository of 5,000 files, beside reading those files plainly."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measuring import Row, at_least, at_most, beside, median_ratio, median_seconds
from benchmarks.staging import make_repository
from guillemet.engine.workspace import Workspace

FILES, LINES = 5_000, 100
_OLD = "value_41 = compute(3210, 41)  # a line like any other\nvalue_42 = compute(3210, 42)  # a line like any other"
_NAMELESS = f"```python\n<<<<<<< SEARCH\n{_OLD}\n=======\nvalue = 1\n>>>>>>> REPLACE\n```\n"


def rows() -> Iterator[Row]:
    """Measure in seconds, and in how many times longer it takes than only reading each file."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        make_repository(root, files=FILES, lines=LINES)
        workspace = Workspace.open(root)
        paths = [str(root / f"part_{number}.py") for number in range(FILES)]
        is_found = workspace.apply(_NAMELESS, dry_run=True).outcomes[0].path == "part_3210.py"

        def find() -> object:
            return workspace.apply(_NAMELESS, dry_run=True)

        def read() -> object:
            return [_read(path) for path in paths]

        yield at_least("files found by their text", int(is_found), 1, unit="file")
        yield at_most(f"a block without a path among {FILES:,} files", median_seconds(find), 0.3, unit="s")
        yield beside("reading those files", median_seconds(read), unit="s")
        yield at_most("the block against reading", median_ratio(find, read), 5, unit="times")
        many = _NAMELESS.replace("value_41", "value_41x") * 20
        more = median_ratio(lambda: workspace.apply(many, dry_run=True), find)
        yield at_most("20 blocks that stand nowhere against one that is found", more, 20, unit="times")


def _read(path: str) -> bytes:
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, os.fstat(file).st_size)
    finally:
        os.close(file)
