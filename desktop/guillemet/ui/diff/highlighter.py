"""Syntax colours by Pygments, computed in a detached job and collected in slices.

    GUI thread                          thread "colours of PATH"
    ──────────                          ────────────────────────
    Colouring(path, …, windows) ──────▶ the windows: what is on the screen, from a few lines above it
    take() every few ms  ◀───────────── slices
                                        then both sides whole, unless they are very long
    cancel()  ────────────────────────▶ ends at the next breath

No Qt here: results wait in a queue until the pane takes them, so nothing can reach a pane that is gone.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from queue import Empty, SimpleQueue
from threading import Event
from time import perf_counter

from msgspec import Struct
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_for_filename
from pygments.token import Token, _TokenType
from pygments.util import ClassNotFound

from guillemet.app.task_runner import start_detached

Span = tuple[int, int, _TokenType]
"""Start and end column of a shown line, and what stands there."""

LEAD = 80
"""Lines above a window that are read too, so that most of what began there is known."""
LONGEST_WHOLE = 20_000
"""Lines up to which a side is coloured whole; of longer ones only what is looked at."""
SLICE = 400
"""Lines given out at once."""
STRETCH = 0.004
"""Seconds of work between two breaths. Pygments holds the interpreter's lock, which the GUI thread needs."""
BREATH = 0.002

_PLAIN = (Token.Error, Token.Name, Token.Punctuation)


class Window(Struct, frozen=True):
    """Lines that are wanted first; `last` is included."""

    is_old: bool
    first: int
    last: int


class Slice(Struct, frozen=True):
    """Colours of lines that follow each other."""

    is_old: bool
    first: int
    lines: tuple[tuple[Span, ...], ...]


class Highlighter:
    """One run over one file."""

    def __init__(
        self, path: str, old: Sequence[str], new: Sequence[str], *, windows: Iterable[Window] = (), whole: bool = True
    ) -> None:
        """Start at once. The lines are those shown, long ones already cut."""
        self._path = path
        self._sides = {True: old, False: new}
        self._windows = tuple(windows)
        self._is_whole = whole
        self._slices: SimpleQueue[Slice] = SimpleQueue()
        self._cancelled = Event()
        self._may_work = Event()
        self._may_work.set()
        self._rested = perf_counter()
        self._is_running = True
        start_detached(self._run, name=f"colours of {path}")

    @property
    def is_running(self) -> bool:
        """Whether more slices may come; ask before `take`, and the last ones are not missed."""
        return self._is_running

    def take(self) -> list[Slice]:
        """Return the slices made since the last time."""
        taken: list[Slice] = []
        while True:
            try:
                taken.append(self._slices.get_nowait())
            except Empty:
                return taken

    def pause(self) -> None:
        """Leave the interpreter to others from the next line on, until `resume`."""
        self._may_work.clear()

    def resume(self) -> None:
        self._may_work.set()

    def cancel(self) -> None:
        """Ask the run to end, without waiting for it."""
        self._cancelled.set()
        self._may_work.set()

    def _run(self) -> None:
        try:
            self._read_all()
        finally:
            self._is_running = False

    def _read_all(self) -> None:
        try:
            lexer = get_lexer_for_filename(PurePosixPath(self._path).name, stripnl=False, ensurenl=False)
        except ClassNotFound:
            return
        for window in self._windows:
            self._read(lexer, window.is_old, max(0, window.first - LEAD), window.last + 1)
        if self._is_whole:
            for is_old in (False, True):
                if len(self._sides[is_old]) <= LONGEST_WHOLE:
                    self._read(lexer, is_old, 0, len(self._sides[is_old]))

    def _read(self, lexer: Lexer, is_old: bool, first: int, last: int) -> None:
        lines: list[tuple[Span, ...]] = []
        given = first
        for spans in _spans_by_line(lexer, "\n".join(self._sides[is_old][first:last])):
            if self._is_over():
                return
            lines.append(spans)
            if len(lines) == SLICE:
                self._slices.put(Slice(is_old, given, tuple(lines)))
                given += len(lines)
                lines = []
        self._slices.put(Slice(is_old, given, tuple(lines)))

    def _is_over(self) -> bool:
        """Rest when asked to, take a breath when it is time, and say whether to end."""
        self._may_work.wait()
        if perf_counter() - self._rested < STRETCH:
            return self._cancelled.is_set()
        is_over = self._cancelled.wait(BREATH)
        self._rested = perf_counter()
        return is_over


def _spans_by_line(lexer: Lexer, text: str) -> Iterator[tuple[Span, ...]]:
    """Yield the spans of each line of the text, in order."""
    spans: list[Span] = []
    line_start = 0
    for at, kind, value in lexer.get_tokens_unprocessed(text):
        start = at
        while (end := value.find("\n", start - at)) >= 0:
            _add(spans, start - line_start, at + end - line_start, kind)
            yield tuple(spans)
            spans = []
            line_start = start = at + end + 1
        _add(spans, start - line_start, at + len(value) - line_start, kind)
    yield tuple(spans)


def _add(spans: list[Span], start: int, end: int, kind: _TokenType) -> None:
    if start < end and kind not in _PLAIN and kind[:1] != ("Text",):
        spans.append((start, end, kind))
