"""Searches the files of a diff beside the GUI thread; the results come in portions.

A regular expression is one of Qt, which is Perl's: unlike Python's it gives up after a number of steps, so that none
holds the interpreter for long.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from threading import Event
from time import perf_counter

from msgspec import Struct
from PySide6.QtCore import QObject, QRegularExpression, Signal

from guillemet.app.task_runner import run_detached
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.finding import MOST, LineSearch, Query, TextMatch, find_in, plain_search
from guillemet.engine.text import python_column, utf16_column

FIRST, FURTHER = 0.03, 0.2
"""Seconds of work for the first portion and for each further one; one file is searched at least."""
_LIMIT = "(*LIMIT_MATCH=1000000)"
"""Steps of one attempt in one line, which take about 10 ms."""
_STEP = 64
"""Lines between two looks at whether the search was cancelled."""


class SearchedFile(Struct, frozen=True):
    """What was found in one content."""

    content: DiffContent
    found: tuple[TextMatch, ...]


class Portion(Struct, frozen=True):
    """Results of some files."""

    files: tuple[SearchedFile, ...] = ()
    rest: tuple[DiffContent, ...] = ()
    """What is still to be searched."""
    failure: str = ""
    """Why nothing more is searched; empty when that is not so."""


class SearchError(Exception):
    """The search cannot be carried out; the text is for the user."""


class TextSearch(QObject):
    """Searches for one query at a time; a later one cancels the one before.

    Signals: `found(Portion)` for each portion, the last of which has no rest.
    """

    found = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._cancelled = Event()
        self.is_running = False
        self.destroyed.connect(self._cancelled.set)

    def start(self, query: Query, contents: Sequence[DiffContent]) -> None:
        """Search these contents, in their order."""
        self.cancel()
        self._cancelled = Event()
        self.destroyed.connect(self._cancelled.set)
        if contents:
            self.is_running = True
            self._search(query, tuple(contents), self._cancelled, seconds=FIRST)

    def cancel(self) -> None:
        """Report nothing more of the search under way."""
        self._cancelled.set()
        self.is_running = False

    def _search(self, query: Query, contents: tuple[DiffContent, ...], cancelled: Event, *, seconds: float) -> None:
        job = partial(search_some, query, contents, cancelled, seconds=seconds)
        # What calls Qt must not be a daemon thread.
        run_detached(job, partial(self._take, query, cancelled), owner=self, name="search in the diff", daemon=False)

    def _take(self, query: Query, cancelled: Event, portion: Portion) -> None:
        if cancelled.is_set():
            return
        self.is_running = bool(portion.rest)
        if portion.rest:
            self._search(query, portion.rest, cancelled, seconds=FURTHER)
        self.found.emit(portion)


def search_some(query: Query, contents: tuple[DiffContent, ...], cancelled: Event, *, seconds: float = 1) -> Portion:
    """Return the results of as many of these contents as there is time for."""
    files: list[SearchedFile] = []
    end, count = perf_counter() + seconds, 0
    try:
        search = _pattern_search(query, cancelled) if query.is_pattern else plain_search(query)
        for content in contents:
            found = find_in(content, search, is_changed_only=query.is_changed_only)
            files.append(SearchedFile(content, found))
            count += len(found)
            if cancelled.is_set() or perf_counter() >= end or count >= MOST:
                break
    except SearchError as error:
        return Portion(tuple(files), failure=str(error))
    return Portion(tuple(files), contents[len(files) :])


def _pattern_search(query: Query, cancelled: Event) -> LineSearch:
    options = QRegularExpression.PatternOption.UseUnicodePropertiesOption
    if not query.is_exact:
        options |= QRegularExpression.PatternOption.CaseInsensitiveOption
    pattern = QRegularExpression(_LIMIT + query.text, options)
    if not pattern.isValid():
        raise SearchError(f"not a regular expression: {pattern.errorString()}")

    def places(lines: Sequence[str]) -> Iterator[tuple[int, int, int]]:
        for row, line in enumerate(lines):
            if row % _STEP == 0 and cancelled.is_set():
                return
            for start, end in _pattern_spans(pattern, line):
                yield row, start, end

    return places


def _pattern_spans(pattern: QRegularExpression, line: str) -> Iterator[tuple[int, int]]:
    at, last = 0, utf16_column(line, len(line))
    while at <= last:
        found = pattern.match(line, at)
        if not found.isValid():
            raise SearchError("the expression takes too long; make it simpler")
        if not found.hasMatch():
            return
        start, end = found.capturedStart(), found.capturedEnd()
        if end > start:
            yield python_column(line, start), python_column(line, end)
        at = max(end, at + 1, start + 1)
