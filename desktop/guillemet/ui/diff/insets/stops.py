"""What the keys of the diff go to one after the other: hunks, insets that ask for it, heads of files without hunks."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Container, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from PySide6.QtCore import QObject, QPoint, QRect, Signal
from PySide6.QtWidgets import QAbstractButton

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.document import DiffDocument, HunkText, document_of
from guillemet.engine.diff.insets import Inset, Place
from guillemet.engine.diff.rows import RowKind
from guillemet.ui.diff.diff_splitter import ABOVE, DiffSplitter
from guillemet.ui.diff.insets.diff_insets import DiffInsets
from guillemet.ui.diff.visible_rows import VisibleRow

_MOST_NOTED = 1000
"""Places of hunks and insets that are remembered."""


class Stop(NamedTuple):
    """A hunk, an inset or the head of an undecided file without a hunk in view, and its first row."""

    row: int
    hunk: int | None
    inset: Inset | None = None
    head: int | None = None
    """The number of the file."""


class ShownStops(NamedTuple):
    """What the keys could go to."""

    document: DiffDocument
    insets: frozenset[str]
    """The keys of those that are steps, and not settled."""
    placed: frozenset[str]
    """The keys of those that are steps, and about something that has a place."""


def stop_after(splitter: DiffSplitter, current: Stop | None, *, with_decided: bool = True) -> Stop | None:
    """Return where to go from the current stop, or, when that is out of sight, from where one is; None at the end.

    Without the decided, that is no row of lines that were decided by themselves, and no inset that is settled.
    """
    rows, hunks = splitter.rows, range(len(splitter.rows.hunks))
    if current is not None and is_in_view(splitter, current):
        start = current.row + 1
        hunk = bisect_left(hunks, start, key=rows.hunk_row)
    else:
        start = _reading_row(splitter)
        hunk = rows.hunk_at(start)
    stops = [Stop(rows.hunk_row(hunk), hunk)] if hunk < len(hunks) else []
    stops += [stop for stop in _steps(splitter) if stop.row >= start and (with_decided or _is_open(stop))][:1]
    if with_decided and (number := rows.decided_above(start)) < len(rows.at_decided):
        stops.append(_decided(splitter, number))
    return min(stops, default=None, key=lambda stop: stop.row)


def stop_before(splitter: DiffSplitter, current: Stop | None) -> Stop | None:
    """Return where to go back to; None at the start."""
    rows = splitter.rows
    is_seen = current is not None and is_in_view(splitter, current)
    end = current.row if current is not None and is_seen else _reading_row(splitter) + 1
    hunk = bisect_right(range(len(rows.hunks)), end - 1, key=rows.hunk_row) - 1
    stops = [Stop(rows.hunk_row(hunk), hunk)] if hunk >= 0 else []
    stops += [stop for stop in _steps(splitter) if stop.row < end][-1:]
    if number := rows.decided_above(end):
        stops.append(_decided(splitter, number - 1))
    return max(stops, default=None, key=lambda stop: stop.row)


def stop_at_inset(splitter: DiffSplitter, key: str) -> Stop | None:
    """Return where an inset is; None when it is not shown."""
    at, here = splitter.cursor_editor.textCursor().blockNumber(), splitter.cursor_row()
    if here is not None and here.inset is not None and here.inset.key == key:
        return Stop(at, None, here.inset)  # as the current one mostly is: there may be thousands
    return next((Stop(row, None, inset) for row, inset in splitter.rows.inset_rows() if inset.key == key), None)


def first_step(splitter: DiffSplitter, file: int) -> Stop | None:
    """Return the first inset of a file that is a step, and not settled."""
    steps = (stop for stop in _steps(splitter) if stop.inset is not None and _is_open(stop))
    return next((stop for stop in steps if splitter.rows.file_of(stop.row) == file), None)


def stop_at_head(splitter: DiffSplitter, file: int | None) -> Stop | None:
    """Return the stop at the head of a file; None where its hunks are shown, or it is decided."""
    return Stop(splitter.rows.heads[file], None, head=file) if file in splitter.bare_heads() else None


def position_of(splitter: DiffSplitter, current: Stop | None) -> tuple[int, int]:
    """Return how many stops are above the current one, -1 for none, and how many there are."""
    steps, hunks = _steps(splitter), range(len(splitter.rows.hunks))
    count = len(steps) + len(hunks) + len(splitter.rows.at_decided)
    if current is None:
        return -1, count
    above = bisect_left(hunks, current.row, key=splitter.rows.hunk_row) + splitter.rows.decided_above(current.row)
    return above + sum(stop.row < current.row for stop in steps), count


def hunks_in_view(splitter: DiffSplitter) -> list[int]:
    """Return the hunks of which a row is in view."""
    seen = (visible.shown.hunk for visible in splitter.visible_rows())
    return list(dict.fromkeys(hunk for hunk in seen if hunk is not None))


def is_in_view(splitter: DiffSplitter, stop: Stop) -> bool:
    """Whether a row of this stop is in view."""
    if stop.hunk is not None:
        return stop.hunk in hunks_in_view(splitter)
    return any(visible.row == stop.row for visible in splitter.visible_rows())


def _reading_row(splitter: DiffSplitter) -> int:
    """Return the row of the text cursor while that is in view, else the one at the top."""
    cursor = splitter.cursor_editor.textCursor().blockNumber()
    return cursor if any(visible.row == cursor for visible in splitter.visible_rows()) else splitter.top_index()


def _decided(splitter: DiffSplitter, number: int) -> Stop:
    """Return the row of lines that were decided by themselves, of which so many are above it."""
    row, inset = splitter.rows.decided_row(number)
    return Stop(row, None, inset)


def _steps(splitter: DiffSplitter) -> list[Stop]:
    """Return the stops beside hunks and decided lines, from the top."""
    insets = [Stop(row, None, inset) for row, inset in splitter.rows.laid_insets() if inset.is_step]
    heads = [Stop(splitter.rows.heads[file], None, head=file) for file in splitter.bare_heads()]
    return sorted(insets + heads, key=lambda stop: stop.row) if heads else insets


def _is_open(stop: Stop) -> bool:
    """Whether something is left to do at a stop."""
    return stop.inset is None or not stop.inset.is_settled


class StopNavigation(QObject):
    """The current stop, and the way to others, in the rows of the splitter in use.

    Signals: `changed(current, count, words)` with the number of the current stop, from 0, -1 for none.
    """

    changed = Signal(int, int, str)

    def __init__(self, insets: DiffInsets, splitter: DiffSplitter, parent: QObject) -> None:
        super().__init__(parent)
        self._insets = insets
        self.document = document_of(DiffContent.nothing())
        """What is gone through."""
        self.splitter = splitter
        self.hunk: int | None = None
        self.inset = ""
        """The key of the inset that is the current stop, instead of a hunk."""
        self.head: int | None = None
        """The number of the file whose head is the current stop, instead of either."""
        self._cut: HunkText | None = None
        """The current hunk, where only a decision on another one led to it, with its start out of view.

        It stays so when it is shown again in another layout.
        """
        self._stood: dict[str | HunkText, int] = {}
        """How many lines below the top of the view insets, by their keys, and hunks stood when a step was taken."""
        insets.grown.connect(self._show_whole)

    def start(self, document: DiffDocument) -> None:
        """Go through this document from now on; that the first hunk is the current one is still to be said."""
        self.document = document
        self.hunk, self.inset, self.head = 0 if document.content.hunks else None, "", None

    def set_hunk(self, hunk: int | None) -> None:
        """Make a hunk the current stop, or, for None, nothing."""
        self.hunk, self.inset, self.head = hunk, "", None
        if not self._is_cut(hunk):
            self._cut = None
        self.splitter.set_hunk(hunk)
        words = ""
        if hunk is not None:
            content, of_file = self.document.hunk_of_file(hunk)
            words = content.name_of(of_file)
        self._insets.set_current("")
        self._say_current(words)

    def set_inset(self, inset: Inset) -> None:
        """Make an inset that is a step the current stop."""
        if inset.is_step:
            self.set_hunk(None)
            self.inset = inset.key
            self._insets.set_current(inset.key)
            self._say_current("")  # the place of the text cursor is said beside it

    def set_head(self, file: int) -> None:
        """Make the head of a file the current stop, where it is one."""
        if stop_at_head(self.splitter, file) is not None and self.head != file:
            self.set_hunk(None)
            self.head = file
            self._say_current("folded" if self.document.files[file].is_closed else "whole file")

    def go_to_hunk(self, hunk: int | None) -> None:
        """Go to this hunk, or stay, for None."""
        if hunk is not None:
            self._cut = None
            self.set_hunk(hunk)
            self.splitter.enter(self.splitter.rows.hunk_row(hunk), above=ABOVE)
            self.splitter.show_first_word(hunk)

    def enter_line(self, row: int) -> None:
        """Go to the row of a line, with the start of the current hunk, if that is in it or removes lines right above.

        Where there is no room for both, it is the line, or else what is removed.
        """
        rows, hunk = self.splitter.rows, self.hunk
        first = row if hunk is None else rows.hunk_row(hunk)
        behind = first if hunk is None else first + rows.hunk_height(hunk)
        self.splitter.enter(row)
        if hunk is None or not first < row <= behind:
            return
        self._cut = None
        self.splitter.go_to(first)
        self.splitter.show_first_word(hunk)
        if not self.splitter.is_in_view(row, row):
            self.splitter.go_to(row) if row < behind else self.go_to_hunk(hunk)

    def enter_hunk(self, hunk: int) -> None:
        """Make this hunk, which is in view, the current stop, without scrolling."""
        self._cut = None
        self.set_hunk(hunk)
        row = self.splitter.rows.hunk_row(hunk)
        self.splitter.put_cursor(row)
        self.splitter.row_entered.emit(row)

    def go_to_next(self, *, with_decided: bool = True) -> bool:
        """Go to the next hunk or inset that is a step; at the last one stay, and return False."""
        stop = stop_after(self.splitter, self._current, with_decided=with_decided) if self._has_rows else None
        self.go_to(stop)
        return stop is not None

    def go_to_previous(self) -> None:
        """Go to the hunk or inset before; at the first one stay."""
        if self._has_rows:
            self.go_to(stop_before(self.splitter, self._current))

    def go_to_inset(self, key: str) -> bool:
        """Go to an inset, and scroll the whole of it into view; return False where it is not shown."""
        stop = stop_at_inset(self.splitter, key) if self._has_rows else None
        self.go_to(stop)
        return stop is not None

    def show_inset(self, key: str) -> bool:
        """Go to an inset, and scroll no further than the whole of it takes; return False where it is not shown."""
        stop = stop_at_inset(self.splitter, key) if self._has_rows else None
        if stop is None or stop.inset is None:
            return False
        self.splitter.put_cursor(stop.row)
        self.splitter.row_entered.emit(stop.row)
        self.set_inset(stop.inset)
        self.splitter.show_row(stop.row)
        return True

    def find_inset(self, keys: Container[str]) -> bool:
        """Make an inset of these the current stop; return whether it is the only one in view that can be meant.

        Those of the file of the current stop come first; then the one in view, else the next. Where none is shown, the
        current stop stays.
        """
        steps = [stop for stop in _steps(self.splitter) if stop.inset is not None and stop.inset.key in keys]
        if not steps:
            return False
        rows, current = self.splitter.rows, self._current
        is_seen = current is not None and is_in_view(self.splitter, current)
        start = current.row if current is not None and is_seen else self.splitter.top_index()
        here = [stop for stop in steps if rows.file_of(stop.row) == rows.file_of(start)]
        steps = here or steps
        in_view = [stop for stop in steps if is_in_view(self.splitter, stop)]
        below = [stop for stop in steps if stop.row >= start]
        self.go_to(next(iter(in_view or below or steps), None))
        return len(in_view) == 1 and (bool(here) or not is_seen)  # at a stop of another file, that file is meant

    def go_to(self, stop: Stop | None) -> None:
        """Go to this stop, or stay, for None."""
        if stop is None or stop.hunk is not None:
            self.go_to_hunk(None if stop is None else stop.hunk)
            return
        self.splitter.enter(stop.row)
        if stop.head is not None:
            self.set_head(stop.head)
        if stop.inset is None:
            return
        self.set_inset(stop.inset)
        self.splitter.show_whole(stop.row)

    def go_on_behind(self, decided: Place, row: int | None, *, stays: bool) -> None:
        """Make the hunk current that comes next behind a decided one, else the first, and scroll only if it must be.

        Where it must, the row of the decided one is left in view if there is room. One that `stays` is left where it
        is, and a hunk in view is the current one, unless none is there. Where the file has none left and is not
        decided, such as one that moves, it is the head.
        """
        head = stop_at_head(self.splitter, self.document.number(decided.path))
        if head is not None and head.head is not None:
            self.splitter.put_cursor(head.row)
            self.splitter.row_entered.emit(head.row)
            self.set_head(head.head)
            self.splitter.show_row(head.row)
            return
        hunk = self.document.hunk_behind(decided)
        number = None if hunk is None else self.document.file_of_hunk(hunk)
        stop = None if number is None or number == self.document.number(decided.path) else self.first_above(number)
        if stop is None:
            self._go_on_to(hunk, row, stays=stays)
        else:
            self.go_to(stop)

    @contextmanager
    def keeping_head(self, path: str) -> Iterator[None]:
        """Leave the head of a file, if it is in view, where it is on the screen while other rows are made."""
        splitter, number = self.splitter, self.document.number(path)
        row = -1 if number is None else splitter.rows.heads[number]
        is_seen = any(visible.row == row for visible in splitter.visible_rows())
        below_top = splitter.main.line_of(row) - splitter.main.verticalScrollBar().value() if is_seen else 0
        yield
        if is_seen and (number := self.document.number(path)) is not None:
            splitter.keep_at(splitter.rows.heads[number], below_top)

    def first_above(self, file: int) -> Stop | None:
        """Return the first inset that is a step above all hunks of a file, else the head of one without hunks."""
        stop, span = first_step(self.splitter, file) or stop_at_head(self.splitter, file), self.document.spans[file]
        if stop is None or span.first_hunk == span.last_hunk:
            return stop
        return stop if stop.row < self.splitter.rows.hunk_row(span.first_hunk) else None

    def note_places(self) -> None:
        """Record where hunks and insets stand that are in view, for the undo that brings them back."""
        splitter = self.splitter
        if len(self._stood) > _MOST_NOTED:
            self._stood.clear()
        for visible in splitter.visible_rows() if self._has_rows else ():
            row = visible.shown
            if row.inset is not None:
                self._stood[row.inset.key] = splitter.lines_above(visible.row)
            elif row.kind is RowKind.BAR and row.hunk is not None:
                self._stood[self.document.text_of_hunk(row.hunk)] = splitter.lines_above(visible.row)

    def shown(self) -> ShownStops:
        """Return what there is to go to."""
        insets = list(self._insets_as_steps())
        keys_of_open = frozenset(inset.key for inset in insets if not inset.is_settled)
        return ShownStops(self.document, keys_of_open, frozenset(inset.key for inset in insets if inset.is_placed))

    def go_to_changed(self, before: ShownStops, *, current: int) -> None:
        """Go to the first inset that was not open before, else to a hunk that is new, or behind one that is gone.

        One whose place is gone with the step counts as new: placed in doubt, it was open before as well. `current` is
        the number of the file that the step led to.
        """
        now = self.shown()
        lost = before.placed - now.placed
        keys = now.insets - (before.insets - lost)
        added = next((inset.key for inset in self._insets_as_steps() if inset.key in keys), None)
        if added is not None:
            self.go_to_inset(added)
            self._put_back(added, stop_at_inset(self.splitter, added))
        elif self._has_rows and (hunk := self.document.first_changed(before.document, current=current)) is not None:
            self._go_on_to(hunk)
            text = self.document.text_of_hunk(hunk)
            if before.document.hunk_of_text(text) is None:
                self._put_back(text, Stop(self.splitter.rows.bar_row(hunk), hunk))

    def _put_back(self, key: str | HunkText, returned: Stop | None) -> None:
        """Scroll so that what came back stands where it was seen when it went, but that it can be seen."""
        if returned is not None and (above := self._stood.get(key)) is not None:
            self.splitter.keep_at(returned.row, above)
            self.splitter.show_row(returned.row)

    def _insets_as_steps(self) -> Iterator[Inset]:
        return (stop.inset for stop in _steps(self.splitter) if stop.inset is not None)

    def _go_on_to(self, hunk: int | None, decided: int | None = None, *, stays: bool = False) -> None:
        """Make this hunk, if any, the current one, and scroll only if it must be; `decided` is a row above to be seen.

        Where the rows are to stay, one in view is it instead: neither the text cursor nor a key is to be at what is not
        seen. Best is one that begins in view, and of the same file; else a key shows its start before it decides it.
        """
        if stays and hunk is not None:
            file_of, file = self.document.file_of_hunk, self.document.file_of_hunk(hunk)
            seen, begun = hunks_in_view(self.splitter), self._begins_in_view
            order = {one: (one != hunk, not begun(one), file_of(one) != file) for one in seen}
            stays, hunk = bool(seen), min(seen, key=order.__getitem__, default=hunk)
        self._cut = None
        self.set_hunk(hunk)
        if hunk is None:
            return
        first = self.splitter.rows.hunk_row(hunk)
        if stays and not self._begins_in_view(hunk):
            lines = (one.row for one in self.splitter.visible_rows() if one.shown.hunk == hunk and one.row >= first)
            first = next((row for row in lines if self.splitter.is_in_view(row, row)), first)
        height = self.splitter.rows.hunk_height(hunk)
        self.splitter.put_cursor(first)
        self.splitter.row_entered.emit(first)
        self.splitter.show_first_word(hunk)
        page = max(len(self.splitter.visible_rows()) - ABOVE, 1)
        if stays:
            self._cut = None if self._begins_in_view(hunk) else self.document.text_of_hunk(hunk)
            return
        last = first + min(height, page) - 1
        if self.splitter.is_in_view(first - 1, last):
            if decided is not None and decided < self.splitter.top_index():
                self.splitter.show_both(decided, last)
            return
        above = 0 if decided is None else first - decided
        self.splitter.go_to(first, above=above if ABOVE < above <= page // 2 else ABOVE)

    def _begins_in_view(self, hunk: int) -> bool:
        """Whether the bar of a hunk and its first line are in view."""
        return self.splitter.is_in_view(self.splitter.rows.bar_row(hunk), self.splitter.rows.hunk_row(hunk))

    def follow_view(self) -> None:
        """Make the first hunk in view the current one, where that is out of view: what is decided is seen."""
        in_view, stop = hunks_in_view(self.splitter) if self._has_rows else [], self._current
        if in_view and not (stop is not None and is_in_view(self.splitter, stop)):
            self.set_hunk(in_view[0])

    def leave_lost_inset(self) -> None:
        """Go on where the inset that was the stop is gone: to the next inset of its file, else to a hunk in view."""
        row = self.splitter.cursor_row()
        if not self.inset or self._current is not None or row is None:
            return
        at, file_of = self.splitter.cursor_editor.textCursor().blockNumber(), self.splitter.rows.file_of
        below = (stop for stop in _steps(self.splitter) if stop.inset is not None and not stop.inset.is_settled)
        beside = next((stop for stop in below if stop.row >= at and file_of(stop.row) == file_of(at)), None)
        self.set_hunk(row.hunk)
        if row.hunk is None and beside is not None:
            self.go_to(beside)
        else:
            self.follow_view()

    def _rows_in_view(self) -> list[VisibleRow]:
        """Return the rows of the current stop that can be seen; with a hunk those of its conflict below it."""
        found = list[VisibleRow]()
        for visible in self.splitter.visible_rows():
            row = visible.shown
            is_below = (
                not self.inset and row.kind is RowKind.INSET and [visible.row - 1] == [one.row for one in found[-1:]]
            )
            if (
                row.hunk == (-1 if self.hunk is None else self.hunk)
                or (row.inset is not None and row.inset.key == self.inset)
                or (row.kind is RowKind.HEAD and row.file == self.head)
                or is_below
            ):
                found.append(visible)
        return found

    def places_to_spare(self) -> tuple[QRect, list[QRect], list[QRect]]:
        """Return where on the screen the current stop is, empty while out of view, the heads, and the bars of hunks.

        Heads of folded files are no heads of what is read. With the others come the conflicts among the lines, which
        are lines to be compared, not a text beside them, and the rows of buttons of the other insets that are steps.
        Bars are as long as their buttons reach.
        """
        seen = self.splitter.visible_rows()
        heads = [
            self._place_of([row])
            for row in seen
            if self._is_open_head(row) or ((one := row.shown.inset) and one.is_step and one.place.line >= 0)
        ]
        bars = [self._place_of_bar(row) for row in seen if row.shown.kind is RowKind.BAR]
        beside = [
            place
            for row in seen
            if (one := row.shown.inset) and one.is_step and one.place.line < 0
            for place in self._rows_of_buttons(one.key) or [self._place_of([row])]
        ]
        return self._place_of(self._rows_in_view()), heads + beside, bars

    def _is_open_head(self, row: VisibleRow) -> bool:
        file = row.shown.file
        return row.shown.kind is RowKind.HEAD and file is not None and not self.document.files[file].is_closed

    def _rows_of_buttons(self, key: str) -> list[QRect]:
        """Return where on the screen the rows of buttons of an inset are; none before its widget is laid out."""
        widget = self._insets.widget(key)
        rows: dict[int, QRect] = {}
        for button in [] if widget is None else widget.findChildren(QAbstractButton):
            if button.isVisible():
                place = QRect(button.mapToGlobal(QPoint()), button.size())
                rows[place.y()] = rows.get(place.y(), place).united(place)
        return list(rows.values())

    def _place_of_bar(self, row: VisibleRow) -> QRect:
        """Return where a bar is, up to the end of its buttons."""
        place, hunk = self._place_of([row]), row.shown.hunk
        ends = (None if hunk is None else bars.end_of(hunk) for bars in self.splitter.bars)
        if end := max((end for end in ends if end is not None), default=0):
            place.setRight(min(place.right(), end))
        return place

    def _place_of(self, rows: Sequence[VisibleRow]) -> QRect:
        top, end = (rows[0].top, rows[-1].top + rows[-1].height) if rows else (0, 0)
        left, above = self.splitter.mapToGlobal(QPoint()), self.splitter.main.viewport().mapToGlobal(QPoint(0, top))
        return QRect(left.x(), above.y(), self.splitter.width(), end - top)

    def decided_hunk(self, decided: Collection[str]) -> tuple[str, int, str] | None:
        """Return the hunk whose decision is to be reset: file, number from 1, and identity of the texts; None for none.

        It is that of the text cursor while that is in view, else, in one of these decided files, the current one.
        """
        at, rows = self.splitter.cursor_editor.textCursor().blockNumber(), self.splitter.rows
        row = next((visible.shown for visible in self.splitter.visible_rows() if visible.row == at), None)
        document, hunk = self.document, self.hunk if row is None or row.hunk is None else row.hunk
        if row is not None and (found := document.decided_hunk(row)) is not None:
            return document.files[document.file_of(row)].path, *found
        if hunk is None or hunk >= len(rows.hunks) or not self.shows_hunk(hunk):
            return None
        content, number = document.hunk_of_file(hunk)
        is_decided = content.path in decided
        return (content.path, content.numbers[number].first, content.texts.identity) if is_decided else None

    def shows_hunk(self, hunk: int) -> bool:
        """Whether a row of the hunk can be seen."""
        return hunk in hunks_in_view(self.splitter)

    def takes_key(self, hunk: int) -> bool:
        """Whether a key may decide the hunk: a row of it can be seen, or its start, where the user did not go to it."""
        return self._begins_in_view(hunk) if self._is_cut(hunk) else self.shows_hunk(hunk)

    def _is_cut(self, hunk: int | None) -> bool:
        return hunk is not None and self._cut is not None and self.document.text_of_hunk(hunk) == self._cut

    @property
    def path(self) -> str:
        """The file of the current stop; empty for none."""
        current = self._current if self._has_rows else None
        return "" if current is None else self.document.files[self.splitter.rows.file_of(current.row)].path

    @property
    def _has_rows(self) -> bool:
        return bool(self.splitter.rows.runs)

    @property
    def _current(self) -> Stop | None:
        if self.inset:
            return stop_at_inset(self.splitter, self.inset)
        if self.hunk is None:
            return stop_at_head(self.splitter, self.head)
        return Stop(self.splitter.rows.hunk_row(self.hunk), self.hunk)

    def _say_current(self, words: str) -> None:
        position = position_of(self.splitter, self._current) if self._has_rows else (-1, 0)
        self.changed.emit(*position, words)

    def _show_whole(self, key: str) -> None:
        stop = stop_at_inset(self.splitter, key)
        if stop is not None:
            room = self.splitter.main.viewport().height()
            self.splitter.show_whole(stop.row, part=self._insets.part_in_use(key, room))
