"""Syntax colours by Pygments, computed in a detached job and collected in slices.

    GUI thread                          thread "colours of PATH"
    ──────────                          ────────────────────────
    Highlighter(path, …, windows) ────▶ the windows: what is on the screen, and hardly more
    take() every few ms  ◀───────────── slices
                                        then both sides whole, a while later if they have colours from before; of very
                                        long ones the windows with what is around them
    cancel()  ────────────────────────▶ ends at the next breath

`Highlighter` knows no Qt: results wait in a queue until `HighlightWorker` takes them, a slice at a time, for the file
that is shown now, so nothing can reach a pane that is gone.
"""
# ruff: noqa: PLC0415  Pygments is loaded with the first code that is coloured, most of it in that detached job

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from operator import itemgetter
from pathlib import PurePosixPath
from queue import Empty, SimpleQueue
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.task_runner import start_detached
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.document import DiffDocument, DocumentFile, document_of
from guillemet.engine.diff.lines import common_head, common_tail
from guillemet.engine.diff.rows import DiffRow

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

EVERY = 8
"""Milliseconds between two looks into the queue."""
AFTER = 10
"""Milliseconds that the thread waits, so that it does not take the interpreter from the first painting."""
REST = 10
"""Milliseconds that the thread rests after scrolling or when colours came, so that they can be painted at once."""
SOON = 30
"""Milliseconds that scrolling must rest before colours of unknown lines are asked for."""


Span = tuple[int, int, "_TokenType"]
"""Start and end column of a shown line, and what stands there."""

LEAD = 80
"""Lines above a window that are read too, so that most of what began there is known."""
SPLIT = 300
"""Lines in view farther apart than this are read by themselves: what is folded between them is not."""
LONGEST_WHOLE = 20_000
"""Lines up to which a side is coloured whole; of longer ones only what is looked at."""
SLICE = 400
"""Lines given out at once."""
STRETCH = 0.004
"""Seconds of work between two breaths. Pygments holds the interpreter's lock, which the GUI thread needs."""
BREATH = 0.002
CALM = 0.5
"""Seconds before a side is read whole of which colours are known: the next decision often makes it another one."""

_PLAIN = (("Error",), ("Name",), ("Punctuation",))
_QUOTES = ('"', "'''", "`")
_BRACKETS = (("/*", "*/"), ("<!--", "-->"), ("<script", "</script"), ("<style", "</style"), ("<?", "?>"), ("{-", "-}"))
"""Both surround what may go on over several lines."""
_BRACES = ("{", "}")
_STYLE_SHEETS = frozenset({"css", "less", "scss"})
"""Lexers for which a name is another thing between braces than outside them; few others have one."""


class Window(Struct, frozen=True):
    """Lines that are wanted first; `last` is included."""

    is_old: bool
    first: int
    last: int

    def holds(self, other: "Window") -> bool:
        """Whether all lines of another window are in this one."""
        return self.is_old is other.is_old and self.first <= other.first and other.last <= self.last


def windows_of(rows: Sequence[DiffRow], *, has_old: bool) -> list[Window]:
    """Return the lines in these rows, as windows to colour."""
    shown = [row for row in rows if row.has_line]
    new = _windows((row.new for row in shown if row.new is not None), is_old=False)
    return [*new, *_windows((row.old for row in shown if row.old is not None), is_old=True)] if has_old else new


class Slice(Struct, frozen=True):
    """Colours of lines that follow each other."""

    is_old: bool
    first: int
    lines: tuple[tuple[Span, ...], ...]


