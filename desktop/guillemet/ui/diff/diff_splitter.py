"""The editors of one look, laid out and scrolled as one: two side by side, or one for both."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain, pairwise
from math import ceil, floor

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QGridLayout, QSplitter, QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.document import DiffDocument, DocumentFile, document_of
from guillemet.engine.diff.finding import TextMatch
from guillemet.engine.diff.lines import common_head, common_tail
from guillemet.engine.diff.moves import MovedLines
from guillemet.engine.diff.row_builder import RowsBefore
from guillemet.engine.diff.rows import HEAD_HEIGHT, NO_ROWS, DiffRow, DiffRows, RowKind
from guillemet.engine.review import FileReview
from guillemet.settings import Look
from guillemet.ui.comments.comment_anchors import Marks, commented_rows
from guillemet.ui.diff.diff_editor import DiffEditor, EditorColours
from guillemet.ui.diff.formatting import Shows, changed_words
from guillemet.ui.diff.gutter import Gutter
from guillemet.ui.diff.header import head_title
from guillemet.ui.diff.insets.diff_insets import DiffInsets
from guillemet.ui.diff.insets.file_head import FileHeads
from guillemet.ui.diff.insets.hunk_bar import HunkBars, SelectedLines, hunk_caption, selected_lines
from guillemet.ui.diff.overview import Overview, unread_files
from guillemet.ui.diff.requests import DiffRequests
from guillemet.ui.diff.shared_bar import SharedBar
from guillemet.ui.diff.visible_rows import VisibleRow, row_height
from guillemet.ui.diff.wrapped_lines import LINE_BREAK
from guillemet.ui.search.results import FoundMarks
from guillemet.ui.style.theme import Theme

AT_ONCE = 600
"""Rows put into the documents in one go, 4 ms for both sides; half as many where they are wrapped."""
PAUSE = 4
"""Milliseconds between two goes."""
MARGIN = 40
"""Pixels beside a word that is scrolled to sideways."""
_START = 8
"""Columns of a changed word that tell where it is: the beginnings of lines are worth more than the rest of it."""
ABOVE = 5
"""Rows shown above the one that is gone to."""
_UNKNOWN = (-1, "")
"""Lines were wrapped for a width and a font that do not count any more."""


class DiffSplitter(QWidget):
    """Shows rows.

    Signals: `row_entered(row)` when the text cursor comes to another row; `scrolled()` when other rows are in view, for
    whatever reason; `settled()` before that where the view has another size, look or font; `selection_changed()` when
    something else is selected; `lines_selected()` when other changed lines are.
    `editors` emit what is wanted of a row, `gutters` clicks on comments, `bars` those on hunks.
    """

    row_entered = Signal(int)
    wrap_outdated = Signal()
    wraps_again = Signal()
    settled = Signal()
    scrolled = Signal()
    lines_selected = Signal()
    selection_changed = Signal()

    def __init__(self, kind: Look, insets: DiffInsets, requests: DiffRequests, parent: QWidget) -> None:
        super().__init__(parent)
        self._insets = insets
        shows = (Shows.BOTH,) if kind is Look.UNIFIED else (Shows.OLD, Shows.NEW)
        self._lines: dict[DiffEditor, list[str]] = {}
        """What stands, or will stand, in each row of the editors that are shown."""
        self._captions: dict[str, tuple[DiffContent, Sequence[str]]] = {}
        """Those of the hunks of each file, with the content that they are of."""
        self._filled = 0
        """How many rows are in the documents."""
        self._is_filling = False
        self.is_settling = False
        """Whether rows or view become others, but not since the user moves about in them."""
        self._wraps = False
        self._at_once = AT_ONCE
        self._wrapped_for: tuple[int, str] | None = None
        """The width and the font that lines were wrapped for; None where they are not."""
        self.marks: Marks = {}
        self._append_timer = QTimer(self, interval=PAUSE)
        self._append_timer.timeout.connect(self._append_rows)
        # A layout that changes resizes every editor some times over.
        self._settling = QTimer(self, singleShot=True, interval=0)
        self._settling.timeout.connect(self._settle)
        self._splitter = QSplitter(self)
        self.editors = tuple(DiffEditor(which, self._splitter) for which in shows)
        for editor, other in pairwise((*self.editors, *self.editors[:-1])):
            editor.beside = other
        self.gutters = [Gutter(editor) for editor in self.editors]
        self.bars = [HunkBars(editor) for editor in self.editors]
        for bars in self.bars:
            bars.focused.connect(self._show_hunk)
        self.heads = FileHeads(self, requests)
        self.selected = SelectedLines()
        """The changed lines that are selected, and to be decided together."""
        self._document = document_of(DiffContent.nothing())
        self._down = SharedBar(Qt.Orientation.Vertical, self.editors, self)
        self._across = SharedBar(Qt.Orientation.Horizontal, self.editors, self)
        self._overview = Overview(self._down, self)
        self._overview.row_requested.connect(self.go_to)
        self._lay_out()
        self._connect_signals()

    @property
    def main(self) -> DiffEditor:
        """The editor that gets the focus: the one with the new lines, or the old ones of a deleted file."""
        return next((editor for editor in reversed(self.editors) if not editor.isHidden()), self.editors[-1])

    @property
    def cursor_editor(self) -> DiffEditor:
        """The editor that has the focus, or would get it."""
        return next((editor for editor in self.editors if editor.hasFocus()), self.main)

    @property
    def cursor_first(self) -> tuple[DiffEditor, ...]:
        """The editors, that of the text cursor first."""
        return tuple(sorted(self.editors, key=lambda editor: editor is not self.cursor_editor))

    @property
    def hit_editor(self) -> DiffEditor | None:
        """The editor in which the current search hit is selected."""
        return next((editor for editor in self.editors if editor.shows_hit), None)

    @property
    def selecting_editor(self) -> DiffEditor | None:
        """The editor in which something is selected, and not just the current search hit."""
        editors = (each for each in self.cursor_first if each.textCursor().hasSelection() and not each.shows_hit)
        return next(editors, None)

    def lines_between(self, editor: DiffEditor, one: int, other: int) -> tuple[str, ...]:
        """Return what the rows from one to the other, in whichever order, say in this editor."""
        return tuple(self._lines.get(editor, ())[min(one, other) : max(one, other) + 1])

    @property
    def selected_rows(self) -> range | None:
        """The rows in which something is selected; None where nothing is, or the current search hit."""
        editor = self.selecting_editor
        return None if editor is None else editor.chosen_rows()

    @property
    def rows(self) -> DiffRows:
        return self.main.rows

    def bare_heads(self) -> tuple[int, ...]:
        """Return the numbers of the files that are decided at their heads, for they show no hunk."""
        return self.heads.bare(self._document)

    def fill(
        self, document: DiffDocument, rows: DiffRows, *, fold: Callable[[DiffRow], str], like: RowsBefore | None = None
    ) -> None:
        """Show these rows; `fold` gives the words of a fold. Rows that were taken over have the texts they had."""
        content, own = document.content, document.own_lines()
        before, was_filled = self._lines, self._filled == len(self.rows)
        # A file that is created or deleted has one side only, and gives it all the room.
        needed = [editor for editor in self.editors if _has_lines(content, editor.shows)]
        for editor in self.editors:
            editor.setVisible(editor in needed)
            editor.own = own
        is_known = like is not None and needed == [*before] and not (rows.insets or like.rows.insets)
        self._lines = self._make_lines(document, rows, needed, fold, like if is_known else None)
        was_wrapped_for, self._wrapped_for = self._wrapped_for, self._wrapping()
        changed = changed_rows(before, self._lines) if was_filled and was_wrapped_for == self._wrapped_for else None
        self._is_filling = True  # a text that is being replaced scrolls, and has other rows than its editor yet
        if changed is None:
            self._fill_all(content, rows)
        else:
            self._fill_changed(content, rows, *changed)
        self._is_filling = False
        self._down.fit()
        self._overview.show_rows(rows, unread_files(document, rows, self.heads.reviews))
        self._overview.mark_comments(commented_rows(self.marks, rows))
        self._document = document
        for bars in self.bars:
            bars.document = document
        self._notice_selection()
        self._place_bars()

    def _make_lines(
        self,
        document: DiffDocument,
        rows: DiffRows,
        needed: Sequence[DiffEditor],
        fold: Callable[[DiffRow], str],
        like: RowsBefore | None,
    ) -> dict[DiffEditor, list[str]]:
        """Return what stands in each row of the editors that are needed."""
        content, count = document.content, len(document.files)
        files = slice(like.first, count - like.last) if like else slice(0, count)
        starts, heads = (*rows.at_files, len(rows.runs)), (*rows.heads, len(rows))
        runs = slice(starts[files.start], starts[files.stop])
        top = heads[files.start] if like else 0  # an inset may stand above the first file
        # A file that is shown as it stands has new lines only, in whatever look.
        old = content.old.shown if content.is_compared else content.new.shown
        sides = dict(
            zip(self.editors, rows.lines(old, content.new.shown, fold=self._in_one_line(fold), runs=runs), strict=False)
        )
        captioned = sides[needed[0]]
        shorten = needed[0].shortener(Qt.TextElideMode.ElideRight)  # or its buttons were as high as a wrapped caption
        captions = list(chain.from_iterable(map(self._captions_of, document.files[files])))
        first_hunk = document.spans[files.start].first_hunk if captions else 0
        for row, hunk in rows.bar_rows(runs):
            captioned[row - top] = shorten(captions[hunk - first_hunk])
        titles = map(self.main.shortener(), (head_title(file.path) for file in document.files[files]))
        for row, title, span in zip(rows.heads[files], titles, document.spans[files], strict=True):
            if span.has_head:
                captioned[row - top + HEAD_HEIGHT - 1] = title
        for row, inset in rows.inset_rows():
            for lines in sides.values() if top <= row < top + len(captioned) else ():
                lines[row - top] = LINE_BREAK * (self._insets.height(inset) - 1)
        if not like:
            return {editor: sides[editor] for editor in needed}
        end = (*like.rows.heads, len(like.rows))[len(like.files) - like.last]
        known = self._lines
        return {editor: [*known[editor][:top], *sides[editor], *known[editor][end:]] for editor in needed}

    def _captions_of(self, file: DocumentFile) -> Sequence[str]:
        """Return the captions of the hunks of a file; those of one that is as before were made then."""
        content, captions = self._captions.get(file.path, (None, ()))
        if content is not file.shown:
            captions = [hunk_caption(file.shown, hunk) for hunk in range(len(file.shown.hunks))]
            self._captions[file.path] = file.shown, captions
        return captions

    def _fill_all(self, content: DiffContent, rows: DiffRows) -> None:
        texts, heights = self._aligned(content, rows, 0, self._at_once)
        for editor in self.editors:
            editor.fill(content, rows, texts.get(editor, ()))
            editor.wrapped.tell(heights if editor in texts else {})
        self._filled = min(self._at_once, len(rows))
        self._append_timer.start() if self._filled < len(rows) else self._append_timer.stop()

    def _fill_changed(self, content: DiffContent, rows: DiffRows, old: range, new: range) -> None:
        """Put the new rows in the place of the old ones; all others are in the documents."""
        texts, heights = self._aligned(content, rows, new.start, new.stop)
        for editor in self.editors:
            editor.replace_rows(content, rows, old if editor in texts else range(0), texts.get(editor, ()))
            # Also of rows that are one line high: Qt leaves a block out of view as high as the one in its place was.
            editor.wrapped.tell({row: heights.get(row, 1) for row in new} if editor in texts else {})
        self._filled = len(rows)

    def clear(self) -> None:
        if not self._lines:
            return
        self._append_timer.stop()
        self._lines, self._captions, self._filled = {}, {}, 0
        self._is_filling = True
        for editor in self.editors:
            editor.fill(DiffContent.nothing(), NO_ROWS, ())
        self._is_filling = False
        self._notice_selection()
        self._overview.show_rows(NO_ROWS)
        self._place_bars()

    def set_wrap(self, *, wraps: bool) -> None:
        """Break long lines; what is shown has to be filled again."""
        self._wraps = wraps
        self._at_once = AT_ONCE // 2 if wraps else AT_ONCE
        self._across.is_needed = not wraps  # Qt counts the blank at the end of a line, where that is broken
        for editor in self.editors:
            editor.set_wrap(wraps=wraps)

    def name_folds(self, fold: Callable[[DiffRow], str]) -> None:
        """Give the folds in view these words, where they have others."""
        fold = self._in_one_line(fold)
        for visible in self.visible_rows():
            if visible.shown.kind is RowKind.FOLD:
                for editor, lines in self._lines.items():
                    editor.set_words(visible.row, words := fold(visible.shown))
                    lines[visible.row] = words

    def _in_one_line(self, fold: Callable[[DiffRow], str]) -> Callable[[DiffRow], str]:
        """Return as much of the words of folds as there is room for: a name that arrives makes no row higher."""
        narrow = min((each for each in self.editors if not each.isHidden()), key=DiffEditor.width, default=self.main)
        shorten = narrow.shortener(Qt.TextElideMode.ElideRight)
        return lambda row: shorten(fold(row))

    def apply_formats(self, apply_formats: EditorColours) -> None:
        for editor in self.editors:
            if not editor.isHidden():
                editor.apply_formats(apply_formats)

    def set_look(self, theme: Theme, points: int) -> None:
        for editor in self.editors:
            editor.set_look(theme, points)
        self._overview.set_theme(theme)
        self._settling.start()

    def columns_beside(self) -> float:
        """Return how many columns of text each of two sides would have room for, in whatever look."""
        letter = self.main.fontMetrics().horizontalAdvance("0")
        room = self.width() - self._down.sizeHint().width() - self._overview.width()
        return (room / 2 - self.gutters[-1].width_for(1)) / max(letter, 1)

    def set_hunk(self, hunk: int | None) -> None:
        for editor in self.editors:
            editor.set_hunk(hunk)

    def set_reviews(self, reviews: Mapping[str, FileReview], decided: Collection[str]) -> None:
        """Set the files of the proposal; no hunk of the decided ones is to be decided."""
        self.heads.reviews = reviews
        for bars in self.bars:
            bars.decided, bars.reviews = decided, reviews
        self._place_bars()

    def set_marks(self, marks: Marks, counts: Mapping[str, int]) -> None:
        """Mark comments; on each file there are so many."""
        self.marks, self.heads.comments = marks, counts
        self._place_bars()
        for gutter in self.gutters:
            gutter.set_marks(marks)
        self._overview.mark_comments(commented_rows(marks, self.rows))

    def mark_found(self, found: FoundMarks) -> None:
        self._overview.mark_found(partial(found.rows, self._document, self.rows))

    def set_moved(self, moved: MovedLines) -> None:
        for editor in self.editors:
            editor.set_moved(moved)
        self._overview.mark_moved(moved)

    def mark_place(self, lines: range) -> None:
        for editor in self.editors:
            editor.mark_place(lines)

    def go_to(self, row: int, *, above: int = ABOVE) -> None:
        """Scroll so that the row stands this many rows below the top, as far as the document allows.

        Of what is above it, no other file is shown: the head at the top would decide that one.
        """
        self._down.end_room()
        self._fill_to(row)
        of_file = min(self.rows.heads[self.rows.file_of(row)], row)  # a file without a head has what is above its lines
        first, line = max(of_file, row - above, 0), self.main.line_of(row)
        if self._wraps or self.rows.has_insets:  # rows above it that are many lines high must not push it out of view
            most = max(self._page // 3, 1)
            while first < row and line - self.main.line_of(first) > most:
                first += 1
        self._down.setValue(self.main.line_of(first))
        if (head := self._cut_head()) is not None:  # as where the document is too short to be scrolled further
            self._down.setValue(self.main.line_of(head))

    def _cut_head(self) -> int | None:
        """Return the first row of the head of which only a part is in view at the top."""
        top = self.top()
        if top is None or top.kind is not RowKind.HEAD or top.file is None:
            return None
        head = self.rows.heads[top.file]
        return head if head < self.top_index() else None

    def lines_above(self, row: int) -> int:
        """Return how many lines below the top of the view a row begins."""
        return self.main.line_of(row) - self._down.value()

    def keep_at(self, row: int, lines_above: int, *, is_beyond: bool = False) -> None:
        """Scroll so that the row begins this many lines below the top, as far as the document allows.

        If asked for with blank room below the document, until the user scrolls back.
        """
        self._fill_to(row)
        self._down.go_to(self.main.line_of(row) - lines_above, is_beyond=is_beyond)

    def show_both(self, first: int, last: int) -> None:
        """Scroll to the first of two rows, if the other one can be seen then, too, with some rows below it."""
        room = self._page - ABOVE
        if self.main.line_of(last) - self.main.line_of(first) <= room:
            self.keep_at(first, 0)

    def show_row(self, row: int) -> None:
        """Scroll as little as can be so that the whole of a row can be seen; to one further up as `go_to` does."""
        page = self._page
        if row < self.top_index():
            self.go_to(row)
        elif self.lines_above(row) >= page:
            self.keep_at(row, page - 1)
        self.show_whole(row)

    def _show_hunk(self, hunk: int) -> None:
        """Scroll as little as can be so that the bar of a hunk and its first line can be seen."""
        first = self.rows.hunk_row(hunk)
        self.show_row(first)
        self.show_row(first - 1)

    def show_whole(self, row: int, *, part: QRect | None = None) -> None:
        """Scroll so far that a row in view can be seen to its end, or, if it is too high for that, from its start.

        For a part, which is counted from the corner of the row, as far as that takes.
        """
        for visible in self.visible_rows():
            if visible.row == row and visible.height:
                line = visible.height / self.main.document().findBlockByNumber(row).lineCount()
                top = visible.top + (0 if part is None else part.top())
                height = visible.height if part is None else part.height()
                below = top + height - self.main.viewport().height()
                lines = min(max(ceil(below / line), 0), floor(top / line))
                self._down.setValue(self._down.value() + lines)
                return

    def enter(self, row: int, *, above: int = ABOVE) -> None:
        """Go to the row and put the text cursors there."""
        self.put_cursor(row)
        self.row_entered.emit(row)
        self.go_to(row, above=above)

    def enter_last(self) -> None:
        """Go to the end of the last row, with as many above it as there is room for."""
        row = len(self.rows) - 1
        self.put_cursor(row)
        self.row_entered.emit(row)
        self._down.end_room()
        self._down.setValue(self._down.maximum())

    def select(self, row: int, found: TextMatch) -> None:
        """Go to the row, if it is not in view, and select what was found in it."""
        self._fill_to(row)
        wanted = self.editors[0] if found.is_old else self.main
        if not any(visible.row == row for visible in self.visible_rows()[:-1]):
            self.go_to(row, above=ABOVE * 2)
        for editor in self.editors:
            if editor is not wanted:
                editor.put_cursor(row)
        wanted.select(row, found.start, found.end)
        self.row_entered.emit(row)

    def show_first_word(self, hunk: int) -> None:
        """Scroll sideways so far that the start of the first changed word on the first page of a hunk can be seen."""
        rows, content = self.rows, self.main.content
        first = rows.hunk_row(hunk)
        for index in range(first, first + min(rows.hunk_height(hunk), self._page)):
            for is_old in (False, True):
                words = changed_words(content, rows[index], is_old=is_old)
                if words:
                    start, end = words[0]
                    self.show_columns(index, start, min(end, start + _START), is_old=is_old)
                    return
        self.show_columns(first, 0, 0, is_old=False)

    def show_columns(self, row: int, start: int, end: int, *, is_old: bool) -> None:
        """Scroll sideways, as little as can be, so that these columns of the line in this row can be seen."""
        editor = self.editors[0] if is_old else self.main
        if self._wraps:
            return
        text = editor.document().findBlockByNumber(row).text()
        letters = editor.fontMetrics()
        left, right = letters.horizontalAdvance(text[:start]), letters.horizontalAdvance(text[:end])
        room, at = editor.viewport().width(), self._across.value()
        if right + MARGIN <= room:
            self._across.setValue(0)
        elif left < at or right + MARGIN > at + room:
            self._across.setValue(max(0, min(left - MARGIN, right + MARGIN - room)))

    def visible_rows(self) -> Sequence[VisibleRow]:
        """Return the rows in view, from the top."""
        return self.main.visible_rows()

    @property
    def _page(self) -> int:
        """How many rows of one line there is room for."""
        return self.main.viewport().height() // row_height(self.main.font())

    def top_index(self) -> int:
        return self.main.firstVisibleBlock().blockNumber()

    def is_in_view(self, first: int, last: int) -> bool:
        """Whether all these rows can be seen whole."""
        seen, height = self.visible_rows(), self.main.viewport().height()
        whole = [visible.row for visible in seen if visible.top >= 0 and visible.top + visible.height <= height]
        return bool(whole) and whole[0] <= first and last <= whole[-1]

    def put_cursor(self, row: int) -> None:
        """Put the text cursors at the start of the row, without going there."""
        self._fill_to(row)
        with self._down.held(), self._across.held():
            for editor in self.editors:
                editor.put_cursor(row)

    def top(self) -> DiffRow | None:
        index = self.top_index()
        return self.rows[index] if index < len(self.rows) else None

    def cursor_row(self) -> DiffRow | None:
        index = self.cursor_editor.textCursor().blockNumber()
        return self.rows[index] if index < len(self.rows) else None

    def _append_rows(self) -> None:
        """Add some more rows to the documents, while nothing else is to be done."""
        end = self._filled + self._at_once
        texts, heights = self._aligned(self.main.content, self.rows, self._filled, end)
        for editor, lines in texts.items():
            editor.append_rows(lines)
            editor.wrapped.tell(heights)
        self._filled = min(end, len(self.rows))
        if self._filled == len(self.rows):
            self._append_timer.stop()
            self._down.fit()  # Qt does not tell of a page that becomes another one

    def _aligned(
        self, content: DiffContent, rows: DiffRows, first: int, end: int
    ) -> tuple[dict[DiffEditor, list[str]], dict[int, int]]:
        """Return what stands in these rows, equally high on both sides where it is wrapped, and the higher rows."""
        texts = {editor: lines[first:end] for editor, lines in self._lines.items()}
        if not self._wraps:
            return texts, {row: self._insets.height(inset) for row, inset in rows.inset_rows() if first <= row < end}
        known: dict[object, int] = {}
        of_editor = {each: each.wrapped.heights(content, rows, first, texts[each], known) for each in texts}
        heights: dict[int, int] = {}
        for found in of_editor.values():
            for at, height in found.items():
                heights[at] = max(height, heights.get(at, 1))
        heights = {at: height for at, height in heights.items() if height > 1}
        for editor, found in of_editor.items():
            for at, height in heights.items():
                texts[editor][at] += LINE_BREAK * (height - found.get(at, 1))
        return texts, {first + at: height for at, height in heights.items()}

    @property
    def is_wrapped(self) -> bool:
        """Whether the rows are as high as they are filled for, and so where the reader left them."""
        return self._wrapped_for != _UNKNOWN

    def _wrapping(self) -> tuple[int, str] | None:
        return (self.main.viewport().width(), self.main.font().key()) if self._wraps else None

    def _fill_to(self, row: int) -> None:
        """Make sure that the row, and a screenful below it, is in the documents, as high as it stays."""
        if not (self.is_wrapped or self.is_settling):
            self._settle()  # or the view would be brought back from the row to where it was before
        while self._filled < min(row + AT_ONCE // 2, len(self.rows)):
            self._append_rows()

    def _forget_wrapping(self) -> None:
        # How high rows out of view are is not known any more, also where the width is the one they were measured for.
        if self._wrapped_for is None:
            return
        if self.is_wrapped:
            self.wraps_again.emit()
        self._wrapped_for = _UNKNOWN
        self._settling.start()

    def _settle(self) -> None:
        self._down.end_room()
        for bar in (self._down, self._across):
            bar.fit()
        # Qt's page is no larger than the text, however much more there is room for.
        self._overview.set_room(self._page)
        if self._wrapped_for != self._wrapping():
            self.wrap_outdated.emit()
        self.settled.emit()
        self.scrolled.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.main.wheelEvent(event)  # over a widget that covers the editors

    def focusNextPrevChild(self, next: bool) -> bool:
        """Let Tab go from the line of the text cursor into the inset there."""
        return (next and self.main.hasFocus() and self.focus_inset()) or super().focusNextPrevChild(next)

    def focus_inset(self) -> bool:
        """Give the focus to the inset of the text cursor's row, or the one below it; return whether there is one."""
        at = self.cursor_editor.textCursor().blockNumber()
        rows = (self.rows[row] for row in range(at, min(at + 2, len(self.rows))))
        inset = next((row.inset for row in rows if row.inset is not None), None)
        return inset is not None and self._insets.focus(inset.key)

    @contextmanager
    def settling(self) -> Iterator[None]:
        """Fill the editors and find the place in them; bars and heads are placed once, at the end."""
        self.is_settling = True
        try:
            yield
        finally:
            self.is_settling = False
        self._place_bars()

    def _place_bars(self) -> None:
        if self._is_filling or self.isHidden():
            return
        self._level()
        self._insets.place(self, [editor for editor in self.editors if not editor.isHidden()], self._down)
        if self.is_settling:
            return
        for bars, editor in zip(self.bars, self.editors, strict=True):
            if editor is self.main:
                bars.place()
        if self.rows.runs:
            self.heads.place(self.main, self._document, self._splitter.width())

    def _level(self) -> None:
        """Bring all editors to the same fraction of a pixel: Qt keeps one in each, and drops it in some moves."""
        shown = [editor for editor in self.editors if not editor.isHidden()]
        lines = {editor.verticalScrollBar().value() for editor in shown}
        if len(lines) == 1 < len({editor.contentOffset().y() for editor in shown}):
            for editor in shown:
                editor.forget_fraction()

    def _place_again(self) -> None:
        if not self.isHidden():
            self._down.fit()
            self.scrolled.emit()

    def _level_cursors(self, entered: DiffEditor, row: int) -> None:
        """Put the text cursor of the other side into the row, too: there is one current line."""
        with self._down.held(), self._across.held():
            for editor in self.editors:
                if editor is not entered and not editor.isHidden():
                    editor.put_cursor(row)

    def _select_only_in(self, editor: DiffEditor) -> None:
        """Take back what is selected on the other side: what is decided or copied is one selection."""
        if editor.textCursor().hasSelection():
            for other in self.editors:
                if other is not editor and (cursor := other.textCursor()).hasSelection():
                    cursor.clearSelection()
                    other.setTextCursor(cursor)

    def _tell_selection(self) -> None:
        if not self._is_filling and self.rows.runs:
            self.selection_changed.emit()

    def _notice_selection(self) -> None:
        """Let the bars of the hunks of which lines are selected decide these, as the keys do."""
        if self._is_filling:
            return
        rows = self.selected_rows
        chosen = () if rows is None else tuple(self.rows.changed_in(rows))
        selected = selected_lines(chosen, self.main.content, is_unified=self.rows.is_unified)
        if selected == self.selected:
            return
        self.selected = selected
        for bars in self.bars:
            bars.selected = selected
        for editor in self.editors:
            editor.set_chosen(selected.chosen)
        self._place_bars()
        self.lines_selected.emit()

    def _lay_out(self) -> None:
        for editor in self.editors:
            self._splitter.addWidget(editor)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._splitter, 0, 0)
        layout.addWidget(self._down, 0, 1)
        layout.addWidget(self._overview, 0, 2)
        layout.addWidget(self._across, 1, 0)
        layout.setColumnStretch(0, 1)
        layout.setRowStretch(0, 1)
        self._across.hide()
        self._down.setAccessibleName("Scroll the diff")
        self._across.setAccessibleName("Scroll sideways")

    def _connect_signals(self) -> None:
        for editor in self.editors:
            editor.row_entered.connect(partial(self._level_cursors, editor))
            editor.row_entered.connect(self.row_entered)
            editor.selectionChanged.connect(partial(self._select_only_in, editor))
            editor.selectionChanged.connect(self._notice_selection)
            editor.selectionChanged.connect(self._tell_selection)
            editor.resized.connect(self._settling.start)
            editor.lays_out_again.connect(self._forget_wrapping)
        self._down.valueChanged.connect(self.scrolled)
        self._across.valueChanged.connect(self._place_bars)  # sideways the bars stay where they are
        self.scrolled.connect(self._place_bars)
        self._insets.outdated.connect(self._place_again)


def _has_lines(content: DiffContent, shows: Shows) -> bool:
    match shows:
        case Shows.OLD:
            return bool(content.old.lines)
        case Shows.NEW:
            return bool(content.new.lines) or not content.old.lines  # where there are heads only, they need an editor
        case Shows.BOTH:
            return True


def changed_rows(
    before: Mapping[DiffEditor, Sequence[str]], now: Mapping[DiffEditor, Sequence[str]]
) -> tuple[range, range] | None:
    """Return the rows that are others than before, and those in their place, one at least; None where they are many."""
    if not before or before.keys() != now.keys():
        return None
    pairs = [(before[editor], now[editor]) for editor in now]
    count, count_now = len(pairs[0][0]), len(pairs[0][1])
    most = min(count, count_now) - 1
    if most < 0:
        return None
    first = min(common_head(old, new, most) for old, new in pairs)
    last = min(common_tail(old, new, most - first) for old, new in pairs)
    old_rows, new_rows = range(first, count - last), range(first, count_now - last)
    return (old_rows, new_rows) if max(len(old_rows), len(new_rows)) <= AT_ONCE else None
