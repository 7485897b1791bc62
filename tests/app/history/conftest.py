"""A history in the test's folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from guillemet.app.history import History


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where the history of the test is kept."""
    return tmp_path / "data" / "history.sqlite"


@pytest.fixture
def history(file: Path) -> Iterator[History]:
    """Return an empty history."""
    opened = History.open(file)
    yield opened
    opened.close()