class Colours:
    """The syntax colours that are known of one file."""

    def __init__(self) -> None:
        self._known: dict[bool, dict[int, tuple[Span, ...]]] = {True: {}, False: {}}
        self.complete: set[bool] = set()
        """The sides that were read to their ends, as they are now: whether each is the old one."""

    def add(self, part: Slice) -> None:
        """Keep a slice; later ones know better what began above."""
        self._known[part.is_old].update(enumerate(part.lines, part.first))

    def knows(self, is_old: bool) -> bool:
        """Whether anything is known of this side."""
        return bool(self._known[is_old])

    def carry_over(self, known: "Colours", before: Sequence[str], now: Sequence[str], *, is_old: bool) -> None:
        """Take what is known of a side that was these lines before: of those above and below what became others."""
        most = min(len(before), len(now))
        above = common_head(before, now, most)
        below = common_tail(before, now, most - above)
        end, moved = len(before) - below, len(now) - len(before)
        self._known[is_old] = {
            line if line < above else line + moved: spans
            for line, spans in known._known[is_old].items()  # noqa: SLF001  of the same class
            if line < above or line >= end
        }

    def spans(self, is_old: bool, line: int) -> tuple[Span, ...] | None:
        """Return the spans of a line; None while they are not known."""
        return self._known[is_old].get(line)


class Highlighter:
    """One run over one file."""

    def __init__(
        self,
        path: str,
        old: Sequence[str],
        new: Sequence[str],
        *,
        windows: Iterable[Window] = (),
        whole: Collection[bool] = (False, True),
        calm: float = 0,
    ) -> None:
        """Start at once; `whole` are the sides that are read to their ends: whether each is the old one.

        They are read so many seconds after the windows. The lines are those shown, long ones in pieces.
        """
        self._path = path
        self._sides = {True: old, False: new}
        self.windows = tuple(windows)
        self.whole = whole
        self._calm = calm
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
        lexer = lexer_of_file(PurePosixPath(self._path).name)
        if lexer is None:
            return
        in_view = [part for is_old in (False, True) for part in self._read_in_view(lexer, is_old)]
        for part in in_view:  # both sides at once, or the GUI thread would paint the first one while the other waits
            self._slices.put(part)
        if self._cancelled.wait(self._calm):
            return
        for is_old in (False, True):
            side = self._sides[is_old]
            if len(side) > LONGEST_WHOLE:
                lines = (line for one in self._windows_of(is_old) for line in range(one.first, one.last + 1))
                for window in _windows(lines, is_old=is_old, apart=SPLIT):
                    self._read(lexer, is_old, max(0, window.first - LEAD), window.last + 1)
            elif is_old in self.whole:
                self._read(lexer, is_old, 0, len(side))

    def _windows_of(self, is_old: bool) -> list[Window]:
        return [window for window in self.windows if window.is_old is is_old]

    def _read_in_view(self, lexer: "Lexer", is_old: bool) -> Iterator[Slice]:
        """Yield the colours of the windows of a side.

        Lines out of view are read with them only where something may begin or end there that goes on over several
        lines: most do not, and are many more than those in view.
        """
        side, end = self._sides[is_old], 0
        windows, lines = self._windows_of(is_old), list[int]()
        brackets = (*_BRACKETS, _BRACES) if _STYLE_SHEETS.intersection(lexer.aliases) else _BRACKETS
        for window in windows:
            above = range(max(end, window.first - LEAD) if window.first - end > SPLIT else end, window.first)
            lines += above if _may_go_on("\n".join(side[above.start : above.stop]), brackets) else ()
            end = window.last + 1
            lines += range(window.first, end)
        spans = dict[int, tuple[Span, ...]]()
        for line, of_line in zip(lines, _spans_by_line(lexer, "\n".join(side[line] for line in lines)), strict=False):
            if self._is_over():
                return
            spans[line] = of_line
        for window in windows:
            yield Slice(
                is_old, window.first, tuple(spans.get(line, ()) for line in range(window.first, window.last + 1))
            )

    def _read(self, lexer: "Lexer", is_old: bool, first: int, last: int) -> None:
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


def lexer_of_file(name: str) -> "Lexer | None":
    """Return the lexer that Pygments chooses for a file of this name; None where it knows none.

    Asked itself, it compiles the 900 patterns it has, and looks for plugins: 130 ms of the interpreter's lock while the
    first file is painted.
    """
    from pygments.lexers import find_lexer_class, get_all_lexers

    found = [
        (language, 0 if "*" in pattern else 0.5)
        for language, _, patterns, _ in get_all_lexers(plugins=False)
        for pattern in patterns
        if _is_named(name, pattern)
    ]
    classes = [
        (made.priority + bonus, made.__name__, made)
        for language, bonus in found
        if (made := find_lexer_class(language))
    ]
    return max(classes, key=itemgetter(0, 1))[2](stripnl=False, ensurenl=False) if classes else None


