"""The part of the pane that is read: the editors of both looks, what is folded, the current hunk, the colours."""

from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Signal
from PySide6.QtGui import QCursor, QResizeEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.document import DiffDocument, document_of
from guillemet.engine.diff.finding import TextMatch
from guillemet.engine.diff.insets import Inset, Place
from guillemet.engine.diff.moves import Move, MovedLines, MoveEnd
from guillemet.engine.diff.row_builder import RowsBefore, diff_rows
from guillemet.engine.diff.rows import HEAD_HEIGHT, ChosenLines, DiffRow, FoldState, RowKind, Unfolding
from guillemet.engine.review import FileReview
from guillemet.settings import Look
from guillemet.ui.comments.comment_anchors import Marks
from guillemet.ui.diff.anchors import (
    Anchor,
    ExpectedDecision,
    LineOnScreen,
    PendingDecision,
    ReadingPlace,
    anchor_at_top,
    anchor_followed,
    anchor_of_reader,
    cursor_anchor,
    line_on_screen,
    place_in,
    row_in_place,
    row_like,
    row_of_decided,
    select_again,
)
from guillemet.ui.diff.current_place import CurrentPlace
from guillemet.ui.diff.diff_splitter import ABOVE, DiffSplitter
from guillemet.ui.diff.formatting import Columns
from guillemet.ui.diff.insets.decided_rows import DecidedRows
from guillemet.ui.diff.insets.diff_insets import DiffInsets
from guillemet.ui.diff.insets.stops import StopNavigation, stop_at_inset
from guillemet.ui.diff.line_formats import LineFormats
from guillemet.ui.diff.requests import DiffRequests
from guillemet.ui.diff.visible_rows import row_height
from guillemet.ui.style import style
from guillemet.ui.style.theme import Theme
from guillemet.ui.widgets.controls import announce

MOST_CONTEXT = 50


