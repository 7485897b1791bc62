"""What was found in which files, in the order of the files, where the next place is, and which rows show it."""

from bisect import bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from msgspec import Struct

from guillemet.app.review.text_search import SearchedFile
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.document import DiffDocument
from guillemet.engine.diff.finding import MOST, TextMatch
from guillemet.engine.diff.rows import DiffRows
from guillemet.ui.diff.formatting import Columns, found_by_line


class Hit(Struct, frozen=True):
    """One place that was found."""

    path: str
    number: int
    """Among those of its file."""
    match: TextMatch


class SearchResults:
    """Results of one query; those of a file hold for as long as its content is the same."""

    def __init__(self) -> None:
        self._contents: dict[str, DiffContent] = {}
        self._found: dict[str, tuple[TextMatch, ...]] = {}
        """Of the files that were searched, also where nothing was found."""
        self._columns: dict[str, Columns] = {}

    @property
    def files(self) -> list[tuple[DiffContent, tuple[TextMatch, ...]]]:
        """The files in which something was found, in their order."""
        return [(content, found) for path, content in self._contents.items() if (found := self._found.get(path))]

    @property
    def count(self) -> int:
        return sum(map(len, self._found.values()))

    @property
    def is_full(self) -> bool:
        """Whether so much was found that nothing more is looked for."""
        return self.count >= MOST

    def of(self, path: str) -> tuple[TextMatch, ...]:
        """Return what was found in a file."""
        return self._found.get(path, ())

    def set_contents(self, contents: Sequence[DiffContent]) -> None:
        """Search in these files, in this order."""
        before, self._contents = self._contents, {content.path: content for content in contents}
        kept = {
            path
            for path, content in self._contents.items()
            if path in self._found and _is_searched_alike(before[path], content)
        }
        self._found = {path: found for path, found in self._found.items() if path in kept}
        self._columns = {path: columns for path, columns in self._columns.items() if path in kept}

    def clear(self) -> None:
        """Forget what was found, for the query is another one."""
        self._found, self._columns = {}, {}

    def columns(self, path: str) -> Columns:
        """Return the columns of the places of each line of a file."""
        if path not in self._columns:
            self._columns[path] = found_by_line(self.of(path))
        return self._columns[path]

    def missing(self, origin: str) -> list[DiffContent]:
        """Return the contents that are still to be searched: those from this file on first."""
        paths = self._from(origin)
        return [] if self.is_full else [self._contents[path] for path in paths if path not in self._found]

    def add(self, files: Sequence[SearchedFile]) -> None:
        """Take results; those of an outdated content are dropped."""
        for file in files:
            path = file.content.path
            if self._contents.get(path) is file.content:
                self._found[path] = file.found
                self._columns.pop(path, None)

    def first_from(self, path: str, line: int, among: Container[str]) -> Hit | None:
        """Return the first place at or below this new line of a file, in these files alone."""
        for number, match in enumerate(self.of(path) if path in among else ()):
            if match.line >= line:
                return Hit(path, number, match)
        others = (other for other in (*self._from(path)[1:], path) if other in among and self.of(other))
        found = next(others, None)
        return None if found is None else Hit(found, 0, self.of(found)[0])

    def beside(self, hit: Hit, step: int) -> Hit:
        """Return the place before or after this one; behind the last comes the first."""
        number, found = hit.number + step, self.of(hit.path)
        if 0 <= number < len(found):
            return Hit(hit.path, number, found[number])
        return self._beside_file(hit.path, step)

    def first(self, origin: str, step: int) -> Hit:
        """Return the place to begin with: in this file, or in the next one that has any."""
        found = self.of(origin)
        if not found:
            return self._beside_file(origin, step)
        number = 0 if step > 0 else len(found) - 1
        return Hit(origin, number, found[number])

    def same(self, hit: Hit) -> Hit | None:
        """Return the place as it is now; None when it is gone. Where its file is searched again, it is as it was."""
        if hit.path not in self._found:
            return hit if hit.path in self._contents else None
        found = self._found[hit.path]
        return Hit(hit.path, found.index(hit.match), hit.match) if hit.match in found else None

    def index(self, hit: Hit) -> int:
        """Return the number of a place among all, counted from 0."""
        index = hit.number
        for path in self._contents:
            if path == hit.path:
                return index
            index += len(self.of(path))
        return index

    def _beside_file(self, path: str, step: int) -> Hit:
        others = [one for one in self._from(path) if one != path and self.of(one)] or [path]
        other = others[0] if step > 0 else others[-1]
        found = self.of(other)
        number = 0 if step > 0 else len(found) - 1
        return Hit(other, number, found[number])

    def _from(self, path: str) -> list[str]:
        """Return the paths from this one on, then those before it."""
        paths = list(self._contents)
        at = paths.index(path) if path in self._contents else 0
        return paths[at:] + paths[:at]


def _is_searched_alike(before: DiffContent, now: DiffContent) -> bool:
    """Whether the same is found in both: a content may be made again of the same texts."""
    if before is now:
        return True
    is_alike = before.new.shown == now.new.shown and before.old.shown == now.old.shown
    return is_alike and before.hunks == now.hunks and before.decided == now.decided


class FoundMarks:
    """What was found in the files, by their own lines; it is looked up for what is in view."""

    def __init__(self, of_path: Callable[[str], Columns] | None = None) -> None:
        """Know them by the paths of files; None where nothing was found."""
        self._of_path = of_path

    def columns(self, document: DiffDocument, place: tuple[bool, int]) -> Sequence[tuple[int, int]]:
        """Return the columns of a line of the document, (is old, line)."""
        if self._of_path is None:
            return ()
        is_old, line = place
        number = document.file_of_line(line, is_old=is_old)
        span = document.spans[number]
        found = self._of_path(document.files[number].path)
        return found.get((is_old, line - (span.old if is_old else span.new)), ()) if found else ()

    def rows(self, document: DiffDocument, rows: DiffRows) -> list[int]:
        """Return about which rows show places, or hide them; a file that is folded has its head."""
        if self._of_path is None:
            return []
        marked: set[int] = set()
        lines: dict[bool, list[int]] = {True: [], False: []}
        for number, (file, span) in enumerate(zip(document.files, document.spans, strict=True)):
            found = self._of_path(file.path)
            if found and not file.shown.path:
                marked.add(rows.heads[number])
                continue
            for is_old, line in found:
                lines[is_old].append(line + (span.old if is_old else span.new))
        for is_old, found_lines in lines.items():
            if found_lines:
                marked.update(_rows_near(found_lines, [run.old if is_old else run.new for run in rows.runs], rows))
        return sorted(marked)


def _rows_near(lines: Iterable[int], starts: Sequence[int], rows: DiffRows) -> Iterator[int]:
    """Yield the rows of these lines of one side, of whose runs these are the first ones."""
    for line in lines:
        at = max(bisect_right(starts, line) - 1, 0)
        run = rows.runs[at]
        yield run.first_row + min(line - starts[at], run.height - 1)
