"""An editor for the text of one file: indentation, brackets, line numbers, syntax colours, hidden characters.

Its lines end at LF whatever the file's do; who writes the text to a file gives the lines their endings back.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPolygonF,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QPlainTextEdit, QTextEdit, QWidget

from guillemet.engine.diff.content import DiffContent, Side
from guillemet.engine.diff.document import document_of
from guillemet.engine.diff.lines import changed_lines
from guillemet.engine.review import FileTexts
from guillemet.engine.text import indent_of, utf16_column
from guillemet.ui.diff.formatting import Formats, syntax_ranges
from guillemet.ui.diff.gutter import LineNumbers
from guillemet.ui.diff.highlighter import HighlightWorker, Span, Window
from guillemet.ui.editor import indentation
from guillemet.ui.editor.hidden_objects import HiddenObjects, insert, selected_text, whole_text
from guillemet.ui.editor.hunks import replace_hunk
from guillemet.ui.editor.line_spaces import LineSpaces
from guillemet.ui.editor.undo_selections import UndoSelections
from guillemet.ui.style import style
from guillemet.ui.style.theme import Theme
from guillemet.ui.wording import MINUS

AT_ONCE = 2_000
"""Lines put into the document in one go, about 10 ms."""
REST = 80
"""Milliseconds that typing must rest before colours and changed lines are worked out again."""
_PAUSE = 4
"""Milliseconds between two goes."""
_TAB = 4
"""Columns."""
_BAR, _PAD = 3, 6
"""Pixels of the mark of a changed line, and beside the numbers."""
_SIGN = 2
"""Letters between the numbers and the lines, for a sign and the space before it."""
_ABOVE = 6
"""Lines shown above the one that is gone to."""
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_CONTROL, _ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


class CodeEditor(QPlainTextEdit):
    """Edits a text, or only shows it.

    Signals: `filled()` when a text is there as a whole; `rested(DiffContent)` with the text as the only side, when it
    was changed and typing rests; `scrolled()`; `place_changed()` when the text cursor is elsewhere.
    """

    filled = Signal()
    rested = Signal(object)
    scrolled = Signal()
    place_changed = Signal()

    def __init__(self, name: str, parent: QWidget, *, is_read_only: bool = False) -> None:
        super().__init__(parent)
        self.theme = style.current().theme
        self.unit = " " * _TAB
        """By what the file indents."""
        self.is_editable = not is_read_only
        self.first_number = 1
        """The number of the first line."""
        self._marks: Sequence[range] = ()
        self._path = ""
        self._waiting: Sequence[str] = ()
        self._revision = 0
        self._keeps_cursor = False
        """Whether the line of the text cursor is to be in view until the user scrolls."""
        self._found: Callable[[int], Sequence[tuple[int, int]]] = lambda _line: ()
        self._selections = UndoSelections(self)
        self._objects = HiddenObjects(self.document(), self)
        self._font = style.current().code_font()
        self._margins = 0, 0
        self.spaces = LineSpaces(self)
        self._fill_timer = QTimer(self, interval=_PAUSE)
        self._fill_timer.timeout.connect(self._append)
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._tell_rested)
        self.colours = EditorColouring(self)
        self.gutter = EditorGutter(self)
        self._build(name)

    def load(self, path: str, text: str, *, unit: str = "") -> None:
        """Show this text, whose lines end at LF, from its beginning; there is nothing to undo then."""
        lines = text.split("\n")
        self.unit = unit or indentation.unit_of(lines)
        self._path, self._marks = path, ()
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self._waiting = lines[AT_ONCE:]
        self.spaces.forget()
        self.clear()
        insert(QTextCursor(self.document()), "\n".join(lines[:AT_ONCE]))
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self._fill_timer.start() if self._waiting else self._finish()

    def count_from(self, number: int) -> None:
        """Count the lines from this number on, where they are some of a file's."""
        self.first_number = number
        self.gutter.fit()
        self.gutter.update()

    @property
    def is_filling(self) -> bool:
        """Whether more of the text is on its way into the document."""
        return self._fill_timer.isActive()

    @property
    def lines_to_come(self) -> int:
        """How many lines of the text are not in the document yet."""
        return len(self._waiting)

    @property
    def text(self) -> str:
        """The whole text, as it is to be written, with LF."""
        return whole_text(self.document())

    def content(self) -> DiffContent:
        """Return the text as the only side of a content."""
        lines = tuple(self.document().toRawText().split("\u2029"))
        return DiffContent(FileTexts(self._path, "", ""), new=Side(lines, lines), is_proposed=False)

    def replace_lines(self, lines: Sequence[str]) -> None:
        """Make these the lines of the text; only what differs is replaced, and can be brought back by undo."""
        now = self.text.split("\n")
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for hunk in reversed(changed_lines(now, lines)):
            replace_hunk(cursor, hunk, lines[hunk.new])
        cursor.endEditBlock()

    def go_to_line(self, line: int, column: int = 0) -> None:
        """Put the text cursor into a line, counted from 0, and show it with some lines above."""
        block = self.document().findBlockByNumber(max(0, min(line, self.blockCount() - 1)))
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + min(column, block.length() - 1))
        self.setTextCursor(cursor)
        self.show_cursor()

    def show_cursor(self, top: int | None = None) -> None:
        """Scroll the line of the text cursor to this height of the screen, or so that some lines are above it."""
        self._keeps_cursor = True
        line = self.fontMetrics().lineSpacing()
        room: float = _ABOVE * line if top is None else top - self.viewport().mapToGlobal(QPoint(0, 0)).y()
        block = self.textCursor().block()
        while block.blockNumber() and (room := room - self.blockBoundingRect(block.previous()).height()) > -line / 2:
            block = block.previous()
        self.show_at_top(block.blockNumber())
        self.ensureCursorVisible()

    def show_at_top(self, line: int) -> None:
        """Scroll so that this line is the first in view, as far as the text allows."""
        self.verticalScrollBar().setValue(self.document().findBlockByNumber(line).firstLineNumber())

    def select(self, line: int, start: int, end: int) -> None:
        """Select columns of a line and show them."""
        block = self.document().findBlockByNumber(line)
        text, cursor = block.text(), QTextCursor(block)
        cursor.setPosition(block.position() + utf16_column(text, start))
        cursor.setPosition(block.position() + utf16_column(text, end), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.centerCursor()

    def mark_changed(self, marks: Sequence[range]) -> None:
        """Mark these lines, in order, as different from the other side; an empty range is where lines are missing."""
        self._marks = marks
        self.viewport().update()
        self.gutter.update()

    def mark_found(self, found: Callable[[int], Sequence[tuple[int, int]]]) -> None:
        """Mark what this returns of each line: columns where something was found."""
        self._found = found
        self._show_selections()

    def set_look(self, theme: Theme, points: int) -> None:
        self.theme = theme
        self._font = style.Style(theme, points).code_font()
        self.setFont(self._font)
        self.document().setDefaultFont(self._font)
        self.setTabStopDistance(self.fontMetrics().horizontalAdvance(" ") * _TAB)
        self.setPalette(style.palette(theme))
        # WORKAROUND Qt 6: a new style sheet gives the paper back the palette it had under the one before.
        self.viewport().setPalette(style.palette(theme))
        self.colours.set_theme(theme)
        self.gutter.fit()
        self._show_selections()

    def marks_of(self, line: int) -> Sequence[range]:
        """Return the marks of a line: the one it is in, and those of lines that are missing above it."""
        end = bisect_right(self._marks, line, key=lambda mark: mark.start)
        return [
            mark for mark in self._marks[max(0, end - 2) : end] if line in mark or (not mark and mark.start == line)
        ]

    def visible_blocks(self) -> Iterator[tuple[QTextBlock, QRect]]:
        """Yield the lines in view, each with its box in the viewport, which does not hold the space above it."""
        block, bottom = self.firstVisibleBlock(), self.viewport().height()
        self.spaces.fit(block)
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top < bottom:
            space = self.spaces.fit(block)
            end = top + self.blockBoundingRect(block).height()
            box = QRect(0, round(top + space), self.viewport().width(), round(end) - round(top + space))
            yield block, box
            top, block = end, block.next()

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy what the file would hold: Qt would make blanks of some characters, and signs of others."""
        data = QMimeData()
        data.setText(selected_text(self.textCursor()))
        return data

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() and not source.hasUrls()

    def insertFromMimeData(self, source: QMimeData) -> None:
        insert(self.textCursor(), source.text().replace("\r\n", "\n").replace("\r", "\n"))
        self.ensureCursorVisible()

    def undo(self) -> None:
        self._selections.undo(super().undo)

    def redo(self) -> None:
        self._selections.redo(super().redo)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.isReadOnly() or not self._press(event):
            super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: ARG002
        return False  # Tab indents

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        band = self.theme.added if self.is_editable else self.theme.removed
        end = 0
        for block, box in self.visible_blocks():
            if box.top() > end and self.spaces.are_there:
                painter.fillRect(QRect(0, end, box.width(), box.top() - end), QColor(self.theme.filler))
            if any(self.marks_of(block.blockNumber())):
                painter.fillRect(box, QColor(band))
            end = box.bottom() + 1
        if self.is_editable:
            line = self.cursorRect()
            line.setX(0)
            line.setWidth(self.viewport().width())
            is_marked = any(self.marks_of(self.textCursor().blockNumber()))
            painter.fillRect(line, style.blend(self.theme.accent, band if is_marked else self.theme.pane, 0.07))
        painter.end()
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.gutter.place()
        self._notice_scroll()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.spaces.are_there and not event.modifiers():
            self.spaces.turn(event.angleDelta().y(), QApplication.wheelScrollLines())
        else:
            super().wheelEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # WORKAROUND Qt 6: with a style sheet on the application, a new parent takes the widget's own font away.
        if event.type() is QEvent.Type.FontChange and hasattr(self, "_font") and self.font() != self._font:
            self.setFont(self._font)

    def margin(self, width: int) -> None:
        """Keep this many pixels free at the left."""
        self._margins = width, self._margins[1]
        self.setViewportMargins(width, 0, self._margins[1], 0)

    @property
    def text_width(self) -> int:
        """Pixels there are for lines, with no margin at the right."""
        bar = self.verticalScrollBar()
        return self.contentsRect().width() - self._margins[0] - (bar.width() if bar.isVisible() else 0)

    def set_text_width(self, width: int) -> None:
        """Give lines this room, of what there is, by a margin at the right."""
        if self.text_width - width != self._margins[1]:
            self._margins = self._margins[0], self.text_width - width
            self.setViewportMargins(self._margins[0], 0, self._margins[1], 0)

    def height_of(self, line: int, text: str) -> int:
        """Return how many lines high a line with this text is; 1 while it is not in the document."""
        room = self.viewport().width() - 2 * self.document().documentMargin() - self.fontMetrics().averageCharWidth()
        if text.isascii() and len(text.expandtabs(_TAB)) * self.fontMetrics().horizontalAdvance("0") <= room:
            return 1
        block = self.document().findBlockByNumber(line)
        self.blockBoundingRect(block)  # or it may not be laid out yet
        return max(block.layout().lineCount(), 1) if block.isValid() else 1

    def set_wrap(self, *, wraps: bool) -> None:
        """Wrap long lines, or let them be scrolled to."""
        mode, bar = QPlainTextEdit.LineWrapMode, Qt.ScrollBarPolicy
        self.setLineWrapMode(mode.WidgetWidth if wraps else mode.NoWrap)
        self.setHorizontalScrollBarPolicy(bar.ScrollBarAlwaysOff if wraps else bar.ScrollBarAsNeeded)
        self.ensureCursorVisible()

    def _build(self, name: str) -> None:
        self.setAccessibleName(name)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.set_wrap(wraps=True)
        self.document().setDocumentMargin(2)
        self.document().contentsChanged.connect(self._notice_change)
        self.document().contentsChange.connect(self.colours.shift)
        self.cursorPositionChanged.connect(self._notice_cursor)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._notice_scroll)
        bar.rangeChanged.connect(self._notice_range)
        bar.actionTriggered.connect(self._notice_scrolling)
        self.blockCountChanged.connect(self.gutter.fit)
        self.spaces.scrolled.connect(self._notice_scroll)

    def _append(self) -> None:
        """Add some more lines at the end, while nothing else is to be done."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        # Qt would paint everything in view again, though only lines far below it are new.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, on=True)
        more, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
        insert(cursor, "\n" + "\n".join(more))
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, on=False)
        if not self._waiting:
            self._finish()

    def _finish(self) -> None:
        self._fill_timer.stop()
        if self.is_editable:
            self.setUndoRedoEnabled(True)
            self.setReadOnly(False)
        self.document().setModified(False)
        self._tell_rested()
        self.filled.emit()

    def _tell_rested(self) -> None:
        content = self.content()
        self.colours.start(content)
        self.rested.emit(content)

    def _notice_change(self) -> None:
        # Qt says the same of letters that only got another colour.
        if self.document().revision() != self._revision:
            self._revision = self.document().revision()
            if self.spaces.are_there:
                self.spaces.fit(self.textCursor().block())  # before its place is asked for
            if not self.is_filling:
                self._rest.start()

    def _notice_cursor(self) -> None:
        self._show_selections()
        self.viewport().update()
        self.place_changed.emit()

    def _notice_scroll(self) -> None:
        self.colours.apply()
        self._show_selections()
        self.scrolled.emit()

    def _notice_range(self) -> None:
        # Qt finds out how high lines are when it paints them, and may have scrolled less far than was asked for.
        if self._keeps_cursor:
            self.ensureCursorVisible()

    def _notice_scrolling(self) -> None:
        self._keeps_cursor = False

    def _press(self, event: QKeyEvent) -> bool:
        """Do what a key means in code; return False where it means what it does in any text."""
        is_plain = not event.modifiers() & (_CONTROL | _ALT)
        match event.key():
            case Qt.Key.Key_Tab if is_plain:
                self._indent() if self._has_lines() else insert(self.textCursor(), self._step())
            case Qt.Key.Key_Backtab if is_plain:
                self._dedent()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if is_plain:
                self._break_line()
            case Qt.Key.Key_Backspace if is_plain and self._blanks_before():
                cursor = self.textCursor()
                count = self._blanks_before()
                cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, count)
                cursor.removeSelectedText()
            case Qt.Key.Key_Home if is_plain:
                self._go_to_start(event)
            case _ if indentation.is_closing(event.text()) and is_plain:
                self._close_bracket(event.text())
            case _ if event.matches(QKeySequence.StandardKey.Undo):
                self.undo()
            case _ if event.matches(QKeySequence.StandardKey.Redo):
                self.redo()
            case _:
                if not self.textCursor().hasSelection():  # which would get it, as a step that can be undone
                    self.setCurrentCharFormat(QTextCharFormat())  # not that of a hidden character before it
                return False
        self.ensureCursorVisible()
        return True

    def _has_lines(self) -> bool:
        return "\u2029" in self.textCursor().selectedText()

    def _step(self) -> str:
        if self.unit == "\t":
            return "\t"
        return " " * (len(self.unit) - self.textCursor().positionInBlock() % len(self.unit))

    def _chosen_blocks(self) -> list[QTextBlock]:
        """Return the lines of the selection; one that is selected up to its first letter is not meant."""
        cursor, document = self.textCursor(), self.document()
        first, last = document.findBlock(cursor.selectionStart()), document.findBlock(cursor.selectionEnd())
        if last != first and last.position() == cursor.selectionEnd():
            last = last.previous()
        blocks = [first]
        while blocks[-1] != last:
            blocks.append(blocks[-1].next())
        return blocks

    def _indent(self) -> None:
        with self._selections.step() as cursor:
            for block in self._chosen_blocks():
                if block.text().strip():
                    cursor.setPosition(block.position())
                    cursor.insertText(self.unit, QTextCharFormat())

    def _dedent(self) -> None:
        with self._selections.step() as cursor:
            for block in self._chosen_blocks():
                cursor.setPosition(block.position())
                count = indentation.dedented(block.text(), self.unit)
                cursor.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, count)
                cursor.removeSelectedText()

    def _break_line(self) -> None:
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        before, behind = self._parts(cursor)
        here, below = indentation.new_line(before, behind, self.unit)
        cursor.insertText(here, QTextCharFormat())
        end = cursor.position()
        cursor.insertText(below, QTextCharFormat())
        cursor.setPosition(end)
        cursor.endEditBlock()
        self.setTextCursor(cursor)

    def _blanks_before(self) -> int:
        cursor = self.textCursor()
        return 0 if cursor.hasSelection() else indentation.back_to_stop(self._parts(cursor)[0], self.unit)

    def _go_to_start(self, event: QKeyEvent) -> None:
        """Go to the first letter of the line, and from there to its very start."""
        cursor, block = self.textCursor(), self.textCursor().block()
        start = block.position() + len(indent_of(block.text()))
        has_shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        mode = QTextCursor.MoveMode.KeepAnchor if has_shift else QTextCursor.MoveMode.MoveAnchor
        cursor.setPosition(block.position() if cursor.position() == start else start, mode)
        self.setTextCursor(cursor)

    def _close_bracket(self, sign: str) -> None:
        """Insert a closing bracket; one that begins its line gets the indentation of the line it closes."""
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.insertText(sign, QTextCharFormat())
        before, _ = self._parts(cursor)
        partner = self._partner(cursor.position() - 1) if not before[:-1].strip() else None
        if partner is not None:
            wanted = indent_of(self.document().findBlock(partner).text())
            cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock, QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(wanted + sign, QTextCharFormat())
        cursor.endEditBlock()
        self.setTextCursor(cursor)

    def _parts(self, cursor: QTextCursor) -> tuple[str, str]:
        """Return what stands in the line before and behind the text cursor."""
        start, block = QTextCursor(cursor), cursor.block()
        start.setPosition(block.position(), QTextCursor.MoveMode.KeepAnchor)
        before = start.selectedText()
        return before, block.text()[len(before) :]

    def _partner(self, position: int) -> int | None:
        """Return the position of the partner of the bracket at a position; None where there is no bracket, or none."""
        sign = self.document().characterAt(position)
        if not indentation.is_bracket(sign):
            return None
        block = self.document().findBlock(position)
        cursor = QTextCursor(block)
        cursor.setPosition(position)
        before, behind = self._parts(cursor)
        is_back = indentation.is_closing(sign)
        first = before if is_back else behind[1:]
        found = indentation.partner_of(_lines_from(block, first, is_back=is_back), sign)
        if found is None:
            return None
        number, column = found
        there = self.document().findBlockByNumber(number)
        if not is_back and number == block.blockNumber():
            column += len(before) + 1
        return there.position() + utf16_column(there.text(), column)

    def _show_selections(self) -> None:
        """Mark the bracket at the text cursor with its partner, and what was found in the lines in view."""
        made: list[QTextEdit.ExtraSelection] = []
        for block, _ in self.visible_blocks():
            found = self._found(block.blockNumber())
            text = block.text() if found else ""
            for start, end in found:
                at = block.position()
                made.append(self._selection(at + utf16_column(text, start), at + utf16_column(text, end), "warn", 0.33))
        position = self.textCursor().position()
        for at in (position - 1, position):
            partner = self._partner(at) if at >= 0 and self.hasFocus() else None
            if partner is not None:
                made += [self._selection(one, one + 1, "accent", 0.3) for one in (at, partner)]
                break
        self.setExtraSelections(made)

    def _selection(self, start: int, end: int, colour: str, share: float) -> QTextEdit.ExtraSelection:
        made = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        form = QTextCharFormat()
        form.setBackground(style.blend(getattr(self.theme, colour), self.theme.pane, share))
        made.cursor, made.format = cursor, form
        return made