def _is_named(name: str, pattern: str) -> bool:
    """Whether a file name matches a pattern of the shell; hardly one is more than an ending or a whole name."""
    ending = pattern.removeprefix("*")
    if "*" in ending or "?" in ending or "[" in ending:
        return fnmatchcase(name, pattern)
    return name.endswith(ending) if pattern != ending else name == pattern


def lexer_named(language: str) -> "Lexer | None":
    """Return the lexer of a language; None where there is none. It takes up to 100 ms the first time."""
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def _spans_by_line(lexer: "Lexer", text: str) -> Iterator[tuple[Span, ...]]:
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


def _add(spans: list[Span], start: int, end: int, kind: "_TokenType") -> None:
    if start < end and kind not in _PLAIN and kind[:1] != ("Text",):
        spans.append((start, end, kind))


class _Runs:
    """The runs that are under way; knows no Qt, so it can outlive the pane for a moment."""

    def __init__(self) -> None:
        self.running: list[tuple[Colours, Highlighter]] = []

    def pause(self) -> None:
        for _, run in self.running:
            run.pause()

    def resume(self) -> None:
        for _, run in self.running:
            run.resume()

    def cancel(self) -> None:
        for _, run in self.running:
            run.cancel()
        self.running = []


class DocumentColours:
    """The syntax colours that are known of the files of a document."""

    def __init__(self, document: DiffDocument, known: "DocumentColours | None" = None) -> None:
        """Begin with what is known of the same files, and of the lines that are left of others."""
        self._document = document
        self._starts = {True: [span.old for span in document.spans], False: [span.new for span in document.spans]}
        """The first line of each file, by side: asked for each line in view, with each step of scrolling."""
        self.files: Sequence[DocumentFile] = document.files
        before = dict[str, tuple[DiffContent, Colours]]()
        if known is not None:
            before = {known.files[at].path: (known.files[at].shown, one) for at, one in known.of_file.items()}
        self.of_file: defaultdict[int, Colours] = defaultdict(Colours)
        self._is_begun: set[tuple[int, bool]] = set()
        """The sides of files that a run over the whole side was begun for."""
        for number, file in enumerate(document.files):
            if file.path not in before:
                continue
            content, colours = before[file.path]
            is_same = content is file.shown
            self.of_file[number] = colours if is_same else Colours()
            for is_old in filter(colours.knows, (False, True)):
                then, now = (one.old.shown if is_old else one.new.shown for one in (content, file.shown))
                if not is_same:
                    self.of_file[number].carry_over(colours, then, now, is_old=is_old)
                # A run that another document cancelled left lines without colours.
                if is_old in colours.complete and then == now:
                    self.of_file[number].complete.add(is_old)
                    self._is_begun.add((number, is_old))

    def begin(self, number: int) -> list[bool]:
        """Return the sides of a file that are to be read whole now: whether each is the old one."""
        sides = [is_old for is_old in (False, True) if (number, is_old) not in self._is_begun]
        self._is_begun.update((number, is_old) for is_old in sides)
        return sides

    def spans(self, is_old: bool, line: int) -> tuple[Span, ...] | None:
        """Return the spans of a line of the document; None while they are not known."""
        starts = self._starts[is_old]
        number = bisect_right(starts, line) - 1
        return self.of_file[number].spans(is_old, line - starts[number])

    def split(self, windows: Iterable[Window]) -> dict[int, list[Window]]:
        """Return the windows of each file, in its lines."""
        of_file: dict[int, list[Window]] = {}
        for window in windows:
            first, last = (
                self._document.file_of_line(line, is_old=window.is_old) for line in (window.first, window.last)
            )
            for number in range(first, last + 1):
                span = self._document.spans[number]
                start, count = (span.old, span.old_count) if window.is_old else (span.new, span.new_count)
                inside = max(window.first - start, 0), min(window.last - start, count - 1)
                if inside[0] <= inside[1]:
                    of_file.setdefault(number, []).append(Window(window.is_old, *inside))
        return of_file


