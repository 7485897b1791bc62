"""Where one reads: which file is the current one, and what is said of the current hunk and line."""

from collections.abc import Callable
from pathlib import PurePosixPath

from PySide6.QtCore import QObject, Signal

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.document import DiffDocument, document_of
from guillemet.engine.diff.rows import DiffRow, RowKind
from guillemet.ui.diff.fold_names import describe_place
from guillemet.ui.diff.insets.stops import StopNavigation
from guillemet.ui.wording import seen, shortened


class CurrentPlace(QObject):
    """Follows text cursor, view and current hunk in the editors of the look in use, which are those of the stops.

    Signals: `hunk_changed(current, count, words)`, current from 0 among hunks and insets that are steps, -1 for none;
    `place_changed(str)` with the text cursor's place in words; `file_entered(current, top)` with the numbers of the
    current file and of the one whose lines are at the top of the view, -1 where that begins with a head.
    """

    hunk_changed = Signal(int, int, str)
    place_changed = Signal(str)
    file_entered = Signal(int, int)

    def __init__(self, stops: StopNavigation, fold_words: Callable[[DiffRow], str], parent: QObject) -> None:
        super().__init__(parent)
        self._stops, self._fold_words = stops, fold_words
        self._document = document_of(DiffContent.nothing())
        self._files_in_view = (0, 0)
        """The numbers of the current file and of the one at the top."""
        self.is_cursor_seen = False
        """Whether the row of the text cursor was in view when that was noticed last."""
        self._stop = -1, 0, ""
        """As `stops` said last."""
        stops.changed.connect(self._say_stop)

    def begin(self, document: DiffDocument) -> None:
        """Follow this document from now on; which file is the current one is to be found out."""
        self._document, self._files_in_view = document, (-1, -1)

    @property
    def file(self) -> int:
        """The number of the file that the text cursor is in, or, while that is out of view, of the one at the top."""
        return max(0, min(self._files_in_view[0], len(self._document.files) - 1))

    @property
    def file_at_top(self) -> int:
        """The number of the file whose lines are at the top of the view; -1 where that begins with a head."""
        return self._files_in_view[1]

    def follow(self) -> None:
        """Say which file is the current one: of the text cursor while it is in view, else of the current hunk."""
        splitter = self._stops.splitter
        if splitter.is_settling or not splitter.rows.runs:
            return
        cursor = splitter.cursor_editor.textCursor().blockNumber()
        is_seen = self.is_cursor_seen = any(visible.row == cursor for visible in splitter.visible_rows())
        at_top = splitter.top_index()
        top = splitter.rows.file_of(at_top)
        current, hunk = splitter.rows.file_of(cursor) if is_seen else top, self._stops.hunk
        if not is_seen and hunk is not None and self._stops.shows_hunk(hunk):
            current = self._document.file_of_hunk(hunk)
        if at_top < len(splitter.rows) and splitter.rows[at_top].kind is RowKind.HEAD:
            top = -1
        is_other = (current, top) != self._files_in_view
        self._files_in_view = current, top
        self.mark_head()
        if hunk is not None and self._document.file_of_hunk(hunk) != current:
            # Else the keys and the mark of the current hunk would be about another file than the buttons.
            here = cursor if is_seen else min(at_top, len(splitter.rows) - 1)
            self._stops.set_hunk(self._document.hunk_meant(splitter.rows[here], hunk))
        if self._stops.hunk is None and not self._stops.inset:
            self._stops.set_head(current)
        if is_other:
            self.file_entered.emit(current, top)
            self._say_stop(*self._stop)
            if splitter.rows.file_of(cursor) == current:
                self.show_line(cursor)
            else:
                self.place_changed.emit("")  # a line of another file, out of view

    def mark_head(self) -> None:
        """Mark the head of the current file, where there are others beside it."""
        files = self._document.files
        self._stops.splitter.heads.mark_current(files[self.file].path if len(files) > 1 else "")

    def _say_stop(self, current: int, count: int, words: str) -> None:
        """Say which hunk of the current file is the current one; only the file where it is one of another file."""
        self._stop = current, count, words
        if words and len(self._document.files) > 1:
            name = seen(PurePosixPath(self._document.files[self.file].path).name)
            hunk = self._stops.hunk
            file = self._stops.head if hunk is None else self._document.file_of_hunk(hunk)
            words = f"{shortened(name)} · {words}" if file == self.file else shortened(name)
        self.hunk_changed.emit(current, count, words)

    def show_line(self, index: int | None = None) -> str:
        """Say what is selected, or what this row is, else that of the text cursor; return it."""
        splitter = self._stops.splitter
        at = splitter.cursor_editor.textCursor().blockNumber() if index is None else index
        place = describe_place(self._document, splitter, at, fold=self._fold_words)
        self.place_changed.emit(place)
        return place

    def show_line_of_hunk(self) -> None:
        """Say where the text cursor is only if it is in the current hunk: beside another one the line would mislead."""
        splitter = self._stops.splitter
        cursor = splitter.cursor_editor.textCursor().blockNumber()
        if splitter.rows[cursor].hunk == self._stops.hunk:
            self.show_line(cursor)
        else:
            self.place_changed.emit("")