def _lines_from(block: QTextBlock, first: str, *, is_back: bool) -> Iterator[tuple[int, str]]:
    """Yield the numbers and texts of the lines from this one on, of which only a part counts."""
    text = first
    while block.isValid():
        yield block.blockNumber(), text
        block = block.previous() if is_back else block.next()
        text = block.text()


class EditorColouring:
    """The syntax colours of an editor: those that are known, in the lines in view."""

    def __init__(self, editor: CodeEditor) -> None:
        self._editor = editor
        self._formats = Formats(editor.theme)
        self._worker = HighlightWorker(editor)
        self._revision = -1
        """That of the document whose colours are worked out."""
        self._worn: dict[int, tuple[Span, ...]] = {}
        self._worker.arrived.connect(self.apply)
        self._worker.asked.connect(lambda: self._worker.want(self._windows()))

    def start(self, content: DiffContent) -> None:
        """Work out the colours of the text as it is now."""
        self._worn.clear()
        self._revision = self._editor.document().revision()
        self._worker.start(document_of(content), self._windows())

    def stop(self) -> None:
        self._worker.stop()

    def set_theme(self, theme: Theme) -> None:
        self._formats = Formats(theme)
        self._worn.clear()
        self.apply()

    def apply(self) -> None:
        """Colour the lines in view, as far as their colours are known."""
        document = self._editor.document()
        if document.revision() != self._revision:
            return  # the numbers of the lines are others by now
        first = last = None
        is_known = True
        for block, _ in self._editor.visible_blocks():
            number = block.blockNumber()
            spans = self._worker.colours.spans(False, number)  # noqa: FBT003
            is_known &= spans is not None
            if spans is None or self._worn.get(number) == spans:
                continue
            self._worn[number] = spans
            block.layout().setFormats(syntax_ranges(block.text(), spans, self._formats))
            first = block.position() if first is None else first
            last = block.position() + block.length()
        if first is not None and last is not None:
            with self._editor.spaces.kept():
                document.markContentsDirty(first, last - first)
        if not is_known:
            self._worker.scrolled()

    def shift(self, position: int, removed: int, added: int) -> None:
        """Let the colours of a line move with its letters until they are worked out again."""
        block = self._editor.document().findBlock(position)
        formats = block.layout().formats() if removed != added else []
        at = position - block.position()
        if not formats or at + added >= block.length():
            return
        for one in formats:
            if one.start >= at + removed:
                one.start += added - removed
            elif one.start + one.length >= at:
                one.length = max(0, one.length + added - removed)
        block.layout().setFormats(formats)

    def _windows(self) -> list[Window]:
        numbers = [block.blockNumber() for block, _ in self._editor.visible_blocks()]
        return [Window(is_old=False, first=numbers[0], last=numbers[-1])] if numbers else []


