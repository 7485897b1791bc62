"""Finding files by a few of their letters: `tstpane` finds `tests/ui/chat/test_pane.py`.

Best first: the letters are the file's name, begin it, begin a word of it, stand in it, stand in the path, stand
scattered over the name, scattered over the path. It runs in slices, so that no number of files holds
the window.
"""

import re
from collections.abc import Callable, Iterator
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

_Rank = tuple[int, int, int]


_TRACEBACK = re.compile(r"""(?:File\s+)?"(?P<path>[^"]+)",\s+line\s+(?P<line>\d+).*""", re.DOTALL)
_BEHIND = re.compile(r"(?P<path>.+?)(?::|\#L)(?P<line>\d+)(?::\d*)?:?", re.DOTALL)


def read_place(typed: str, root: str = "") -> tuple[str, int]:
    """Return path and line, 0 for none, of `app.py:41`, `app.py:41:7`, `app.py#L41` or `File "app.py", line 41`.

    A path below the folder `root` is returned as seen from there.
    """
    text = typed.strip()
    found = _TRACEBACK.fullmatch(text) or _BEHIND.fullmatch(text)
    path, line = (found["path"], int(found["line"][:9])) if found else (text, 0)
    return path.removeprefix(f"{root}/") if root else path, line


class FileMatch(Struct, frozen=True):
    """The best matches, best first."""

    files: tuple[ListedFile, ...]
    count: int
    """How many match altogether."""


class FileFinder(QObject):
    """Searches a listing while the user types; a new search takes the place of the one under way.

    found(FileMatch): a search came to its end.
    """

    found = Signal(object)

    def __init__(self, parent: QObject, *, most: int) -> None:
        """Report at most this many matches."""
        super().__init__(parent)
        self._most = most
        self._files = FileListing()
        self._search: Iterator[FileMatch | None] = iter(())
        self._turns = QTimer(self, singleShot=True, interval=0)
        self._turns.timeout.connect(self._go_on)

    def set_files(self, files: FileListing) -> None:
        self._files = files

    def look_for(self, typed: str) -> None:
        """Search for these letters; for none, files that git calls changed come first."""
        self._search = _search(self._files, typed, self._most)
        self._go_on()

    def stop(self) -> None:
        """Report nothing more of the search under way."""
        self._search = iter(())
        self._turns.stop()

    def finish(self) -> None:
        """Report at once what the search under way comes to."""
        match = next(filter(None, self._search), None)
        self.stop()
        if match is not None:
            self.found.emit(match)

    def _go_on(self) -> None:
        until = perf_counter() + SLICE
        for match in self._search:
            if match is not None:
                self.stop()
                self.found.emit(match)
                return
            if perf_counter() > until:
                self._turns.start()
                return


def _search(files: FileListing, typed: str, most: int) -> Iterator[FileMatch | None]:
    """Yield None between two steps, and the matches at the end."""
    rank_of = _by_letters("".join(typed.split()).casefold())
    best: list[tuple[_Rank, int]] = []
    count = 0
    for start in range(0, len(files), _STEP):
        numbers = range(start, min(start + _STEP, len(files)))
        if typed.strip():
            found = [(rank, n) for n in numbers if (rank := rank_of(files.paths[n].casefold())) is not None]
        else:
            found = [((0 if files.status(n) else 1, 0, 0), n) for n in numbers]
        count += len(found)
        best = nsmallest(most, best + found)
        yield None
    yield FileMatch(tuple(files.file(number) for _, number in best), count)


def _by_letters(needle: str) -> Callable[[str], _Rank | None]:
    """Return what tells how unlikely a path is meant, in lower case: None when it does not match."""
    gaps = (f"[^{re.escape(letter)}]*{re.escape(letter)}" for letter in needle[1:])
    scattered = re.compile(re.escape(needle[:1]) + "".join(gaps), re.DOTALL)

    def rank_of(path: str) -> _Rank | None:
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
            if match := scattered.search(path, begin):
                return tier, match.end() - match.start(), len(path)
        return None

    return rank_of
