"""Who defines a name and who uses it, kept as files come and go."""

import re
from collections.abc import Iterator, Mapping
from typing import TypeVar

from msgspec import Struct

from guillemet.engine.outline.outline import Definition, DefinitionKind
from guillemet.llm.repo_map.codec import StoredOutline

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_a-zA-Z]+")

_FEWEST_USERS = 2
_MOST_DEFINERS = 3
"""Of a name that is reported because it is used often."""

T = TypeVar("T")

Place = tuple[int, int]
"""A definition: the number of its file and its own number within the file."""


class IndexEntry(Struct, frozen=True):
    """One file of the index."""

    number: int
    blob: str
    outline: StoredOutline


class Index:
    """The outlines of all files, seen from their names."""

    def __init__(self) -> None:
        self.files: dict[str, IndexEntry] = {}
        self.paths: dict[int, str] = {}
        self.users: dict[str, list[int]] = {}
        """The files a name is used in, those that define it included."""
        self.definers: dict[str, list[Place]] = {}
        """Where a name is defined; keys of data files are left out."""
        self.names_with: dict[str, set[str]] = {}
        """The defined names that a word is a part of: `make_map` has `make` and `map`."""
        self.paths_with: dict[str, set[int]] = {}
        """The files whose own name has a word as a part."""
        self._touched: set[str] = set()
        """Names whose users or definers have changed since `used_often` was asked for."""
        self._used_often: dict[str, float] = {}
        self._next = 0

    def add(self, path: str, blob: str, outline: StoredOutline) -> None:
        """Take in a file that is not here yet."""
        number = self._next
        self._next += 1
        self.files[path] = IndexEntry(number, blob, outline)
        self.paths[number] = path
        names = outline.names.split()
        self._touched.update(names)
        for name in names:
            self.users.setdefault(name, []).append(number)
        for place, name in _named(number, outline):
            places = self.definers.get(name)
            if places is None:
                places = self.definers[name] = []
                for part in parts_of(name):
                    self.names_with.setdefault(part, set()).add(name)
            places.append(place)
        for part in _path_parts(path):
            self.paths_with.setdefault(part, set()).add(number)

    def remove(self, path: str) -> None:
        """Forget a file."""
        entry = self.files.pop(path)
        number = entry.number
        del self.paths[number]
        names = entry.outline.names.split()
        self._touched.update(names)
        for name in names:
            users = self.users[name]
            users.remove(number)
            if not users:
                del self.users[name]
        for place, name in _named(number, entry.outline):
            places = self.definers[name]
            places.remove(place)
            if not places:
                del self.definers[name]
                for part in parts_of(name):
                    _take(self.names_with, part, name)
        for part in _path_parts(path):
            _take(self.paths_with, part, number)

    def used_often(self) -> Mapping[str, float]:
        """Return how much each name is used, by files for each of its definitions, where that is worth telling."""
        for name in self._touched:
            places = self.definers.get(name, ())
            times = len(self.users.get(name, ())) - len(places)
            if places and times >= _FEWEST_USERS and len(places) <= _MOST_DEFINERS and not name.startswith("_"):
                self._used_often[name] = times / len(places)
            else:
                self._used_often.pop(name, None)
        self._touched.clear()
        return self._used_often

    def outline(self, number: int) -> StoredOutline:
        """Return the outline of a file by its number."""
        return self.files[self.paths[number]].outline

    def definition(self, place: Place) -> Definition:
        """Return the definition at a place."""
        return self.outline(place[0]).definitions[place[1]]


def parts_of(name: str) -> frozenset[str]:
    """Return the words a name is made of, in small letters; those of one letter are none."""
    return frozenset(part.lower() for part in _PARTS.findall(name) if len(part) > 1)


def _path_parts(path: str) -> frozenset[str]:
    return parts_of(path.rpartition("/")[2].rpartition(".")[0])


def _named(number: int, outline: StoredOutline) -> Iterator[tuple[Place, str]]:
    for at, definition in enumerate(outline.definitions):
        if definition.kind is not DefinitionKind.KEY:
            yield (number, at), definition.name


def _take(sets: dict[str, set[T]], key: str, value: T) -> None:
    found = sets.get(key)
    if found is not None:
        found.discard(value)
        if not found:
            del sets[key]
