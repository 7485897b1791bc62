"""One document of a diff: the old side, the new side, or both one above the other.

Only the rows that are shown are in the document, one block a row. Bands behind changed rows are painted; the letters
get their formats when their row comes into view.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import cast

from msgspec import Struct
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.lines import ChangedLines
from guillemet.engine.diff.moves import MovedLines, MoveEnd
from guillemet.engine.diff.rows import ChosenLines, DiffRow, DiffRows, RowKind, Unfolding
from guillemet.engine.text import utf16_column
from guillemet.ui.actions import Act
from guillemet.ui.diff.formatting import (
    Formats,
    RowLook,
    Shows,
    blank_colour,
    changed_blanks,
    fade,
    row_formats,
    row_look,
    selected_text,
)
from guillemet.ui.diff.highlighter import DocumentColours
from guillemet.ui.diff.visible_rows import VisibleRow, VisibleRows, rows_at
from guillemet.ui.diff.wrapped_lines import LINE_BREAK, WrappedLines
from guillemet.ui.shortcuts import act_pressed
from guillemet.ui.style import style
from guillemet.ui.style.theme import Theme
from guillemet.ui.wording import seen

_DOT = 0.9
"""Radius in pixels of the sign for a blank."""
_NOTCH = 120
"""Of a wheel, in Qt's units."""
CHOSEN = 0.5
"""How much of the colour behind selected letters lies over the lines that are decided with them."""
_TO_END = (QKeySequence.StandardKey.MoveToEndOfDocument, QKeySequence.StandardKey.SelectEndOfDocument)
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_OPENED = (RowKind.FOLD, RowKind.HEAD)
"""Rows that a click or Return opens."""
_UNFOLDING = {
    Act.UNFOLD: Unfolding.ENDS,
    Act.UNFOLD_WHOLE: Unfolding.WHOLE,
    Act.UNFOLD_TOP: Unfolding.TOP,
    Act.UNFOLD_BOTTOM: Unfolding.BOTTOM,
}
"""How much of a fold the keys open."""


class EditorColours(Struct, frozen=True):
    """What the letters wear besides the changed words."""

    formats: Formats
    colours: DocumentColours
    found: Callable[[tuple[bool, int]], Sequence[tuple[int, int]]]
    """Returns the columns of a line, (is old, line), that were found."""


