"""The part of the pane that is read: the editors of both looks, what is folded, the current hunk, the colours."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import chain

from msgspec.structs import replace
from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.finding import TextMatch
from guillemet.engine.diff.lines import ChangedLines
from guillemet.engine.diff.moves import MovedLines, MoveEnd
from guillemet.engine.diff.rows import DiffRow, DiffRows, FoldState, RowKind, side_by_side_rows, unified_rows
from guillemet.settings import Look
from guillemet.ui.diff.comment_anchors import Marks, spoken
from guillemet.ui.diff.diff_editor import EditorColours
from guillemet.ui.diff.diff_splitter import ABOVE, DiffSplitter
from guillemet.ui.diff.fold_names import FoldNames
from guillemet.ui.diff.formatting import Columns, Formats
from guillemet.ui.diff.highlighter import HighlightWorker, Window
from guillemet.ui.diff.hunk_bar import hunk_caption
from guillemet.ui.style.theme import Theme
from guillemet.ui.widgets.controls import announce

SPLIT = 300
"""Lines in view farther apart than this are two windows: what is folded between them is not coloured for their sake."""
MOST_CONTEXT = 50


def hunk_after(splitter: DiffSplitter, current: int | None) -> int | None:
    """Return the hunk to go to from the current one, or, when that is out of sight, from the top; None at the end."""
    rows = splitter.rows.hunk_rows()
    if current is not None and current in hunks_in_view(splitter):
        return current + 1 if current + 1 < len(rows) else None
    top = splitter.top_index()
    return next((hunk for hunk, (row, height) in enumerate(rows) if row + height > top), None)


def hunk_before(splitter: DiffSplitter, current: int | None) -> int | None:
    """Return the hunk to go back to; None at the start."""
    rows = splitter.rows.hunk_rows()
    if current is not None and current in hunks_in_view(splitter):
        return current - 1 if current > 0 else None
    top = splitter.top_index()
    return next((hunk for hunk in range(len(rows) - 1, -1, -1) if rows[hunk][0] <= top), None)


def hunks_in_view(splitter: DiffSplitter) -> list[int]:
    """Return the hunks of which a row is in view."""
    seen = (splitter.rows[visible.row].hunk for visible in splitter.visible_rows())
    return list(dict.fromkeys(hunk for hunk in seen if hunk is not None))


def windows_of(splitter: DiffSplitter) -> list[Window]:
    """Return the lines in view, as windows to colour."""
    rows = [splitter.rows[visible.row] for visible in splitter.visible_rows()]
    shown = [row for row in rows if row.has_line]
    new = _windows([row.new for row in shown if row.new is not None], is_old=False)
    if not splitter.main.content.old.lines:
        return new
    return [*new, *_windows([row.old for row in shown if row.old is not None], is_old=True)]


def describe(content: DiffContent, row: DiffRow, *, fold: Callable[[DiffRow], str]) -> str:
    """Return what a row is, in words: "line 12, added"; `fold` gives those of a fold."""
    if row.kind is RowKind.FOLD:
        return f"{fold(row)}, Return opens them"
    if row.kind is RowKind.BAR and row.hunk is not None:
        return hunk_caption(content, row.hunk)
    line = content.old.number(row.old or 0) if row.new is None else content.new.number(row.new)
    where = f"line {line:,}" if line else "further piece of the line above"
    return where if row.kind is RowKind.SAME else f"{where}, {row.kind}"


def _folding_like(folding: FoldState, old: DiffContent, new: DiffContent) -> FoldState:
    """Return what is shown of the new content where this is shown of the old one."""
    starts = {gap: old.hunks[gap - 1].new.stop if gap else 0 for gap in (*folding.opened, *folding.steps)}
    now = {gap: bisect_right(new.hunks, at, key=lambda hunk: hunk.new_start) for gap, at in starts.items()}
    steps = {now[gap]: step for gap, step in folding.steps.items()}
    return replace(folding, opened=frozenset(now[gap] for gap in folding.opened), steps=steps, shown=frozenset())


def _windows(lines: list[int], *, is_old: bool) -> list[Window]:
    windows: list[Window] = []
    for line in lines:
        if windows and line - windows[-1].last <= SPLIT:
            windows[-1] = Window(is_old, windows[-1].first, line)
        else:
            windows.append(Window(is_old, line, line))
    return windows


class DiffView(QStackedWidget):
    """Shows one content that has hunks, a file as it stands, or nothing.

    Signals: `hunk_changed(current, count)`, current from 0, -1 for none; `place_changed(str)` with the text cursor's
    place in words; `line_entered(int)` with its new line from 0; `state_changed()` when look or folding are others;
    `comment_pressed(Comment)`; `hunk_pressed(verb, hunk)` as `HunkBar` emits it; `move_pressed(MoveEnd)`;
    `menu_requested(QPoint)` as that of an editor.
    """

    hunk_changed = Signal(int, int)
    place_changed = Signal(str)
    line_entered = Signal(int)
    state_changed = Signal()
    comment_pressed = Signal(object)
    hunk_pressed = Signal(str, int)
    menu_requested = Signal(QPoint)
    move_pressed = Signal(object)

    def __init__(self, parent: QWidget, theme: Theme, points: int) -> None:
        super().__init__(parent)
        self.look = Look.SIDE_BY_SIDE
        self.folding = FoldState()
        self._content = DiffContent.nothing()
        self._found: Columns = {}
        self._differing: Columns = {}
        self._marks: Marks = {}
        self._moved: MovedLines = {}
        self._hunk: int | None = None
        self._offers_decisions = True
        self._decided: ChangedLines | None = None
        """The hunk a decision was asked for, until the outcome is shown."""
        self._is_settling = False
        self._splitters: dict[Look, DiffSplitter] = {}
        self._colours = HighlightWorker(self)
        self._colours.arrived.connect(self._apply_formats)
        self._colours.asked.connect(self._want_colours)
        self._names = FoldNames(self)
        self._names.arrived.connect(self._name_folds)
        self._add_splitter(self.look)
        self.set_style(theme, points)

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
        return self.has_diff or not self._content.is_proposed

    def show_content(self, content: DiffContent, *, keep_place: bool = False) -> None:
        """Show this content from its first hunk, or from the place of the one before it; the focus stays here.

        Where the place is kept and a hunk was decided, the text cursor goes on to the next one.
        """
        top, cursor = (self.splitter.top(), self.splitter.cursor_row()) if keep_place else (None, None)
        self._colours.stop()
        # How many lines a user wants around a change is kept from file to file, what was opened is not.
        fresh = FoldState(context=self.folding.context, is_all_open=not content.is_proposed)
        is_like = keep_place and content.is_proposed and self._content.is_proposed
        self.folding = _folding_like(self.folding, self._content, content) if is_like else fresh
        self._content = content
        self._names.start(content)
        self._hunk = 0 if content.hunks else None
        decided, self._decided = self._decided if keep_place else None, None
        for splitter in self._splitters.values():
            if splitter is not self.splitter or not self.has_lines:
                splitter.clear()  # or it would keep the file before, and its memory
        if self.has_lines:
            self._is_settling = True
            self._fill()
            first = self.splitter.rows.hunk_row(0) if content.hunks else 0
            self.splitter.enter(first if cursor is None else self.splitter.row_like(cursor))
            if top is not None:
                self.splitter.go_to(self.splitter.row_like(top), above=0)
            if decided is not None:
                self._go_on(decided)
            self._is_settling = False
            self._colours.start(content, windows_of(self.splitter))
            self._apply_formats()
        self._set_hunk(self._hunk)
        self.state_changed.emit()

    def set_look(self, kind: Look) -> None:
        """Lay the same lines out otherwise."""
        if kind is self.look:
            return
        top, cursor = self.splitter.top(), self.splitter.cursor_row()
        had_focus = any(editor.hasFocus() for editor in self.splitter.editors)
        before, self.look = self.splitter, kind
        if kind not in self._splitters:
            self._add_splitter(kind).set_look(*self._applied)
            QWidget.setTabOrder(before, self.splitter)
        self.setCurrentWidget(self.splitter)
        self._refill(top, cursor)
        if had_focus:
            self.splitter.main.setFocus()
        self.state_changed.emit()

    def set_style(self, theme: Theme, points: int) -> None:
        self._applied = theme, points
        self._formats = Formats(theme)
        for splitter in self._splitters.values():
            splitter.set_look(theme, points)
        self._apply_formats()

    def mark_found(self, found: Columns) -> None:
        """Mark these columns of these lines, (is old, line), as found."""
        self._found = found
        self._apply_formats()

    def mark_place(self, lines: range, differing: Columns) -> None:
        """Mark these new lines as a place, and in them the columns that differ from what was looked for."""
        self._differing = differing
        for splitter in self._splitters.values():
            splitter.mark_place(lines)
        self._apply_formats()

    def mark_comments(self, marks: Marks) -> None:
        self._marks = marks
        for splitter in self._splitters.values():
            splitter.set_marks(marks)

    def mark_moves(self, moved: MovedLines) -> None:
        """Show these lines as moved."""
        self._moved = {} if self._content.new.numbers is not None else moved
        for splitter in self._splitters.values():
            splitter.set_moved(self._moved)
        if self.has_lines and self._moved:
            self._show_place(self.splitter.cursor_editor.textCursor().blockNumber())

    def go_to_found(self, found: TextMatch) -> None:
        """Select a place, opening the fold it is in."""
        self.splitter.select(self._reveal(found.line, is_old=found.is_old), found)
        self._apply_formats()

    def go_to_line(self, line: int) -> None:
        """Go to a new line, counted from 0, and open the fold it is in."""
        if self.has_lines and self._content.new.lines:
            self.splitter.enter(self._reveal(max(0, min(line, len(self._content.new.lines) - 1)), is_old=False))

    def go_to_end(self, end: MoveEnd) -> None:
        """Go to one end of a moved block in this content."""
        side = self._content.old if end.is_old else self._content.new
        if self.has_lines and end.line < len(side.lines):
            self.splitter.enter(self._reveal(end.line, is_old=end.is_old))

    def other_end(self) -> MoveEnd | None:
        """Return where the line of the text cursor was moved to, or from; None when it was not."""
        row = self.splitter.cursor_row()
        ends = () if row is None else (editor.other_end(row) for editor in self.splitter.cursor_first)
        return next((end for end in ends if end is not None), None)

    def old_line(self) -> int | None:
        """Return the number of the old line the text cursor is in, counted from 0."""
        row = self.splitter.cursor_row()
        if row is None or row.old is None or not row.has_line:
            return None
        side = self._content.old
        # A further piece of a line has no number of its own.
        return next(number for line in range(row.old, -1, -1) if (number := side.number(line))) - 1

    def go_to_next_hunk(self) -> bool:
        """Go to the next hunk; at the last one stay, and return False."""
        hunk = hunk_after(self.splitter, self._hunk) if self.has_diff else None
        self.go_to_hunk(hunk)
        return hunk is not None

    def go_to_previous_hunk(self) -> None:
        """Go to the hunk before; at the first one stay."""
        if self.has_diff:
            self.go_to_hunk(hunk_before(self.splitter, self._hunk))

    def offer_decisions(self, *, can: bool) -> None:
        """Offer to decide hunks, or say only what they are."""
        self._offers_decisions = can
        for splitter in self._splitters.values():
            splitter.offer_decisions(can=can)

    def chosen_rows(self, hunk: int | None = None) -> list[DiffRow]:
        """Return the changed rows to be decided: of this hunk, else the selected ones, else those of the current hunk.

        None when what is selected does not change.
        """
        if not self.has_diff:
            return []
        editor = self.splitter.cursor_editor
        if hunk is None and editor.textCursor().hasSelection():
            rows = editor.chosen_rows()
        else:
            rows = self.splitter.rows.rows_of((self._hunk if hunk is None else hunk) or 0)
        shown = (
            self.splitter.rows.rows_of(row.hunk) if row.kind is RowKind.FOLD and row.hunk is not None else (row,)
            for row in rows
        )
        return [row for row in chain.from_iterable(shown) if row.is_changed]

    def expect_decision(self, rows: Sequence[DiffRow]) -> None:
        """Take notice that these rows are being decided: once they are, go on behind them."""
        self._decided = self._content.hunks[rows[0].hunk or 0]

    def change_context(self, lines: int) -> None:
        """Show this many more unchanged lines beside hunks, or fewer."""
        context = max(0, min(self.folding.context + lines, MOST_CONTEXT))
        self._fold(replace(self.folding, context=context))

    def unfold_all(self, *, unfold: bool = True) -> None:
        """Show all unchanged lines, or fold them again."""
        self._fold(FoldState(context=self.folding.context, is_all_open=unfold))

    def open_fold(self, fold: DiffRow, *, whole: bool = False) -> None:
        """Show a step more of this fold, or all of it."""
        self._fold(self.folding.unfolded(fold, whole=whole))

    def line_on_disk(self) -> int:
        """Return the line of the text cursor in the file as it lies on the disk, counted from 1; 0 for no lines."""
        rows, at = self.splitter.rows, self.splitter.cursor_editor.textCursor().blockNumber()
        sides = ((rows[index].old, rows[index].new) for index in range(min(at, len(rows) - 1), -1, -1))
        if not self._content.old.lines:  # nothing is proposed, or a new file was accepted
            return next((new + 1 for _, new in sides if new is not None), 0)
        return next((old + 1 for old, _ in sides if old is not None), 1)

    def line_in_view(self) -> int:
        top = self.splitter.top()
        return top.new or 0 if top else 0

    def _add_splitter(self, kind: Look) -> DiffSplitter:
        """Build the editors of a look, which is done when it is first used."""
        splitter = self._splitters[kind] = DiffSplitter(kind, self)
        self.addWidget(splitter)
        splitter.fold_requested.connect(lambda fold, whole: self.open_fold(fold, whole=whole))
        splitter.scrolled.connect(self._notice_scroll)
        splitter.row_entered.connect(self._notice_row)
        splitter.menu_requested.connect(self.menu_requested)
        for gutter in splitter.gutters:
            gutter.comment_pressed.connect(self.comment_pressed)
            gutter.moved_pressed.connect(self.move_pressed)
        for bars in splitter.bars:
            bars.pressed.connect(self.hunk_pressed)
        splitter.offer_decisions(can=self._offers_decisions)
        splitter.set_marks(self._marks)
        splitter.set_moved(self._moved)
        return splitter

    def _fill(self) -> None:
        make = unified_rows if self.look is Look.UNIFIED else side_by_side_rows
        content = self._content
        count = len(content.new.lines)
        rows: DiffRows = make(content.hunks, content.pairs, new_count=count, folding=self.folding, has_bars=True)
        self.splitter.fill(content, rows, fold=self._names.words)
        self.splitter.set_hunk(self._hunk)

    def _refill(self, top: DiffRow | None, cursor: DiffRow | None) -> None:
        """Fill the editors again, with the same line at the top and the text cursor in its line."""
        if not self.has_lines:
            return
        self._is_settling = True
        self._fill()
        if cursor is not None:
            self.splitter.put_cursor(self.splitter.row_like(cursor))
        self.splitter.go_to(self.splitter.row_like(top) if top else 0, above=0)
        self._is_settling = False
        self._apply_formats()
        self._colours.scrolled()

    def _fold(self, folding: FoldState) -> None:
        if folding != self.folding and self.has_diff:
            top, cursor = self.splitter.top(), self.splitter.cursor_row()
            self.folding = folding
            self._refill(top, cursor)
        self.state_changed.emit()

    def _reveal(self, line: int, *, is_old: bool) -> int:
        """Return the row of this line, opening the fold it is in."""
        fold = self.splitter.rows.fold_of(line, is_old=is_old)
        if fold is not None:
            self.open_fold(self.splitter.rows[fold], whole=True)
        return self.splitter.rows.row_of(line, is_old=is_old) or 0

    def go_to_hunk(self, hunk: int | None) -> None:
        """Go to this hunk, or stay, for None."""
        if hunk is not None:
            self._set_hunk(hunk)
            self.splitter.enter(self.splitter.rows.hunk_row(hunk), above=ABOVE)

    def _go_on(self, decided: ChangedLines) -> None:
        """Make the hunk current that comes next behind a decided one, else the first, and scroll only if it must be."""
        if not self._content.hunks:
            return
        after = (at for at, hunk in enumerate(self._content.hunks) if hunk.new_start >= decided.new_start)
        self._hunk = next(after, 0)
        first, height = self.splitter.rows.hunk_rows()[self._hunk]
        self.splitter.put_cursor(first)
        self.splitter.row_entered.emit(first)
        page = max(len(self.splitter.visible_rows()) - ABOVE, 1)
        if not self.splitter.is_in_view(first - 1, first + min(height, page) - 1):
            self.splitter.go_to(first)

    def _set_hunk(self, hunk: int | None) -> None:
        self._hunk = hunk
        self.splitter.set_hunk(hunk)
        self.hunk_changed.emit(-1 if hunk is None else hunk, len(self._content.hunks))

    def _notice_scroll(self) -> None:
        if self._is_settling or self.sender() is not self.splitter or not self.has_lines:
            return
        self._apply_formats()
        self._colours.scrolled()
        in_view = hunks_in_view(self.splitter)
        if in_view and self._hunk not in in_view:
            self._set_hunk(in_view[0])

    def _notice_row(self, index: int) -> None:
        if self.sender() is not self.splitter or index >= len(self.splitter.rows):
            return
        row = self.splitter.rows[index]
        place = self._show_place(index)
        if not self._is_settling:
            announce(self.splitter.main, place)
        if row.new is not None and not self._is_settling:
            self.line_entered.emit(row.new)
        if row.hunk is not None and row.hunk != self._hunk:
            self._set_hunk(row.hunk)

    def _show_place(self, index: int) -> str:
        """Say what the row is, and return it."""
        row = self.splitter.rows[index]
        place = describe(self._content, row, fold=self._names.words) + spoken(self._marks, row)
        place += "".join(f", {moved}" for editor in self.splitter.editors if (moved := editor.moved_words(row)))
        self.place_changed.emit(place)
        return place

    def _name_folds(self) -> None:
        self.splitter.name_folds(self._names.words)
        self._apply_formats()

    def _want_colours(self) -> None:
        self._colours.want(windows_of(self.splitter))

    def _apply_formats(self) -> None:
        if self.has_lines:
            rows = (self.splitter.rows[visible.row] for visible in self.splitter.visible_rows())
            self._names.want(row for row in rows if row.kind is RowKind.FOLD)
            found = {**self._found, **{at: (*self._found.get(at, ()), *these) for at, these in self._differing.items()}}
            self.splitter.apply_formats(EditorColours(self._formats, self._colours.colours, found))