class HighlightWorker(QObject):
    """Colours of one document after the other, of the files in view.

    Signals: `arrived()` when more is known; `asked()` when it is time to tell which lines are in view, by `want`.
    """

    arrived = Signal()
    asked = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document_of(DiffContent.nothing())
        self.colours = DocumentColours(self._document)
        self._windows: Sequence[Window] = ()
        self._runs = _Runs()
        self._start = QTimer(self, singleShot=True, interval=AFTER)
        self._start.timeout.connect(lambda: self.want(self._windows))
        self._poll = QTimer(self, interval=EVERY)
        self._poll.timeout.connect(self._take)
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._runs.resume)
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self.asked)
        self.destroyed.connect(self._runs.cancel)

    @property
    def is_running(self) -> bool:
        """Whether more colours are to come."""
        return self._poll.isActive() or self._start.isActive()

    def start(self, document: DiffDocument, windows: Sequence[Window]) -> None:
        """Colour this document, the windows first; what ran for other files is cancelled."""
        self._runs.cancel()
        self.colours = DocumentColours(document, self.colours)
        self._document = document
        self._windows = windows
        self._start.start()

    def stop(self) -> None:
        self._runs.cancel()
        self._rest.stop()
        self._poll.stop()
        self._soon.stop()
        self._start.stop()

    def scrolled(self) -> None:
        """Ask for what is in view once scrolling rests."""
        if self._document.files[0].path:
            self._soon.start()
            self._make_room()

    def want(self, windows: Sequence[Window]) -> None:
        """Colour what is not known of the windows, and of their files the sides that were not read yet."""
        for number, inside in self.colours.split(windows).items():
            content, path = self._document.files[number].shown, self._document.files[number].path
            known, whole = self.colours.of_file[number], self.colours.begin(number)
            asked = [window for colours, run in self._runs.running if colours is known for window in run.windows]
            unknown = [
                window
                for window in inside
                if known.spans(window.is_old, window.last) is None and not any(one.holds(window) for one in asked)
            ]
            if not (unknown or whole):
                continue
            calm = CALM if any(map(known.knows, whole)) else 0
            run = Highlighter(path, content.old.shown, content.new.shown, windows=unknown, whole=whole, calm=calm)
            self._runs.running.append((self.colours.of_file[number], run))
            self._poll.start()

    def _take(self) -> None:
        has_more = False
        for colours, run in list(self._runs.running):
            is_running = run.is_running
            for part in run.take():
                colours.add(part)
                has_more = True
            if not is_running:
                colours.complete.update(run.whole)
                self._runs.running.remove((colours, run))
        if not self._runs.running:
            self._poll.stop()
        if has_more:
            self._make_room()
            self.arrived.emit()

    def _make_room(self) -> None:
        """Let the GUI thread lay out and paint without sharing the interpreter.

        Every call into Qt gives the interpreter's lock away; with a busy thread beside it each would cost milliseconds.
        """
        self._runs.pause()
        self._rest.start()


def _may_go_on(text: str, brackets: Iterable[tuple[str, str]]) -> bool:
    """Whether something may begin or end in these lines that goes on over several ones."""
    is_odd = any(text.count(quote) % 2 for quote in _QUOTES)
    return is_odd or any(text.count(opening) != text.count(closing) for opening, closing in brackets)


def _windows(lines: Iterable[int], *, is_old: bool, apart: int = 1) -> list[Window]:
    """Return these lines in order, those that are at most so far apart in one window."""
    windows: list[Window] = []
    for line in lines:
        if windows and line - windows[-1].last <= apart:
            windows[-1] = Window(is_old, windows[-1].first, line)
        else:
            windows.append(Window(is_old, line, line))
    return windows
