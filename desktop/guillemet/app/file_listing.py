"""The files of a repository in the order they are shown in, seen as folders only when they are looked into.

0  src/tax/rates.py     the folder "src/" is the span 0 to 3,
1  src/tax/total.py     its folder "src/tax/" the span 0 to 2;
2  src/app.py           folders come before files
3  README.md

Made once for what git lists, in whatever thread; what files are to the conversation is laid over it, which costs
nothing for those that are out of it.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from copy import copy
from itertools import accumulate

from msgspec import Struct

from guillemet.app.turns import ListedFile, Use


class FolderSpan(Struct, frozen=True):
    """A folder, or a file where the path does not end with a slash, as part of a listing."""

    path: str
    """A folder's ends with a slash; the top folder's is empty."""
    start: int
    end: int

    @property
    def is_folder(self) -> bool:
        """Whether it holds files."""
        return self.path.endswith("/") or not self.path

    @property
    def name(self) -> str:
        """The last part of the path, without a slash."""
        return self.path.rstrip("/").rpartition("/")[2]


class FileListing:
    """Files by their numbers, with sums that tell at once what a folder holds; it never changes."""

    def __init__(self, files: Iterable[ListedFile] = ()) -> None:
        given = {file.path: file for file in files}
        self.paths = _in_order(given)
        self._statuses = [given[path].status for path in self.paths]
        self._numbers = {path: number for number, path in enumerate(self.paths)}
        self._changes = list(accumulate((bool(status) for status in self._statuses), initial=0))
        self._uses: Mapping[str, Use] = {}
        self._marked: Mapping[Use, list[int]] = {}
        self._lay({path: file.use for path, file in given.items() if file.use is not Use.OUT})

    def with_uses(self, uses: Mapping[str, Use]) -> "FileListing":
        """Return the same files, which are this to the conversation; those that are not named are out."""
        other = copy(self)
        other._lay(uses)  # noqa: SLF001  a copy of its own
        return other

    def __len__(self) -> int:
        return len(self.paths)

    def __contains__(self, path: object) -> bool:
        return path in self._numbers

    @property
    def top(self) -> FolderSpan:
        """The folder that holds everything."""
        return FolderSpan("", 0, len(self.paths))

    @property
    def used(self) -> tuple[str, ...]:
        """The paths of the files that are not out."""
        return tuple(self.paths[number] for number in sorted(n for marked in self._marked.values() for n in marked))

    def file(self, number: int) -> ListedFile:
        """Return the file of this number."""
        path = self.paths[number]
        return ListedFile(path, self._statuses[number], self.use_of(path))

    def status(self, number: int) -> str:
        """Return git's letter of the file of this number."""
        return self._statuses[number]

    def number_of(self, path: str) -> int | None:
        """Return the number of a file."""
        return self._numbers.get(path)

    def use_of(self, path: str) -> Use:
        """Return what a file is to the conversation."""
        return self._uses.get(path, Use.OUT)

    def folders(self, folder: FolderSpan) -> list[FolderSpan]:
        """Return the folders in this one, in order; the files that lie in it come after the last of them."""
        found, at, depth = [], folder.start, len(folder.path)
        while at < folder.end and (slash := self.paths[at].find("/", depth)) >= 0:
            inner = self.paths[at][: slash + 1]
            found.append(FolderSpan(inner, at, self._end(inner, at, folder.end)))
            at = found[-1].end
        return found

    def count(self, span: FolderSpan, use: Use) -> int:
        """Return how many files of the span are this to the conversation."""
        if use is Use.OUT:
            return span.end - span.start - self.count(span, Use.IN) - self.count(span, Use.READ_ONLY)
        return bisect_left(self._marked[use], span.end) - bisect_left(self._marked[use], span.start)

    def use(self, span: FolderSpan) -> Use | None:
        """Return what all files of the span are to the conversation; None where they differ."""
        size = span.end - span.start
        return next((use for use in Use if self.count(span, use) == size), None)

    def changes(self, span: FolderSpan) -> int:
        """Return how many files of the span git calls changed."""
        return self._changes[span.end] - self._changes[span.start]

    def _end(self, folder: str, start: int, most: int) -> int:
        return bisect_left(self.paths, 1, start, most, key=lambda path: not path.startswith(folder))

    def _lay(self, uses: Mapping[str, Use]) -> None:
        numbers = {path: self._numbers[path] for path in uses if path in self._numbers}
        self._uses = dict(uses)
        self._marked = {
            use: sorted(number for path, number in numbers.items() if uses[path] is use)
            for use in (Use.IN, Use.READ_ONLY)
        }


def _in_order(paths: Iterable[str]) -> list[str]:
    """Return the paths in the order people expect, so that what lies in one folder stands together."""
    begins = {"": ""}

    def begin(folder: str) -> str:
        """Return what the keys of all files in a folder begin with, and no others: no name holds a zero."""
        if folder not in begins:
            above, _, name = folder.rpartition("/")
            begins[folder] = f"{begin(above)}0{name.casefold()}\0{name}\0"
        return begins[folder]

    def key(path: str) -> str:
        folder, _, name = path.rpartition("/")
        return f"{begin(folder)}1{name.casefold()}\0{name}\0"

    return sorted(paths, key=key)