class DiffView(QStackedWidget):
    """Shows one content that has hunks, a file as it stands, or nothing.

    What is current in it is followed by `current`.

    Signals: `line_entered(int)` with the new line of the text cursor from 0; `state_changed()` when look or folds
    change; `lines_selected()` when other changed lines are; `comment_pressed(Comment)`; `hunk_pressed(verb, hunk)` as
    `HunkBar` emits it; `move_pressed(MoveEnd)`; `menu_requested(QPoint)` as an editor emits it;
    `stop_seen(QRect, list, list)` where on the screen the current hunk or inset is now, empty while it is out of view,
    the heads of files in view, and the bars of hunks; `resized()`.
    """

    line_entered = Signal(int)
    state_changed = Signal()
    lines_selected = Signal()
    comment_pressed = Signal(object)
    hunk_pressed = Signal(str, int)
    menu_requested = Signal(QPoint)
    move_pressed = Signal(object)
    stop_seen = Signal(QRect, list, list)
    resized = Signal()

    def __init__(self, parent: QWidget, theme: Theme, points: int, requests: DiffRequests) -> None:
        super().__init__(parent)
        self._requests = requests
        self.look = Look.SIDE_BY_SIDE
        self.folding = FoldState()
        self.wraps = False
        self._document = document_of(DiffContent.nothing())
        self._content = self._document.content
        self._marks: Marks = {}
        self._comment_counts: Mapping[str, int] = {}
        self._moves: Sequence[Move] = ()
        self._moved: MovedLines = {}
        self._reviews: Mapping[str, FileReview] = {}
        self.decided: Collection[str] = ()
        self._reader: Anchor | None = None
        """Where the reader was before the rows were laid out for another width; None while they are not."""
        self.pointer: QPoint | None = None
        """Where the pointer was when the text cursor came to its row; one that moved since tells where one looks."""
        self.pending = PendingDecision()
        self._splitters: dict[Look, DiffSplitter] = {}
        self.insets = DiffInsets(self)
        self.decided_rows = DecidedRows(self.insets, self)
        self._has_insets = False
        self._filled_insets: tuple[Inset, ...] = ()
        """Those that rows were made for last."""
        self.insets.changed.connect(self._show_insets)
        self.insets.entered.connect(self._notice_inset)
        self.insets.left.connect(self.focus_lines)
        self.stops = StopNavigation(self.insets, self._add_splitter(self.look), self)
        self._formats = LineFormats(self.splitter, theme, self)
        self.current = CurrentPlace(self.stops, self._formats.fold_words, self)
        self.current.hunk_changed.connect(lambda *_: self.stop_seen.emit(*self.stops.places_to_spare()))
        self.decided_rows.entered.connect(self.stops.show_inset)
        self._applied = theme, points
        self.set_style()

    @property
    def splitter(self) -> DiffSplitter:
        """The editors of the look in use."""
        return self._splitters[self.look]

    @property
    def has_diff(self) -> bool:
        return bool(self._content.hunks)

    @property
    def has_lines(self) -> bool:
        """Whether there is anything to read."""
        has_heads = any(span.has_head for span in self._document.spans)
        return self.has_diff or self._has_insets or has_heads or not self._content.is_proposed

    def show_content(self, content: DiffContent, *, keep_place: bool = False) -> None:
        """Show this content from its first hunk, or from the place of the one before it; the focus stays here."""
        self.show_document(document_of(content), keep_place=keep_place)

    def show_document(self, document: DiffDocument, *, keep_place: bool = False) -> None:
        """Show these files from the first hunk, or from the place where the document before was.

        Where the place is kept and a hunk was decided, the text cursor goes on to the next one.
        """
        content = document.content
        top, cursor = (self._anchor_of_reader(is_pointed=True), self._cursor_anchor()) if keep_place else (None, None)
        self._reader = None
        current = self.stops.hunk if keep_place else None
        hunk = None if current is None else self._document.text_of_hunk(current)
        goes_on = keep_place and content.is_compared and content.is_proposed is self._content.is_proposed
        before = self._document if goes_on and not self.folding.shown else None
        self.folding = self._folding_of(document, goes_on=goes_on)
        top, cursor = (one and anchor_followed(one, self._document, document) for one in (top, cursor))
        self._document, self._content = document, content
        self._has_insets = self._find_insets(document)
        self.current.begin(document)
        self._formats.begin(document)
        self.stops.start(document)
        decided = self.pending.take_outcome(document, keep_place=keep_place)
        for splitter in self._splitters.values():
            if splitter is not self.splitter or not self.has_lines:
                splitter.clear()  # or it would keep the file before, and its memory
        if self.has_lines:
            with self.splitter.settling():
                self._fill(before)
                if decided is not None and content.hunks:
                    self._go_on(decided, top)
                else:
                    self._enter(cursor, top)
                    kept = None if hunk is None else document.hunk_of_text(hunk)
                    row = self.splitter.cursor_row()
                    if cursor is not None and cursor.kind is RowKind.SAME and row and row.hunk is not None:
                        self.stops.hunk = row.hunk  # the user's own edit of this line
                    elif kept is not None:
                        self.stops.hunk = kept
                    if not self.stops.inset:
                        self.stops.set_hunk(self.stops.hunk)
                    if cursor is None:
                        self._show_first_word()
            self._formats.start()
        else:
            self.stops.set_hunk(self.stops.hunk)
        self.stops.follow_view()
        self.current.follow()
        self._mark_moves()
        self.state_changed.emit()

    def _go_on(self, decided: ExpectedDecision, top: Anchor | None) -> None:
        """Go on behind a decided hunk: it stays where it was if a button of it was pressed, else this at the top."""
        row = row_of_decided(self.splitter, self._document, decided)
        stays = row is not None and decided.below is not None
        if row is not None and decided.below is not None:
            self.splitter.keep_at(row, decided.below, is_beyond=True)
        elif top is not None:
            self.splitter.keep_at(self._row_like(top), top.below)
        self.stops.go_on_behind(decided.place, row, stays=stays)

    def _folding_of(self, document: DiffDocument, *, goes_on: bool) -> FoldState:
        """Return what is folded of a document, which may go on from the one shown."""
        if goes_on:
            return document.folding_like(self.folding, self._document)
        # How many lines a user wants around a change is kept from file to file, what was opened is not.
        return FoldState(context=self.folding.context, is_all_open=not document.content.is_compared)

    def _enter(self, cursor: Anchor | None, top: Anchor | None) -> None:
        """Go to the row of the text cursor, or for None to the first hunk, with this row at the top."""
        first = self.splitter.rows.hunk_row(0) if self._content.hunks else 0
        self.splitter.enter(first if cursor is None else self._row_like(cursor))
        if cursor is not None:
            select_again(self.splitter, self._document, cursor)
        if top is not None:
            self.splitter.keep_at(self._row_like(top), top.below)

    def focus_lines(self) -> None:
        """Give the focus to the lines."""
        self.splitter.main.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def set_look(self, kind: Look) -> None:
        """Lay the same lines out otherwise."""
        if kind is self.look:
            return
        top, cursor = self._anchor_at_top(), self._cursor_anchor()
        focused, editors = QApplication.focusWidget(), self.splitter.editors
        before, self.look = self.splitter, kind
        if kind not in self._splitters:
            self._add_splitter(kind).set_look(*self._applied)
            QWidget.setTabOrder(before, self.splitter)
        self.stops.splitter = self._formats.splitter = self.splitter
        self.setCurrentWidget(self.splitter)
        self._refill(top, cursor)
        to_focus = self.splitter.main if focused in editors else focused
        if to_focus is not None and self.splitter.isAncestorOf(to_focus):
            to_focus.setFocus()  # or an inset, which is in the other editors now
        self.state_changed.emit()
        self.lines_selected.emit()

    def set_style(self, *, theme: Theme | None = None, points: int | None = None) -> None:
        theme, points = theme or self._applied[0], points or self._applied[1]
        self._applied = theme, points
        self._formats.set_theme(theme)
        place, cursor = self._anchor_of_reader(), self._cursor_anchor()
        height = row_height(self.splitter.main.font())
        self.decided_rows.set_height(row_height(style.current().code_font(points)))
        with self.splitter.settling():
            for splitter in self._splitters.values():
                splitter.set_look(theme, points)
            if place is not None:  # as many pixels below the top, or larger letters would push it out of view
                place = place._replace(below=place.below * height // row_height(self.splitter.main.font()))
            if self.wraps:
                self._refill(place, cursor)
            elif place is not None:
                self.splitter.keep_at(self._row_like(place), place.below)
        self._formats.apply()

    def mark_found(self, found: Callable[[str], Columns] | None) -> None:
        """Mark what was found, if anything was, by the paths of files: columns of their lines, (is old, line)."""
        self._formats.mark_found(found)

    def mark_place(self, lines: range, differing: Columns) -> None:
        """Mark these new lines as a place, and in them the columns that differ from what was looked for."""
        start = self._document.spans[self.current.file].new
        for splitter in self._splitters.values():
            splitter.mark_place(range(start + lines.start, start + lines.stop))
        moved = {(is_old, start + line): columns for (is_old, line), columns in differing.items()}
        self._formats.mark_differing(moved)

    def mark_comments(self, marks: Marks, counts: Mapping[str, int]) -> None:
        """Mark comments; on each file there are so many."""
        if (self._marks, self._comment_counts) == (marks, counts):
            return
        self._marks, self._comment_counts = marks, counts
        for splitter in self._splitters.values():
            splitter.set_marks(marks, counts)

    def set_moves(self, moves: Sequence[Move]) -> None:
        """Show the lines of these blocks as moved."""
        self._moves = moves
        self._mark_moves()

    def _mark_moves(self) -> None:
        self._moved = self._document.moved_lines(self._moves)
        for splitter in self._splitters.values():
            splitter.set_moved(self._moved)
        if self.has_lines and self._moved:
            self._formats.apply()
            self.current.show_line()

    def go_to_found(self, path: str, found: TextMatch) -> bool:
        """Select a place in a file, opening the fold it is in; return whether the file is shown."""
        line = self._document.line_of(Place(path, found.is_old, found.line)) if self.has_lines else None
        if line is not None:
            self.splitter.select(self._reveal(line, is_old=found.is_old), found)
            self._formats.apply()
        return line is not None

    def place(self) -> ReadingPlace:
        """Return where the user is, to return to."""
        return ReadingPlace(self._document, self.folding, self.stops.hunk, self._anchor_at_top(), self._cursor_anchor())

    def return_to(self, place: ReadingPlace) -> None:
        """Show what was shown before, as far as the same is to be seen."""
        place = place_in(self._document, place)
        self.folding = place.folding
        self.stops.set_hunk(place.hunk)
        self._refill(place.top, place.cursor)
        self._reader = place.top  # until the rows have their width: in another one the text cursor stands elsewhere
        self.stops.go_to_hunk(None if place.top else place.hunk)  # what was at the top may be of a file not shown
        if place.hunk is None and place.cursor is not None:
            self._notice_inset(place.cursor.inset)
        self.stops.follow_view()
        self.current.follow()
        self.state_changed.emit()

    def go_to_line(self, line: int) -> None:
        """Go to a new line of the current file, counted from 0, and open the fold it is in.

        The keys decide its hunk then, or the next one of the file.
        """
        span, file = self._document.spans[self.current.file], self._document.files[self.current.file]
        if self.has_lines and span.new_count:
            shown = file.shown.new.first_shown(line + 1)
            if span.first_hunk < span.last_hunk:
                self.stops.set_hunk(self._document.hunk_behind(Place(file.path, is_old=False, line=shown)))
            self.stops.enter_line(self._reveal(span.new + max(0, min(shown, span.new_count - 1)), is_old=False))

    def go_to_file(self, number: int) -> None:
        """Go to the first hunk of a file, or the first block above its hunks, with the file at the top."""
        rows, span = self.splitter.rows, self._document.spans[number]
        top = rows.heads[number]
        first = rows.hunk_row(span.first_hunk) if span.first_hunk < span.last_hunk else top
        if (stop := self.stops.first_above(number)) is not None:
            self.stops.go_to(stop)
            self.splitter.show_both(top, max(first, stop.row))
            return
        above = first - top - (HEAD_HEIGHT if span.has_head and first > top else 0)
        if span.first_hunk < span.last_hunk:
            self.stops.set_hunk(span.first_hunk)
        self.splitter.enter(first, above=min(above, ABOVE))
        self._show_first_word()

    def _show_first_word(self) -> None:
        """Scroll sideways to the first changed word of the current hunk, if it is in view."""
        if (hunk := self.stops.hunk) is not None and self.stops.shows_hunk(hunk):
            self.splitter.show_first_word(hunk)

    def enter_fold(self, fold: DiffRow) -> None:
        """Open a fold, and go to its first line."""
        if fold.new is not None:
            self.splitter.enter(self._reveal(fold.new, is_old=False))

    @property
    def document(self) -> DiffDocument:
        """The files that are shown."""
        return self._document

    def cursor_row(self) -> DiffRow | None:
        """Return the row of the text cursor, in the lines of its file."""
        row = self.splitter.cursor_row()
        return None if row is None else self._document.local(row)

    def current_line(self) -> LineOnScreen:
        """Return the new line of the text cursor, or where that is in none the first of the current hunk."""
        return line_on_screen(self.splitter, self._content, self.stops.hunk)

    def go_to_end(self, end: MoveEnd) -> bool:
        """Go to one end of a moved block, if its file is shown."""
        line = self._document.line_of(Place(end.path, end.is_old, end.line)) if self.has_lines else None
        if line is not None:
            had_focus = any(editor.hasFocus() for editor in self.splitter.editors)
            self.splitter.enter(self._reveal(line, is_old=end.is_old))
            if had_focus:  # the text cursor comes to the side on which the line stands
                (self.splitter.editors[0] if end.is_old else self.splitter.main).setFocus()
        return line is not None

    def other_end(self) -> MoveEnd | None:
        """Return where the line of the text cursor was moved to, or from; None when it was not."""
        row = self.splitter.cursor_row()
        ends = () if row is None else (editor.other_end(row) for editor in self.splitter.cursor_first)
        return next((end for end in ends if end is not None), None)

    def set_reviews(self, reviews: Mapping[str, FileReview], decided: Collection[str]) -> None:
        """Set the files of the proposal; hunks of the decided ones are not offered."""
        if (self._reviews, self.decided) == (reviews, decided):
            return
        self._reviews, self.decided = reviews, decided
        for splitter in self._splitters.values():
            splitter.set_reviews(reviews, decided)

    def chosen_lines(self, hunk: int | None = None) -> list[ChosenLines]:
        """Return the changed lines to be decided: the selected ones, if there are any in this hunk, else all of it.

        Lines beside it that differ in ignored white space are a part of it, so that no line is written without them.
        Without a hunk the selected ones are, none when what is selected does not change, else those of the current one.
        """
        selected, rows = self.splitter.selected, self.splitter.rows
        if selected.has_some_of(hunk) if hunk is not None else self.splitter.selected_rows is not None:
            return list(selected.chosen)
        number = self.stops.hunk if hunk is None else hunk
        whole = () if number is None or not self.has_diff else self._document.together(number)
        return [ChosenLines(one, rows.hunks[one]) for one in whole]

    def offered_hunk(self) -> int | None:
        """Return a hunk that lines are selected in, else that of the text cursor's row; None where it is decided."""
        selected, row = self.splitter.selected.chosen, self.splitter.cursor_row()
        hunk = selected[0].hunk if selected else None if row is None else row.hunk
        return hunk if hunk is not None and self._document.can_decide(hunk, self.decided) else None

    def reset_hunk(self, hunk: int) -> None:
        """Request to reset the decision on this hunk, which is in view."""
        self.stops.enter_hunk(hunk)
        if (decided := self.stops.decided_hunk(self.decided)) is not None:
            self.decided_rows.reset_requested.emit(*decided)

    def set_wrap(self, *, wraps: bool) -> None:
        """Break lines that are too long for the width, or let them be scrolled to."""
        if wraps is not self.wraps:
            self.wraps = wraps
            top, cursor = self._anchor_at_top(), self._cursor_anchor()
            with self.splitter.settling():  # or what Qt scrolls by meanwhile would become the current place
                for splitter in self._splitters.values():
                    splitter.set_wrap(wraps=wraps)
                self._refill(top, cursor)
            self._show_first_word()

    def _note_reader(self) -> None:
        if self.sender() is self.splitter and not self.splitter.is_settling:
            self._reader = self._anchor_of_reader()  # Qt is about to lay the rows out again, and would move them

    def _wrap_again(self) -> None:
        if self.sender() is self.splitter:
            self._refill(self._anchor_of_reader(), self._cursor_anchor())

    def change_context(self, lines: int) -> None:
        """Show this many more unchanged lines beside hunks, or fewer."""
        context = max(0, min(self.folding.context + lines, MOST_CONTEXT))
        self._fold(replace(self.folding, context=context), keeps_lines=True)

    def unfold_all(self, *, unfold: bool = True) -> None:
        """Show all unchanged lines, or fold them again."""
        self._fold(FoldState(context=self.folding.context, is_all_open=unfold), keeps_lines=True)

    def open_fold(self, fold: DiffRow, how: Unfolding = Unfolding.ENDS) -> None:
        """Show more of this fold, or all of it; where an end of it was asked for, the text cursor stays on the rest."""
        if fold.inset is not None:
            _ = self.decided_rows.toggle(fold.inset.key) or self.splitter.focus_inset()
        elif fold.file is not None:
            self._requests.toggled.emit(self._document.files[fold.file].path)
        else:
            self._fold(self.folding.unfolded(fold, how))
            rest = self.splitter.rows.rest_of(fold, how)
            if rest is not None:
                self.splitter.put_cursor(rest)

    def line_on_disk(self) -> int:
        """Return the line of the text cursor in the file as it lies on the disk, counted from 1; 0 for no lines."""
        rows, at = self.splitter.rows, self.splitter.cursor_editor.textCursor().blockNumber()
        return self._document.line_on_disk(rows, min(at, len(rows) - 1))

    def line_in_view(self) -> tuple[str, int]:
        """Return the file at the top of the view, and the first of its new lines that is in view."""
        top = self._anchor_at_top(of_line=True) or self._anchor_at_top()
        return (top.place.path, max(top.place.line, 0)) if top else ("", 0)

    def _add_splitter(self, kind: Look) -> DiffSplitter:
        """Build the editors of a look, which is done when it is first used."""
        splitter = self._splitters[kind] = DiffSplitter(kind, self.insets, self._requests, self)
        self.addWidget(splitter)
        splitter.scrolled.connect(self._notice_scroll)
        splitter.lines_selected.connect(self.lines_selected)
        splitter.selection_changed.connect(self._notice_selection)
        splitter.wraps_again.connect(self._note_reader)
        splitter.wrap_outdated.connect(self._wrap_again)
        splitter.settled.connect(self._keep_in_room)
        splitter.set_wrap(wraps=self.wraps)
        splitter.row_entered.connect(self._notice_row)
        for editor in splitter.editors:
            editor.fold_requested.connect(self.open_fold)
            editor.menu_requested.connect(self.menu_requested)
            editor.zoom_requested.connect(self._requests.zoom_requested)
        for gutter in splitter.gutters:
            gutter.comment_pressed.connect(self.comment_pressed)
            gutter.moved_pressed.connect(self.move_pressed)
        for bars in splitter.bars:
            bars.pressed.connect(self.hunk_pressed)
            bars.reset_pressed.connect(self.reset_hunk)
        splitter.set_reviews(self._reviews, self.decided)
        splitter.set_marks(self._marks, self._comment_counts)
        splitter.set_moved(self._moved)
        return splitter

    def _fill(self, before: DiffDocument | None = None) -> None:
        """Fill the editors; rows that were folded alike in the document before are taken over from there."""
        content, files, rows = self._content, self._document.spans, self.splitter.rows
        insets = self.insets.insets
        like = None
        if before and rows.hunks is before.content.hunks and rows.runs and insets == self._filled_insets:
            like = RowsBefore(rows, before.spans, *self._document.count_like(before))
        self._filled_insets = insets
        rows = diff_rows(
            content,
            files=files,
            folding=self.folding,
            is_unified=self.look is Look.UNIFIED,
            has_bars=True,
            insets=list(self._document.anchored(insets)),
            like=like,
        )
        self.splitter.fill(self._document, rows, fold=self._formats.fold_words, like=like)
        self._formats.mark_rows()
        self.splitter.set_hunk(self.stops.hunk)
        self.current.mark_head()

    def _refill(self, top: Anchor | None, cursor: Anchor | None) -> None:
        """Fill the editors again, with the same line at the top and the text cursor in its line."""
        self._reader = None
        if not self.has_lines:
            return
        with self.splitter.settling():
            self._fill()
            if cursor is not None:
                self.splitter.put_cursor(self._row_like(cursor))
                select_again(self.splitter, self._document, cursor)
            self.splitter.keep_at(row_in_place(self.splitter, self._document, top), top.below if top else 0)
        self._formats.apply()
        self._formats.scrolled()
        self.current.show_line_of_hunk()
        self.stop_seen.emit(*self.stops.places_to_spare())

    def _fold(self, folding: FoldState, *, keeps_lines: bool = False) -> None:
        """Show as much as this; the row at the top stays there, or, if asked for, the line that is looked at."""
        if folding != self.folding and self.has_lines:
            top = self._anchor_of_reader(of_line=True, is_pointed=True) if keeps_lines else self._anchor_at_top()
            self.folding = folding
            self._refill(top, self._cursor_anchor())
            self.current.follow()
        self.state_changed.emit()

    def _reveal(self, line: int, *, is_old: bool) -> int:
        """Return the row of this line, opening the fold it is in."""
        fold = self.splitter.rows.fold_of(line, is_old=is_old)
        if fold is not None:
            self.open_fold(self.splitter.rows[fold], Unfolding.WHOLE)
        return self.splitter.rows.row_of(line, is_old=is_old) or 0

    def _notice_inset(self, key: str) -> None:
        """Make the inset that got the focus the current stop, and its file the current one: the keys decide that."""
        stop = stop_at_inset(self.splitter, key)
        if stop is not None and stop.inset is not None:
            self.splitter.put_cursor(stop.row)
            self.stops.set_inset(stop.inset)
            self.current.follow()

    def _show_insets(self) -> None:
        """Make the rows again for the insets there are now."""
        had_lines = self.has_lines
        self._has_insets = self._find_insets(self._document)
        if had_lines and self.has_lines:
            self._refill(self._anchor_of_reader(is_pointed=True), self._cursor_anchor())
            self.stops.leave_lost_inset()
            self.current.follow()
            self.current.show_line()
        elif had_lines or self.has_lines:
            self.show_document(self._document, keep_place=True)

    def _find_insets(self, document: DiffDocument) -> bool:
        """Return whether a document has insets, with those that its files bring along now."""
        self.decided_rows.show_document(document)
        return any(document.anchored(self.insets.insets)) or any(span.decided for span in document.spans)

    def _anchor_of_reader(self, *, of_line: bool = False, is_pointed: bool = False) -> Anchor | None:
        """Return the row of the text cursor, or that under the pointer if asked for, else the one at the top."""
        is_meant = self.has_lines and self._reader is None and not self.pending.is_begun
        pointer = self.pointer if is_pointed else QCursor.pos()
        found = anchor_of_reader(self.splitter, self._document, moved_from=pointer) if is_meant else None
        return found or self._anchor_at_top(of_line=of_line)

    def _anchor_at_top(self, *, of_line: bool = False) -> Anchor | None:
        return (not of_line and self._reader) or anchor_at_top(self.splitter, self._document, of_line=of_line)

    def _cursor_anchor(self) -> Anchor | None:
        return cursor_anchor(self.splitter, self._document)

    def _row_like(self, anchor: Anchor) -> int:
        return row_like(self.splitter, self._document, anchor)

    def _notice_scroll(self) -> None:
        is_moved_back = self.splitter.is_settling or not self.splitter.is_wrapped  # what Qt moves meanwhile
        if is_moved_back or self.sender() is not self.splitter or not self.has_lines:
            return
        reader = self._reader
        if reader is not None and self.splitter.lines_above(self._row_like(reader)) != reader.below:
            self._reader = None  # the user scrolled
        self._formats.scrolled()
        before = self.stops.hunk
        self.stops.follow_view()
        self.current.follow()
        if self.stops.hunk != before:
            self.current.show_line_of_hunk()
        self.stop_seen.emit(*self.stops.places_to_spare())

    def _keep_in_room(self) -> None:
        """Scroll as little as can be so that another size or look of the view leaves the current place in it.

        Else what comes to the top instead would become the current file, which the keys decide.
        """
        if self.sender() is not self.splitter or not self.has_lines or not self.splitter.is_wrapped:
            return
        if self._reader is not None:
            return  # it is about to have the size at which it was left
        if self.current.is_cursor_seen:
            self.splitter.show_row(self.splitter.cursor_editor.textCursor().blockNumber())
        elif (hunk := self.stops.hunk) is not None and not self.stops.shows_hunk(hunk):
            self.splitter.show_row(self.splitter.rows.hunk_row(hunk))

    def _notice_selection(self) -> None:
        self.current.show_line()

    def _notice_row(self, index: int) -> None:
        if self.sender() is not self.splitter or index >= len(self.splitter.rows):
            return
        row = self.splitter.rows[index]
        place = self.current.show_line(index)
        self.decided_rows.set_current(row.inset.key if row.inset else "")
        if not self.splitter.is_settling:
            self._reader, self.pointer = None, QCursor.pos()
            announce(self.splitter.main, place)
        self.current.follow()
        if row.new is not None and not self.splitter.is_settling:
            self.line_entered.emit(self._content.new.number_in_file(row.new) - 1)
        if row.inset is not None and row.inset.key != self.stops.inset:
            self.stops.set_inset(row.inset)
        elif (hunk := self._document.hunk_meant(row, self.stops.hunk)) is not None and hunk != self.stops.hunk:
            self.stops.set_hunk(hunk)
