"""A sorted listing of files seen as folders, which are found in it only when they are looked into.

0  README.md            the folder "src/" is the span 1 to 4,
1  src/app.py           its folder "src/tax/" the span 2 to 4
2  src/tax/rates.py
3  src/tax/total.py
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

from msgspec import Struct

from guillemet.app.turns import ListedFile, Use

_AFTER_SLASH = "0"
"""The character that follows "/" in code point order."""


class Span(Struct, frozen=True):
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


class Listing:
    """Files in code point order of their paths, with sums that tell at once what a folder holds."""

    def __init__(self, files: Sequence[ListedFile] = ()) -> None:
        self.files = sorted(files, key=lambda file: file.path)
        self.paths = [file.path for file in self.files]
        self._sums = {
            use: list(accumulate((file.use is use for file in self.files), initial=0))
            for use in (Use.IN, Use.READ_ONLY)
        }
        self._changes = list(accumulate((bool(file.status) for file in self.files), initial=0))

    @property
    def top(self) -> Span:
        """The folder that holds everything."""
        return Span("", 0, len(self.files))

    def children(self, folder: Span) -> list[Span]:
        """Return what lies in the folder, folders first, in the order people expect."""
        found, at, depth = [], folder.start, len(folder.path)
        while at < folder.end:
            path = self.paths[at]
            slash = path.find("/", depth)
            if slash < 0:
                found.append(Span(path, at, at + 1))
                at += 1
                continue
            inner = path[: slash + 1]
            end = bisect_left(self.paths, path[:slash] + _AFTER_SLASH, at, folder.end)
            found.append(Span(inner, at, end))
            at = end
        return sorted(found, key=lambda span: (not span.is_folder, span.name.casefold(), span.name))

    def count(self, span: Span, use: Use) -> int:
        """Return how many files of the span are this to the conversation."""
        if use is Use.OUT:
            return span.end - span.start - self.count(span, Use.IN) - self.count(span, Use.READ_ONLY)
        return self._sums[use][span.end] - self._sums[use][span.start]

    def use(self, span: Span) -> Use | None:
        """Return what all files of the span are to the conversation; None where they differ."""
        size = span.end - span.start
        return next((use for use in Use if self.count(span, use) == size), None)

    def changes(self, span: Span) -> int:
        """Return how many files of the span git calls changed."""
        return self._changes[span.end] - self._changes[span.start]

    def status(self, span: Span) -> str:
        """Return git's letter of a file; empty for a folder."""
        return "" if span.is_folder else self.files[span.start].status

    def files_of(self, span: Span) -> list[str]:
        """Return the paths of the span's files."""
        return self.paths[span.start : span.end]

    def span_of(self, path: str) -> Span | None:
        """Return the span of a file's path."""
        at = bisect_left(self.paths, path)
        return Span(path, at, at + 1) if at < len(self.paths) and self.paths[at] == path else None
