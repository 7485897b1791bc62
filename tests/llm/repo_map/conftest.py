"""Made repositories for the map."""

from collections.abc import Iterator
from hashlib import sha1
from pathlib import Path

import pytest

from guillemet.llm.repo_map import MapOptions, OutlineCache, RepositoryMap, make_map
from guillemet.llm.repo_map.reader import OutlineReader


class Shop:
    """Files in memory, each with a blob id, and a record of what was read."""

    def __init__(self, cache: OutlineCache, reader: OutlineReader) -> None:
        self.reader = reader
        self.texts: dict[str, str | bytes] = {}
        self.read: list[str] = []
        self.cache = cache

    def blobs(self) -> dict[str, str]:
        """Return the blob id of each file."""
        return {path: sha1(self._data(path), usedforsecurity=False).hexdigest() for path in self.texts}

    def map(
        self,
        *,
        focus: tuple[str, ...] = (),
        words: tuple[str, ...] = (),
        budget: int = 1_000,
        options: MapOptions | None = None,
    ) -> RepositoryMap:
        """Make the map, and forget before what was read."""
        self.read.clear()
        return make_map(
            self.blobs(),
            self._note,
            focus=focus,
            words=words,
            budget=budget,
            cache=self.cache,
            options=options or MapOptions(),
        )

    def _note(self, path: str) -> bytes | None:
        self.read.append(path)
        return self._data(path)

    def _data(self, path: str) -> bytes:
        text = self.texts[path]
        return text if isinstance(text, bytes) else text.encode()


def shown_files(made: RepositoryMap) -> tuple[str, ...]:
    """Return the paths of which a map shows definitions, in its order."""
    heads = [line[:-1] for line in (made.text + made.named).splitlines() if line.endswith(":") and line[0] != "│"]
    return tuple(head for head in heads if head != "Further files")


@pytest.fixture(scope="session")
def reader() -> Iterator[OutlineReader]:
    """Return a reader whose only process runs before the first test, and serves them all."""
    made = OutlineReader(most=1)
    assert dict(made.read([("a.py", b"")]))["a.py"]
    yield made
    made.close()


@pytest.fixture
def shop(reader: OutlineReader) -> Iterator[Shop]:
    """Return a repository of a few files whose outlines are kept in memory."""
    with OutlineCache(reader=reader) as cache:
        made = Shop(cache, reader)
        made.texts = {
            "cart.py": "from prices import Price\n\n\ndef fill(cart):\n    return Price(cart).rounded(2)\n",
            "prices.py": "class Price:\n    def rounded(self, digits):\n        return 1\n\n\ndef unused(): ...\n",
            "till.py": "from cart import fill\n\n\ndef ring(customer):\n    return fill(customer)\n",
            "weather.py": "def forecast(day):\n    return day\n",
        }
        yield made


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return a folder to keep outlines in."""
    return tmp_path / "kept"
