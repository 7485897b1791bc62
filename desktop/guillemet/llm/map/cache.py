"""Outlines kept by blob: a file that is moved, or that comes back with a branch, is not read again."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from guillemet.engine.errors import GuillemetError
from guillemet.engine.languages import language_of
from guillemet.engine.outline.outline import Outline
from guillemet.engine.outline.reading import names_of, outline_of
from guillemet.llm.map.index import Index
from guillemet.llm.map.kept import Kept, kept
from guillemet.llm.map.pace import Pace, StoppedError
from guillemet.llm.map.store import MOST_KEPT, OutlineStore

_MOST_LEFT = 2_000
"""Outlines of files that are gone, kept in memory in case they come back."""

Read = Callable[[str], bytes | None]


class OutlineCache:
    """Outlines in memory and in a file, and the index of those of the present files; used by one thread at a time.

    Without a folder they are kept in memory only. Another repository may use the same folder and another cache.
    """

    def __init__(self, folder: Path | None = None, *, most_kept: int = MOST_KEPT) -> None:
        self.index = Index()
        self._store = OutlineStore(folder, most=most_kept)
        self._present: dict[str, Kept] = {}
        self._left: dict[str, Kept] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; what is in memory can still be used."""
        self._store.close()

    def follow(self, files: Mapping[str, str], read: Read, *, first: Iterable[str], pace: Pace) -> bool:
        """Bring the index to the state of these files, `first` before all others; tell whether all of it was done."""
        index = self.index
        keys = {path: _key(path, blob) for path, blob in files.items()}
        try:
            for path in [path for path, entry in index.files.items() if keys.get(path) != entry.key]:
                entry = index.files[path]
                self._present.pop(entry.key, None)
                self._leave(entry.key, entry.outline)
                index.remove(path)
                pace.go_on()
            wanted = [path for path in first if path in keys]
            for path in [*wanted, *keys]:
                if path not in index.files:
                    outline = self._outline(path, keys[path], read, pace)
                    if outline is not None:
                        self._present[keys[path]] = outline
                        index.add(path, keys[path], outline)
                    pace.go_on()
        except StoppedError:
            return False
        finally:
            self._store.write()
        return True

    def names(self, path: str, blob: str | None, read: Read) -> frozenset[str]:
        """Return the names a file uses for which there is no grammar."""
        key = None if blob is None else f"{blob} names"
        known = None if key is None else self._known(key)
        if known is None:
            data = _read(path, read)
            known = kept(Outline(names=frozenset() if data is None else names_of(path, data)))
            if key is not None and data is not None:
                self._leave(key, known)
                self._store.keep(key, known)
        return frozenset(known.names.split())

    def _outline(self, path: str, key: str, read: Read, pace: Pace) -> Kept | None:
        known = self._known(key)
        if known is not None:
            return known
        data = _read(path, read)
        if data is None:
            return None
        # What cannot be read is kept as an outline of nothing, so that it is not tried again.
        known = kept(outline_of(path, data, pause=pace.go_on) or Outline())
        self._store.keep(key, known)
        return known

    def _known(self, key: str) -> Kept | None:
        return self._present.get(key) or self._left.get(key) or self._store.find(key)

    def _leave(self, key: str, outline: Kept) -> None:
        self._left[key] = outline
        if len(self._left) > _MOST_LEFT:
            del self._left[next(iter(self._left))]


def _key(path: str, blob: str) -> str:
    language = language_of(path)
    return f"{blob} {'' if language is None else language.name}"


def _read(path: str, read: Read) -> bytes | None:
    try:
        return read(path)
    except (GuillemetError, OSError):
        # A file that went away meanwhile, or that may not be read, is missing from the map and harms nothing else.
        return None
