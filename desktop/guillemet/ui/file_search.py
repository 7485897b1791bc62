"""Finding files by a few of their letters: `tstpane` finds `tests/ui/chat/test_pane.py`.

Best first: the letters are the file's name, begin it, begin a word of it, stand in it, stand in the path, stand
scattered over the name, scattered over the path. Work is done in slices, so that no number of files holds the window.
"""

import re
from heapq import nsmallest
from time import perf_counter

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.file_listing import FileListing
from guillemet.app.turns import ListedFile

SLICE = 0.008
"""Seconds of work between two looks at what the user does."""
_STEP = 256
"""Paths between two looks at the clock."""
_KEPT = 1_000
"""Matches that are kept; of more only the best can be known."""


class FileMatch(Struct, frozen=True):
    """The best matches, best first."""

    files: tuple[ListedFile, ...]
    count: int
    """How many match altogether."""


class FileSearch:
    """One search through the paths of files, done step by step."""

    def __init__(self, files: FileListing, typed: str) -> None:
        self._files = files
        self._needle = "".join(typed.split()).casefold()
        gaps = (f"[^{re.escape(letter)}]*{re.escape(letter)}" for letter in self._needle[1:])
        self._scattered = re.compile(re.escape(self._needle[:1]) + "".join(gaps), re.DOTALL)
        self._next = 0
        self._matches: list[tuple[tuple[int, int, int], int]] = []
        self._count = 0

    def step(self, until: float) -> bool:
        """Search on until this time of `perf_counter`; tell whether everything is searched."""
        while self._next < len(self._files):
            end = min(self._next + _STEP, len(self._files))
            for number in range(self._next, end):
                rank = self._rank(number)
                if rank is not None:
                    self._matches.append((rank, number))
                    self._count += 1
            self._next = end
            if len(self._matches) > 2 * _KEPT:
                self._matches = sorted(self._matches)[:_KEPT]
            if perf_counter() > until:
                break
        return self._next >= len(self._files)

    def best(self, most: int) -> FileMatch:
        """Return what was found so far, no more than a thousand files of it."""
        chosen = nsmallest(most, self._matches)
        return FileMatch(tuple(self._files.file(number) for _, number in chosen), self._count)

    def _rank(self, number: int) -> tuple[int, int, int] | None:
        """Return how unlikely the file of this number is meant, None when its path does not match."""
        needle, path = self._needle, self._files.paths[number].casefold()
        if not needle:
            return (0 if self._files.status(number) else 1), 0, 0
        at = path.find(needle)
        start = path.rfind("/") + 1
        if at >= 0:
            inside = path.find(needle, start)
            if inside < 0:
                return 4, at, len(path)
            if inside == start:
                return (0 if len(path) - start == len(needle) else 1), 0, len(path)
            return (3 if path[inside - 1].isalnum() else 2), inside - start, len(path)
        for tier, begin in ((5, start), (6, 0)):
            if match := self._scattered.search(path, begin):
                return tier, match.end() - match.start(), len(path)
        return None


class FileFinder(QObject):
    """Searches a listing while the user types; a new search takes the place of the one under way.

    found(Found): a search came to its end.
    """

    found = Signal(object)

    def __init__(self, parent: QObject, *, most: int) -> None:
        """Tell at most this many matches."""
        super().__init__(parent)
        self._most = most
        self._files = FileListing()
        self._search: FileSearch | None = None
        self._turns = QTimer(self, singleShot=True, interval=0)
        self._turns.timeout.connect(self._go_on)

    def set_files(self, files: FileListing) -> None:
        """Search these files from now on."""
        self._files = files

    def look_for(self, typed: str) -> None:
        """Search for these letters; for none, files that git calls changed come first."""
        self._search = FileSearch(self._files, typed)
        self._go_on()

    def stop(self) -> None:
        """Tell nothing more of the search under way."""
        self._search = None
        self._turns.stop()

    def _go_on(self) -> None:
        if self._search is None:
            return
        if not self._search.step(perf_counter() + SLICE):
            self._turns.start()
            return
        search, self._search = self._search, None
        self._turns.stop()
        self.found.emit(search.best(self._most))