class DiffEditor(QPlainTextEdit):
    """A read-only document; a `Gutter` stands in its left margin.

    Signals: `fold_requested(DiffRow, Unfolding)` when a fold is clicked or Return is pressed on it, with Shift for all
    of it, or Ctrl with an arrow key for one end of it, or Return is pressed on an inset; `row_entered(row)` when the
    text cursor comes to another row; `menu_requested(QPoint)` for a menu at this place of the screen, about what is
    selected or the row of the text cursor; `resized()`; `lays_out_again()` before Qt does so with all rows;
    `zoom_requested(steps)` when the wheel is turned with Ctrl;
    `refilled()` when rows or letters are others; `hunk_marked(before, now)` when the current hunk is another one, None
    for none.
    """

    fold_requested = Signal(object, object)
    row_entered = Signal(int)
    menu_requested = Signal(QPoint)
    zoom_requested = Signal(int)
    resized = Signal()
    lays_out_again = Signal()
    refilled = Signal()
    hunk_marked = Signal(object, object)

    def __init__(self, shows: Shows, parent: QWidget) -> None:
        super().__init__(parent)
        self.shows = shows
        self.beside: DiffEditor | None = None
        """The editor of the other side."""
        self.content = DiffContent.nothing()
        self.rows = DiffRows((), (), (), is_unified=False)
        self.theme = style.current().theme
        self._blank_colour = blank_colour(self.theme)
        self.hunk: int | None = None
        self.moved: MovedLines = {}
        self.own: frozenset[int] = frozenset()
        """The old lines that the user wrote since the proposal was made."""
        self.marked = range(0)
        """The new lines that are marked as a place."""
        self._chosen: dict[int, list[ChangedLines]] = {}
        """The lines that are decided with the selected ones, by their hunks."""
        self._applied: dict[int, tuple[EditorColours | None, object]] = {}
        """What the letters of rows wear, and by which colours that was seen last."""
        self._hit: tuple[int, int] | None = None
        """Where the selection begins and ends while it is the current search hit."""
        self._is_found = True
        self._row = self._framed = 0
        """That of the text cursor, and the one that was framed last."""
        self._turned = 0
        """How far the wheel was turned with Ctrl, less than a notch."""
        self._is_filling = False
        self._revision = 0
        self._font = style.current().code_font()
        self.wrapped = WrappedLines(self)
        self._view = VisibleRows(self, self.wrapped.fit)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(shows)
        self.document().setDocumentMargin(2)
        self.viewport().setMouseTracking(True)
        self.cursorPositionChanged.connect(self._notice_row)
        self.selectionChanged.connect(self._notice_selection)

    def set_wrap(self, *, wraps: bool) -> None:
        """Break lines that are too long for the width, between words where that can be, or let them be scrolled to."""
        mode = QPlainTextEdit.LineWrapMode.WidgetWidth if wraps else QPlainTextEdit.LineWrapMode.NoWrap
        self.setLineWrapMode(mode)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)

    def shortener(self, how: Qt.TextElideMode = Qt.TextElideMode.ElideLeft) -> Callable[[str], str]:
        """Return what gives as much of a text as there is room for in a line, by default its end.

        It is measured for many texts at once: of a thousand heads or folds, hardly one is so long that it has to be.
        """
        if self.lineWrapMode() is QPlainTextEdit.LineWrapMode.NoWrap:
            return str
        metrics = self.fontMetrics()
        room = int(self.viewport().width() - 2 * self.document().documentMargin() - metrics.averageCharWidth())
        most = room // metrics.maxWidth()

        def shorten(text: str) -> str:
            fits = len(text) <= most and text.isascii()  # others come from other fonts
            return text if fits else metrics.elidedText(text, how, room)

        return shorten

    def line_of(self, row: int) -> int:
        """Return the first line of a row, as the vertical bar counts them."""
        return self.document().findBlockByNumber(row).firstLineNumber()

    def fill(self, content: DiffContent, rows: DiffRows, lines: Sequence[str]) -> None:
        """Show these rows, of which these are the first lines; `append_rows` adds further ones."""
        self.content = content
        self.rows = rows
        self._applied.clear()
        self._row = 0
        self._revision += 1
        self._is_filling = True
        self.setPlainText("\n".join(lines))
        self._is_filling = False
        self.refilled.emit()

    def replace_rows(self, content: DiffContent, rows: DiffRows, replaced: range, lines: Sequence[str]) -> None:
        """Show these rows, whose lines are those of the rows before but for these, in whose place others stand."""
        # Rows that only moved wear what they wore: Qt keeps it with their text.
        grown, known = len(rows) - len(self.rows), self._applied if replaced else {}
        self._applied = {
            row + (grown if row >= replaced.stop else 0): (None, wears)
            for row, (_, wears) in known.items()
            if row not in replaced
        }
        self.content = content
        self.rows = rows
        self._revision += 1
        document = self.document()
        cursor = QTextCursor(document.findBlockByNumber(replaced.start))
        if replaced:
            last = document.findBlockByNumber(replaced.stop - 1)
            cursor.setPosition(last.position() + last.length() - 1, QTextCursor.MoveMode.KeepAnchor)
            self._change(cursor, "\n".join(lines))
        self._row = self.textCursor().blockNumber()
        self.refilled.emit()

    def append_rows(self, lines: Sequence[str]) -> None:
        """Add the lines of further rows at the end; text cursor and view stay."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        end = cursor.position()
        self._revision += 1
        self._is_filling = True
        with self._unpainted():
            cursor.insertText("\n" + "\n".join(lines))
        self._is_filling = False
        self.wrapped.fit_below(end)

    def set_words(self, row: int, words: str) -> None:
        """Let other words stand in a fold; text cursor and view stay."""
        block = self.document().findBlockByNumber(row)
        if not block.isValid() or block.text() == words or self.isHidden():
            return
        cursor = QTextCursor(block)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        self._change(cursor, words)

    def set_height(self, row: int, lines: int) -> None:
        """Let an inset be this many lines high; text cursor and view stay."""
        block = self.document().findBlockByNumber(row)
        if not block.isValid() or self.isHidden():
            return
        cursor, missing = QTextCursor(block), lines - block.length()
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        if missing < 0:
            cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, -missing)
        if missing:
            self._change(cursor, LINE_BREAK * missing)

    def forget_fraction(self) -> None:
        """Drop the part of a pixel that Qt keeps from scrolling; nothing is said to those who follow the bar."""
        bar = self.verticalScrollBar()
        value = bar.value()
        with QSignalBlocker(bar), self._unpainted():  # Qt drops it where another row comes to the top unpainted
            for place in (value + 1 if value < bar.maximum() else value - 1, value):
                bar.setValue(place)
                self.scrollContentsBy(0, 0)
        self.viewport().update()
        self.refilled.emit()

    def set_margin(self, width: int) -> None:
        """Keep this many pixels free at the left."""
        self.setViewportMargins(width, 0, 0, 0)

    def visible_rows(self) -> Sequence[VisibleRow]:
        """Return the rows in view, from the top."""
        return self._view.look(self.rows, self._revision)

    def index_at(self, y: int) -> int | None:
        """Return the number of the row at this height of the viewport."""
        return next((row.row for row in self.visible_rows() if row.top <= y < row.top + row.height), None)

    def row_at(self, y: int) -> DiffRow | None:
        """Return the row at this height of the viewport."""
        index = self.index_at(y)
        return None if index is None else self.rows[index]

    def apply_formats(self, apply_formats: EditorColours) -> None:
        """Give the letters in view their formats, where they do not wear them yet."""
        changed: list[tuple[VisibleRow, RowLook | None]] = []
        for visible in self.visible_rows():
            seen_by, wore = self._applied.get(visible.row, (None, None))
            if seen_by is apply_formats:
                continue
            look = self._look(visible.shown, apply_formats)
            wears = apply_formats.formats, visible.shown.has_line, look
            self._applied[visible.row] = apply_formats, wears
            if wears != wore:
                changed.append((visible, look))
        if changed:
            with self.wrapped.kept() as drop:
                for visible, look in changed:
                    block = self.document().findBlockByNumber(visible.row)
                    block.layout().setFormats(row_formats(block, visible.shown, look, apply_formats.formats))
                    drop(block)
            (first, _), (last, _) = changed[0], changed[-1]
            self.viewport().update(0, first.top, self.viewport().width(), last.top + last.height - first.top)

    @contextmanager
    def _unpainted(self) -> Iterator[None]:
        """Change the document without painting everything in view again, as Qt would though few lines are others."""
        # Unlike `setUpdatesEnabled`, the attribute asks for no painting when it is taken back.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, on=True)
        yield
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, on=False)
        for child in self.viewport().findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            child.setUpdatesEnabled(True)  # one that was made meanwhile would never be painted

    def set_look(self, theme: Theme, points: int) -> None:
        self.theme = theme
        self._blank_colour = blank_colour(theme)
        self._revision += 1
        self._font = style.current().code_font(points)
        self.setFont(self._font)
        self.setTabStopDistance(self.fontMetrics().horizontalAdvance(" ") * style.current().tab_width)
        self._colour()
        self.refilled.emit()

    def set_hunk(self, hunk: int | None) -> None:
        """Mark the current hunk in the gutter."""
        before, self.hunk = self.hunk, hunk
        if hunk != before:
            self.hunk_marked.emit(before, hunk)

    def mark_place(self, lines: range) -> None:
        if lines == self.marked:
            return
        self.marked = lines
        self.viewport().update()
        self.refilled.emit()

    def set_chosen(self, chosen: Iterable[ChosenLines]) -> None:
        """Show these lines as those that are decided with the selected ones."""
        parts: dict[int, list[ChangedLines]] = {}
        for one in chosen:
            parts.setdefault(one.hunk, []).append(one.lines)
        if parts != self._chosen:
            self._chosen = parts
            self.viewport().update()

    def set_moved(self, moved: MovedLines) -> None:
        """Show these lines as moved, with the other end of each; formats are to be applied again."""
        if moved != self.moved:
            self._applied.clear()
        self.moved = moved
        self.viewport().update()
        self.refilled.emit()

    def other_end(self, row: DiffRow) -> MoveEnd | None:
        """Return where the line of this row was moved to, or from."""
        place = self.shows.place(row) if self.moved and row.is_changed else None
        return None if place is None else self.moved.get(place)

    def moved_words(self, row: DiffRow) -> str:
        """Return such as "moved to src/b.py:41"; empty for a line that was not moved."""
        end, place = self.other_end(row), self.shows.place(row)
        if end is None or place is None:
            return ""
        return f"moved {'to' if place[0] else 'from'} {seen(end.path)}:{end.line + 1:,}"

    def band(self, row: DiffRow, *, filler: str = "") -> str:
        """Return the colour behind the row, empty for none; a side without a line has the filler's."""
        if self.other_end(row) is not None:
            place = self.shows.place(row)
            return self.theme.moved_from if place is not None and place[0] else self.theme.moved_to
        return self.shows.band(row, self.theme, filler=filler)

    def is_own(self, row: DiffRow) -> bool:
        """Whether the row shows a line, on the old side, that the user wrote since the proposal was made."""
        return row.has_line and row.old in self.own and True in self.shows.sides

    def is_marked(self, row: DiffRow) -> bool:
        """Whether the row shows a line of the marked place."""
        place = self.shows.place(row) if self.marked else None
        return place is not None and not place[0] and place[1] in self.marked

    def is_chosen(self, row: DiffRow) -> bool:
        """Whether the row shows a line that is decided with the selected ones, also one that is not selected."""
        place = self.shows.place(row) if self._chosen else None
        if place is None or row.hunk is None:
            return False
        parts = self._chosen.get(row.hunk, ())
        sides = (part.old if place[0] else part.new for part in parts)
        return any(side.start <= place[1] < side.stop for side in sides)

    def put_cursor(self, row: int, column: int = 0, *, to: tuple[int, int] | None = None) -> None:
        """Put the text cursor there, or select from there to another row and column, in UTF-16 units; nothing scrolls.

        A column behind the end of its row is that end.
        """
        bars = self.verticalScrollBar(), self.horizontalScrollBar()
        places = [bar.value() for bar in bars]
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._position(row, column))
        if to is not None:
            cursor.setPosition(self._position(*to), QTextCursor.MoveMode.KeepAnchor)
        self._row = cursor.blockNumber()
        self.setTextCursor(cursor)
        for bar, place in zip(bars, places, strict=True):
            bar.setValue(place)

    def _position(self, row: int, column: int) -> int:
        block = self.document().findBlockByNumber(row)
        return max(block.position(), 0) + max(min(column, block.length() - 1), 0)

    def select(self, row: int, start: int, end: int) -> None:
        """Select columns of the shown line as the current search hit, and scroll sideways to them."""
        block = self.document().findBlockByNumber(row)
        line = block.text()
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + utf16_column(line, start))
        cursor.setPosition(block.position() + utf16_column(line, end), QTextCursor.MoveMode.KeepAnchor)
        self._row = row
        self._hit = cursor.anchor(), cursor.position()  # before others hear of the selection
        self.setTextCursor(cursor)
        self._is_found = True
        self._colour()
        self.ensureCursorVisible()

    @property
    def shows_hit(self) -> bool:
        """Whether the selection is the current search hit."""
        return self._hit is not None

    def fade_hit(self) -> None:
        """Show the current search hit as any selection, for nothing is found any more; `select` shows the next one."""
        if self._hit is not None:
            self._is_found = False
            self._colour()

    def _notice_selection(self) -> None:
        cursor = self.textCursor()
        if self._hit is not None and self._hit != (cursor.anchor(), cursor.position()):
            self._hit = None
            self._colour()

    def _colour(self) -> None:
        palette = style.palette(self.theme)
        if self._hit is not None and self._is_found:
            palette.setColor(QPalette.ColorRole.Highlight, self.theme.found_now)
        self.setPalette(palette)
        # WORKAROUND Qt 6: a new style sheet gives the paper back the palette it had under the one before.
        self.viewport().setPalette(palette)

    def chosen_rows(self) -> range:
        """Return the rows of the selection, or that of the text cursor."""
        cursor = self.textCursor()
        first, last = QTextCursor(cursor), QTextCursor(cursor)
        first.setPosition(cursor.selectionStart())
        last.setPosition(cursor.selectionEnd())
        start, end = first.blockNumber(), last.blockNumber()
        if end > start and last.atBlockStart():
            end -= 1  # nothing of that line is selected
        return range(start, min(end + 1, len(self.rows)))

    def select_rows(self, rows: range) -> None:
        """Select whole rows, with the text cursor in the first one, without scrolling."""
        document = self.document()
        end = document.findBlockByNumber(rows.stop)
        cursor = QTextCursor(end if end.isValid() else document.lastBlock())
        if not end.isValid():
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        cursor.setPosition(document.findBlockByNumber(rows.start).position(), QTextCursor.MoveMode.KeepAnchor)
        across = self.horizontalScrollBar().value()
        self.setTextCursor(cursor)
        self.horizontalScrollBar().setValue(across)
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the lines as they are in the file, folded ones too: no gutter, no empty sides, nothing written out."""
        data = QMimeData()
        data.setText(selected_text(self.textCursor(), self.content, self.rows, self.shows))
        return data

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        width = self.viewport().width()
        seen = rows_at(self.visible_rows(), event.region())
        for visible in seen:
            row = visible.shown
            band = self.band(row, filler=self.theme.filler)
            over = ("warn", 0.16) if self.is_marked(row) else ("selected_text", CHOSEN) if self.is_chosen(row) else None
            if over:
                band = style.blend(getattr(self.theme, over[0]), band or self.theme.pane, over[1]).name()
            if band:
                painter.fillRect(QRect(0, visible.top, width, visible.height), QColor(band))
        painter.end()
        super().paintEvent(event)
        self._paint_blanks(seen)
        fade(self.viewport(), seen, self.content.left_out, self.theme.pane)
        self._frame_cursor_row(seen)

    def _frame_cursor_row(self, seen: Sequence[VisibleRow]) -> None:
        """Draw a frame around the row of the text cursor, over the colours of changed words and of what is found."""
        cursor_row = self.textCursor().blockNumber()
        framed = next((visible for visible in seen if visible.row == cursor_row), None)
        if framed is None or not self._has_frame(framed.shown):
            return
        painter = QPainter(self.viewport())
        painter.setPen(QColor(self.theme.accent))
        # From pixel to pixel: half of a line that runs along the edge would lie under what stands above.
        frame = QRectF(0, framed.top, self.viewport().width(), framed.height).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRect(frame)
        painter.end()

    def _has_frame(self, row: DiffRow) -> bool:
        """Whether the frame of this row is drawn here: on the side that has its line, of two on that with the focus."""
        if row.kind in (RowKind.BAR, RowKind.HEAD) or (row.inset and row.inset.is_wide):
            return False  # what is seen of it is its widget
        if self.beside is None or self.beside.isHidden() or not row.has_line or self.beside.shows.place(row):
            return self.hasFocus() and not (row.has_line and self.shows.place(row) is None)
        return self.hasFocus() or self.beside.hasFocus()

    def _paint_blanks(self, seen: Sequence[VisibleRow]) -> None:
        """Draw a dot for each blank that changed by itself, an arrow for a tab."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(self._blank_colour))
        painter.setBrush(QColor(self._blank_colour))
        for visible in seen:
            row = visible.shown
            place = self.shows.place(row) if row.is_changed else None
            columns = [] if place is None else changed_blanks(self.content, row, is_old=place[0])
            if not columns:
                continue
            block = self.document().findBlockByNumber(visible.row)
            origin = self.blockBoundingGeometry(block).translated(self.contentOffset()).topLeft()
            text, layout = block.text(), block.layout()
            for column in columns:
                unit = utf16_column(text, column)
                line = layout.lineForTextPosition(unit)
                if not line.isValid():
                    continue  # not laid out yet
                left, right = (origin.x() + cast("tuple[float, int]", line.cursorToX(at))[0] for at in (unit, unit + 1))
                middle = origin.y() + line.y() + line.height() / 2
                if text[column] == "\t":
                    painter.drawLine(QPointF(left + 2, middle), QPointF(right - 2, middle))
                    painter.drawLine(QPointF(right - 5, middle - 3), QPointF(right - 2, middle))
                    painter.drawLine(QPointF(right - 5, middle + 3), QPointF(right - 2, middle))
                else:
                    painter.drawEllipse(QPointF((left + right) / 2, middle), _DOT, _DOT)
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            # Qt would make the letters of this side larger, and of no other.
            self._turned += event.angleDelta().y()
            steps = int(self._turned / _NOTCH)
            self._turned -= steps * _NOTCH
            if steps:
                self.zoom_requested.emit(steps)
            event.accept()
            return
        super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.oldSize().width() != event.size().width():
            self.lays_out_again.emit()
        super().resizeEvent(event)
        self.resized.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._paint_frame_again()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._paint_frame_again()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.FontChange and hasattr(self, "_font"):
            self.lays_out_again.emit()  # also for the font it had: a new style sheet makes Qt drop all layouts
        super().changeEvent(event)
        # WORKAROUND Qt 6: with a style sheet on the application, a new parent takes the widget's own font away.
        if event.type() is QEvent.Type.FontChange and hasattr(self, "_font") and self.font() != self._font:
            self.setFont(self._font)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        act = act_pressed(_UNFOLDING, event)
        if act is not None and self._open_fold(_UNFOLDING[act]):
            return
        if event.modifiers() & Qt.KeyboardModifier.AltModifier or any(map(event.matches, _TO_END)):
            event.ignore()  # or the text cursor would take the keys for other files; not all rows may be here yet
            return
        if event.key() == Qt.Key.Key_Escape and self._drop_selection():
            return
        if event.key() not in (Qt.Key.Key_Up, Qt.Key.Key_Down) or not self._leave_inset(event):
            super().keyPressEvent(event)
        if Qt.Key.Key_Home <= event.key() <= Qt.Key.Key_PageDown and not event.modifiers() & _SHIFT:
            self._drop_selection()  # which Qt keeps where the text cursor cannot move

    def _drop_selection(self) -> bool:
        """Select nothing any more, but for the current search hit; return False where nothing was selected."""
        cursor = self.textCursor()
        is_selected = cursor.hasSelection() and not self.shows_hit
        if is_selected:
            cursor.clearSelection()
            self.setTextCursor(cursor)
        return is_selected

    def mousePressEvent(self, event: QMouseEvent) -> None:
        has_shift = bool(event.modifiers() & _SHIFT)
        if event.button() is Qt.MouseButton.LeftButton and not has_shift and self.textCursor().hasSelection():
            # Qt would drag the selected text away, where a press is the start of another selection.
            self.setTextCursor(self.cursorForPosition(event.position().toPoint()))
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        row = self.row_at(round(event.position().y()))
        is_fold = row is not None and row.kind in _OPENED
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_fold else Qt.CursorShape.IBeamCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            how = Unfolding.WHOLE if event.modifiers() & _SHIFT else Unfolding.ENDS
            self.open_fold_at(round(event.position().y()), how)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        place = event.globalPos()
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            place = self.viewport().mapToGlobal(self.cursorRect().bottomLeft())
        else:
            at = self.cursorForPosition(self.viewport().mapFromGlobal(place))
            if not (self.textCursor().hasSelection() and at.blockNumber() in self.chosen_rows()):
                self.setTextCursor(at)
        self.menu_requested.emit(place)

    def open_fold_at(self, y: int, how: Unfolding = Unfolding.ENDS) -> None:
        """Ask for the fold at this height of the viewport to be opened, if there is one."""
        row = self.row_at(y)
        if row is not None and row.kind in _OPENED:
            self.fold_requested.emit(row, how)

    def _change(self, cursor: QTextCursor, words: str) -> None:
        """Put words in the place of what is selected in a row."""
        removed = cursor.selectionEnd() - cursor.selectionStart()
        self._is_filling = True
        cursor.insertText(words)
        self._is_filling = False
        self.wrapped.fit_below(cursor.position(), removed)  # as if what was removed still stood there, Qt drops more
        self._applied.pop(cursor.blockNumber(), None)
        self._revision += 1

    def _open_fold(self, how: Unfolding) -> bool:
        row = self._row_of(self.textCursor())
        is_end = how in (Unfolding.TOP, Unfolding.BOTTOM)
        if row is None or row.kind not in ((RowKind.FOLD,) if is_end else (*_OPENED, RowKind.INSET)):
            return False
        self.fold_requested.emit(row, how)
        return True

    def _leave_inset(self, event: QKeyEvent) -> bool:
        """Move the text cursor from an inset to the row above or below; return False when it is in none."""
        cursor = self.textCursor()
        row = self._row_of(cursor)
        if row is None or row.kind is not RowKind.INSET:
            return False
        is_up = event.key() == Qt.Key.Key_Up
        where = QTextCursor.MoveOperation.PreviousBlock if is_up else QTextCursor.MoveOperation.NextBlock
        has_shift = bool(event.modifiers() & _SHIFT)
        mode = QTextCursor.MoveMode.KeepAnchor if has_shift else QTextCursor.MoveMode.MoveAnchor
        cursor.movePosition(where, mode)
        self.setTextCursor(cursor)
        return True

    def _row_of(self, cursor: QTextCursor) -> DiffRow | None:
        at = cursor.blockNumber()
        return self.rows[at] if at < len(self.rows) else None

    def _notice_row(self) -> None:
        row = self.textCursor().blockNumber()
        if not self._is_filling and row != self._row and row < len(self.rows):
            self._row = row
            self.row_entered.emit(row)
        framed, self._framed = self._framed, row
        if self._is_filling:
            self.viewport().update()
            return
        shown = self._row_of(self.textCursor())
        self.setCursorWidth(0 if shown and shown.has_line and self.shows.place(shown) is None else 1)
        if row != framed:
            self.paint_row_again(framed)
            self.paint_row_again(row)

    def _paint_frame_again(self) -> None:
        self.paint_row_again(self._framed)
        if self.beside is not None:
            self.beside.paint_row_again(self._framed)  # there is one current line

    def paint_row_again(self, row: int) -> None:
        """Paint this row again if it is in view."""
        for visible in self.visible_rows():
            if visible.row == row:
                self.viewport().update(0, visible.top, self.viewport().width(), visible.height)

    def _look(self, row: DiffRow, colours: EditorColours) -> RowLook | None:
        """Return the look of the line in a row; None for a row without one."""
        place = self.shows.place(row)
        if place is None:
            return None
        spans, found = colours.colours.spans(*place), colours.found(place)
        return row_look(self.content, row, place=place, spans=spans, found=found, moved=self.moved.keys())
