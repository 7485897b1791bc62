"""Outlines kept by blob: a file that is moved, or that comes back with a branch, is not read again."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from guillemet.engine.errors import GuillemetError
from guillemet.engine.languages import language_of
from guillemet.engine.outline.outline import Outline
from guillemet.engine.outline.reading import has_outline, names_of
from guillemet.llm.repo_map.codec import StoredOutline, kept, packed, unpacked
from guillemet.llm.repo_map.index import Index
from guillemet.llm.repo_map.reader import OutlineReader
from guillemet.llm.repo_map.store import MOST_KEPT, OutlineStore
from guillemet.llm.repo_map.throttle import StoppedError, Throttle

_MOST_LEFT = 2_000
"""Outlines of files that are gone, kept in memory in case they come back."""

Read = Callable[[str], bytes | None]


class OutlineCache:
    """Outlines in memory and in a file, and the index of those of the present files; used by one thread at a time.

    Without a folder they are kept in memory only. Another repository may use the same folder and another cache. A
    reader may serve several caches in turns; whoever gives it closes it.
    """

    def __init__(
        self, folder: Path | None = None, *, most_kept: int = MOST_KEPT, reader: OutlineReader | None = None
    ) -> None:
        self.index = Index()
        self._store = OutlineStore(folder, most=most_kept)
        self._reader = reader or OutlineReader()
        self._owns_reader = reader is None
        self._present: dict[str, StoredOutline] = {}
        self._left: dict[str, StoredOutline] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file and of the process that reads; what is in memory can still be used."""
        if self._owns_reader:
            self._reader.close()
        self._store.close()

    def follow(self, files: Mapping[str, str], read: Read, *, first: Iterable[str], pace: Throttle) -> bool:
        """Bring the index to the state of these files, `first` before all others; tell whether all of it was done."""
        index = self.index
        try:
            for path in [path for path, entry in index.files.items() if files.get(path) != entry.blob]:
                entry = index.files[path]
                self._present.pop(_key(path, entry.blob), None)
                self._leave(_key(path, entry.blob), entry.outline)
                index.remove(path)
                pace.go_on()
            unread = []
            for path in dict.fromkeys([*(path for path in first if path in files), *files]):
                if path not in index.files and has_outline(path):
                    known = self._known(_key(path, files[path]))
                    if known is None:
                        unread.append(path)
                    else:
                        self._add(path, files[path], known)
                    pace.go_on()
            return self._read(unread, files, read, pace)
        except StoppedError:
            self._reader.close()
            return False
        finally:
            self._store.write()

    def names(self, path: str, blob: str | None, read: Read) -> frozenset[str]:
        """Return the names a file uses for which there is no grammar."""
        key = None if blob is None else f"{blob} names"
        known = None if key is None else self._known(key)
        if known is None:
            data = _bytes(path, read)
            known = kept(Outline(names=frozenset() if data is None else names_of(path, data)))
            if key is not None and data is not None:
                self._leave(key, known)
                self._store.keep(key, packed(known))
        return frozenset(known.names.split())

    def _read(self, unread: Iterable[str], files: Mapping[str, str], read: Read, pace: Throttle) -> bool:
        is_whole = True
        data = ((path, found) for path in unread if (found := _bytes(path, read)) is not None)
        for path, packed_outline in self._reader.read(data):
            outline = None if packed_outline is None else unpacked(packed_outline)
            if packed_outline is None or outline is None:
                is_whole = False
            else:
                # What cannot be read is kept as an outline of nothing, so that it is not tried again.
                self._store.keep(_key(path, files[path]), packed_outline)
                self._add(path, files[path], outline)
            pace.go_on()
        return is_whole

    def _add(self, path: str, blob: str, outline: StoredOutline) -> None:
        self._present[_key(path, blob)] = outline
        self.index.add(path, blob, outline)

    def _known(self, key: str) -> StoredOutline | None:
        return self._present.get(key) or self._left.get(key) or self._store.find(key)

    def _leave(self, key: str, outline: StoredOutline) -> None:
        self._left[key] = outline
        if len(self._left) > _MOST_LEFT:
            del self._left[next(iter(self._left))]


def _key(path: str, blob: str) -> str:
    language = language_of(path)
    return f"{blob} {'' if language is None else language.name}"


def _bytes(path: str, read: Read) -> bytes | None:
    try:
        return read(path)
    except (GuillemetError, OSError):
        # A file that went away meanwhile, or that may not be read, is missing from the map and harms nothing else.
        return None
