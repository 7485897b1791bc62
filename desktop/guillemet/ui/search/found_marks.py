"""Which columns of which lines of a document, and which of its rows, show what was found."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from guillemet.engine.diff.document import DiffDocument
from guillemet.engine.diff.rows import DiffRows
from guillemet.ui.diff.formatting import Columns


class FoundMarks:
    """What was found in the files, by their own lines; it is looked up for what is in view."""

    def __init__(self, of_path: Callable[[str], Columns] = lambda _: {}) -> None:
        self._of_path = of_path

    def columns(self, document: DiffDocument, place: tuple[bool, int]) -> Sequence[tuple[int, int]]:
        """Return the columns of a line of the document, (is old, line)."""
        is_old, line = place
        number = document.file_of_line(line, is_old=is_old)
        span = document.spans[number]
        found = self._of_path(document.files[number].path)
        return found.get((is_old, line - (span.old if is_old else span.new)), ()) if found else ()

    def rows(self, document: DiffDocument, rows: DiffRows) -> list[int]:
        """Return about which rows show places, or hide them; a file that is folded has its head."""
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
        first, height = rows.runs[at][:2]
        yield first + min(line - starts[at], height - 1)
