"""The diff pane as a whole: header, sheets, find bar, footer, and the keys that work in it."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.finding import Found
from guillemet.engine.diff.rows import Folding, Row, Rows, side_by_side_rows, unified_rows
from guillemet.settings import Look
from guillemet.ui import look
from guillemet.ui.diff.colours_in_time import ColoursInTime
from guillemet.ui.diff.dressing import Formats
from guillemet.ui.diff.empty import EmptyPage, words_for
from guillemet.ui.diff.find_bar import FindBar
from guillemet.ui.diff.header import Footer, Header
from guillemet.ui.diff.note_bar import NoteBar
from guillemet.ui.diff.pane_keys import DiffKeys
from guillemet.ui.diff.places import describe, hunk_after, hunk_before, hunks_in_view, windows_of
from guillemet.ui.diff.search import Search
from guillemet.ui.diff.sheet import Dress
from guillemet.ui.diff.spread import Spread
from guillemet.ui.diff.whole import Preparing
from guillemet.ui.theme import Theme

MOST_CONTEXT = 50
_LOOK_EVERY = 20


class DiffPane(QWidget):
    """Shows one file of the proposal.

    Signals: `accept_wanted(path)`; `reject_wanted(path)`; `look_changed(Look)`; `hunk_changed(current, count)`, current
    counted from 1, 0 for none; `next_file_wanted()`; `previous_file_wanted()`; `next_undecided_wanted()`.
    """

    accept_wanted = Signal(str)
    reject_wanted = Signal(str)
    look_changed = Signal(Look)
    hunk_changed = Signal(int, int)
    next_file_wanted = Signal()
    previous_file_wanted = Signal()
    next_undecided_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content: DiffContent | None = None
        self._look = Look.SIDE_BY_SIDE
        self._folding = Folding()
        self._hunk: int | None = None
        self._preparing: Preparing | None = None
        self._given = look.current()
        self._theme, self._points = self._given.theme, self._given.font_size
        self._formats = Formats(self._theme)
        self._header = Header(self)
        self._note = NoteBar(self)
        self._pages = QStackedWidget(self)
        self._empty = EmptyPage(self)
        self._spreads = {kind: Spread(kind, self) for kind in Look}
        self._find = FindBar(self)
        self._footer = Footer(self)
        self._colours = ColoursInTime(self)
        self._search = Search(self._find, self._line_in_view, self)
        self._whole_timer = QTimer(self, interval=_LOOK_EVERY)
        self._keys = DiffKeys(self._key_table())
        self._lay_out()
        self._join()
        self._wear()
        self.show_content(None)

    @property
    def content(self) -> DiffContent | None:
        """What is shown; None when no file is."""
        return self._content

    @property
    def spread(self) -> Spread:
        """The sheets of the look in use."""
        return self._spreads[self._look]

    def show_content(self, content: DiffContent | None) -> None:
        """Show this file from its first hunk, or what to do next for None; the same file keeps its place."""
        is_same = self._content is not None and content is not None and self._content.path == content.path
        anchor = self.spread.top() if is_same else None
        self._content = content
        self._preparing = None
        self._whole_timer.stop()
        self._colours.stop()
        # How many lines a user wants around a change is kept from file to file, what was opened is not.
        self._folding = Folding(context=self._folding.context)
        self._header.show_content(content)
        self._note.show_content(content)
        words = words_for(content)
        self._footer.setVisible(content is not None)
        if words is not None or content is None:
            self._show_words(words or ("", ""))
            return
        self._pages.setCurrentWidget(self.spread)
        self._fill(content)
        self._search.set_content(content)
        self._set_hunk(0)
        first = self.spread.rows.hunk_row(0) if anchor is None else self.spread.row_like(anchor)
        self.spread.enter(first, above=0 if anchor else 4)
        self._colours.start(content, windows_of(self.spread))
        self._dress()

    def set_look(self, kind: Look) -> None:
        """Show files side by side or unified."""
        if kind is self._look:
            return
        top = self.spread.top()
        had_focus = any(sheet.hasFocus() for sheet in self.spread.sheets)
        self._look = kind
        if self._has_diff():
            self._pages.setCurrentWidget(self.spread)
            self._refill(top)
        self._show_state()
        if had_focus:
            self.spread.setFocus()
        self.look_changed.emit(kind)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self._formats = Formats(theme)
        self._wear()

    def set_font_size(self, points: int) -> None:
        """Take another size of letters, in points."""
        self._points = points
        self._wear()

    def next_hunk(self) -> None:
        """Go to the next hunk."""
        if self._has_diff():
            self._go_to_hunk(hunk_after(self.spread, self._hunk))

    def previous_hunk(self) -> None:
        """Go to the hunk before."""
        if self._has_diff():
            self._go_to_hunk(hunk_before(self.spread, self._hunk))

    def go_to_line(self, line: int) -> None:
        """Go to a new line, counted from 1, and open the fold it is in."""
        if self._content is not None and self._has_diff():
            line = max(0, min(line - 1, len(self._content.new.lines) - 1))
            self.spread.enter(self._reveal(line, is_old=False))

    def change_context(self, lines: int) -> None:
        """Show this many more unchanged lines beside hunks, or fewer."""
        context = max(0, min(self._folding.context + lines, MOST_CONTEXT))
        self._fold(replace(self._folding, context=context))

    def unfold_all(self, *, unfold: bool = True) -> None:
        """Show all unchanged lines, or fold them again."""
        self._fold(Folding(context=self._folding.context, is_all_open=unfold))

    def open_find(self) -> None:
        """Show the find bar; what is selected in one line is looked for."""
        if self._has_diff():
            selected = self.spread.main.textCursor().selectedText()
            self._find.open_with("" if "\u2029" in selected else selected)

    def find_next(self) -> None:
        """Show the next place found, or ask what to find."""
        self._search.next() if self._find.query else self.open_find()

    def find_previous(self) -> None:
        """Show the place found before, or ask what to find."""
        self._search.previous() if self._find.query else self.open_find()

    def accept(self) -> None:
        """Wish that the file be accepted."""
        if self._content is not None:
            self.accept_wanted.emit(self._content.path)

    def reject(self) -> None:
        """Wish that the file be rejected."""
        if self._content is not None:
            self.reject_wanted.emit(self._content.path)

    def switch_look(self) -> None:
        """Change between the two looks."""
        self.set_look(Look.UNIFIED if self._look is Look.SIDE_BY_SIDE else Look.SIDE_BY_SIDE)

    def event(self, event: QEvent) -> bool:
        # Taking the override keeps the window's own shortcuts from answering the same key.
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride and self._keys.knows(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._keys.press(event):
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange and look.current() != self._given:
            self._given = look.current()
            self._points = self._given.font_size
            self.set_theme(self._given.theme)

    def _key_table(self) -> dict[str, Callable[[], object]]:
        return {
            "F7": self.next_hunk,
            "j": self.next_hunk,
            "Shift+F7": self.previous_hunk,
            "k": self.previous_hunk,
            "u": self.switch_look,
            "+": lambda: self.change_context(1),
            "-": lambda: self.change_context(-1),
            "o": lambda: self.unfold_all(unfold=not self._folding.is_all_open),
            "Ctrl+F": self.open_find,
            "/": self.open_find,
            "F3": self.find_next,
            "Shift+F3": self.find_previous,
            "y": self.accept,
            "x": self.reject,
            "]": self.next_file_wanted.emit,
            "Alt+Down": self.next_file_wanted.emit,
            "[": self.previous_file_wanted.emit,
            "Alt+Up": self.previous_file_wanted.emit,
            "n": self.next_undecided_wanted.emit,
        }

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._pages.addWidget(self._empty)
        for spread in self._spreads.values():
            self._pages.addWidget(spread)
        for part in (self._header, self._note, self._pages, self._find, self._footer):
            layout.addWidget(part, 1 if part is self._pages else 0)
        self.setAccessibleName("Diff")

    def _join(self) -> None:
        self._header.look_wanted.connect(self.set_look)
        self._header.context_wanted.connect(self.change_context)
        self._header.unfold_wanted.connect(lambda unfold: self.unfold_all(unfold=unfold))
        self._header.find_wanted.connect(self.open_find)
        self._note.whole_wanted.connect(self._show_whole)
        self._whole_timer.timeout.connect(self._take_whole)
        for spread in self._spreads.values():
            spread.fold_wanted.connect(self._open_gap)
            spread.scrolled.connect(self._notice_scroll)
            spread.row_entered.connect(self._notice_row)
        self._search.found_changed.connect(self._dress)
        self._search.place_wanted.connect(self._show_found)
        self._find.closed.connect(self._go_back)
        self._footer.next_wanted.connect(self.next_hunk)
        self._footer.previous_wanted.connect(self.previous_hunk)
        self._footer.accept_wanted.connect(self.accept)
        self._footer.reject_wanted.connect(self.reject)
        self._colours.arrived.connect(self._dress)
        self._colours.asked.connect(lambda: self._colours.want(windows_of(self.spread)))

    def _go_back(self) -> None:
        self.spread.setFocus()

    def _wear(self) -> None:
        for spread in self._spreads.values():
            spread.set_look(self._theme, self._points)
        self._dress()

    def _show_words(self, words: tuple[str, str]) -> None:
        self._empty.say(*words)
        self._pages.setCurrentWidget(self._empty)
        self._find.hide()
        self._search.set_content(DiffContent.nothing())
        self._set_hunk(None)
        self._footer.show_place("")
        self._show_state()
        # The sheets of the file before would keep its text, and its memory.
        for spread in self._spreads.values():
            spread.fill(DiffContent.nothing(), self._rows(DiffContent.nothing()))

    def _show_state(self) -> None:
        self._header.show_state(self._look, has_diff=self._has_diff(), is_unfolded=self._folding.is_all_open)

    def _has_diff(self) -> bool:
        return self._content is not None and bool(self._content.hunks)

    def _rows(self, content: DiffContent) -> Rows:
        make = unified_rows if self._look is Look.UNIFIED else side_by_side_rows
        return make(content.hunks, content.pairs, new_count=len(content.new.lines), folding=self._folding)

    def _fill(self, content: DiffContent) -> None:
        self.spread.fill(content, self._rows(content))
        self.spread.set_hunk(self._hunk)
        self._show_state()

    def _refill(self, top: Row | None) -> None:
        """Fill the sheets anew, with the same lines at the top as before."""
        if self._content is not None:
            self._fill(self._content)
            self.spread.go_to(self.spread.row_like(top) if top else 0, above=0)
            self._dress()
            self._colours.scrolled()

    def _fold(self, folding: Folding) -> None:
        """Fold otherwise; the text cursor stays in its line and the lines in view where they are."""
        if folding == self._folding or not self._has_diff():
            self._show_state()
            return
        top, cursor = self.spread.top(), self.spread.cursor_row()
        self._folding = folding
        self._refill(top)
        if cursor is not None:
            self.spread.put_cursor(self.spread.row_like(cursor))

    def _open_gap(self, gap: int) -> None:
        self._fold(replace(self._folding, opened=self._folding.opened | {gap}))

    def _reveal(self, line: int, *, is_old: bool) -> int:
        """Return the row of this line, opening the fold it is in."""
        find = self.spread.rows.row_of_old if is_old else self.spread.rows.row_of_new
        row = find(line)
        if row is None:
            self._open_gap(self.spread.rows.gap_of_new(line))
            row = (self.spread.rows.row_of_old if is_old else self.spread.rows.row_of_new)(line)
        return row or 0

    def _go_to_hunk(self, hunk: int | None) -> None:
        if hunk is not None:
            self._set_hunk(hunk)
            self.spread.enter(self.spread.rows.hunk_row(hunk))

    def _set_hunk(self, hunk: int | None) -> None:
        count = len(self._content.hunks) if self._content else 0
        self._hunk = hunk
        self.spread.set_hunk(hunk)
        self._footer.show_hunk(hunk, count)
        self.hunk_changed.emit(0 if hunk is None else hunk + 1, count)

    def _notice_scroll(self) -> None:
        if self.sender() is not self.spread or not self._has_diff():
            return
        self._dress()
        self._colours.scrolled()
        in_view = hunks_in_view(self.spread)
        if in_view and self._hunk not in in_view:
            self._set_hunk(in_view[0])

    def _notice_row(self, index: int) -> None:
        if self._content is None or self.sender() is not self.spread:
            return
        row = self.spread.rows[index]
        self._footer.show_place(describe(self._content, row))
        if row.hunk is not None and row.hunk != self._hunk:
            self._set_hunk(row.hunk)

    def _line_in_view(self) -> int:
        top = self.spread.top()
        return top.new or 0 if top else 0

    def _show_found(self, found: Found) -> None:
        self.spread.select(self._reveal(found.line, is_old=found.is_old), found)
        self._dress()

    def _dress(self) -> None:
        if self._has_diff():
            self.spread.dress(Dress(self._formats, self._colours.colours, self._search.by_line))

    def _show_whole(self) -> None:
        if self._content is not None:
            self._preparing = Preparing(self._content)
            self._whole_timer.start()

    def _take_whole(self) -> None:
        content = None if self._preparing is None else self._preparing.content
        if content is not None:
            self.show_content(content)