class EditorGutter(LineNumbers):
    """The line numbers of an editor, and beside them the marks and signs of changed lines."""

    _editor: CodeEditor

    def fit(self) -> None:
        """Take the width that the numbers need."""
        self.setFont(self._editor.font())
        last = self._editor.first_number - 1 + self._editor.blockCount() + self._editor.lines_to_come
        digits = max(3, len(str(last)))
        width = _BAR + 2 * _PAD + (digits + _SIGN) * self.fontMetrics().horizontalAdvance("0")
        if width != self._margin:
            self._margin = width
            self._editor.margin(width)
            self.place()
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        editor, theme = self._editor, self._editor.theme
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(theme.gutter))
        current, line = editor.textCursor().blockNumber(), editor.fontMetrics().lineSpacing()
        removed = QColor(theme.removed_mark)
        mark, sign = (QColor(theme.added_mark), "+") if editor.is_editable else (removed, MINUS)
        end = self.width() - _PAD - _SIGN * self.fontMetrics().horizontalAdvance("0")
        for block, box in editor.visible_blocks():
            number = block.blockNumber()
            marks = editor.marks_of(number)
            painter.setPen(QColor(theme.text if number == current else theme.gutter_text))
            cell = QRect(_BAR, box.top(), end - _BAR, line)
            painter.drawText(cell, _RIGHT, str(number + editor.first_number))
            if any(marks):
                painter.drawText(QRect(end, box.top(), self.width() - end - _PAD, line), _RIGHT, sign)
            for marked in marks:
                if marked:
                    painter.fillRect(QRect(0, box.top(), _BAR, box.height()), mark)
                else:
                    _draw_gap(painter, box.top(), removed)
        painter.setPen(QColor(theme.border))
        painter.drawLine(self.width() - 1, 0, self.width() - 1, self.height())
        painter.end()


def _draw_gap(painter: QPainter, top: int, colour: QColor) -> None:
    """Draw a mark between two lines, for lines that are gone."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    size = _BAR + 2
    painter.drawPolygon(QPolygonF([QPointF(0, top - size), QPointF(size, top), QPointF(0, top + size)]))
