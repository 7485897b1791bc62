"""Code in a card: fixed width, wrapped, changed lines and characters marked, hidden characters written out."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QColor, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from guillemet.engine.diff.lines import ChangedLines, changed_lines
from guillemet.engine.diff.words import Span, changed_spans, pair_lines
from guillemet.engine.text import counted
from guillemet.ui.style import style
from guillemet.ui.style.theme import Theme
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.text_box import TextBox
from guillemet.ui.wording import MINUS, seen

MOST_LINES = 400
"""A card shows no more; the diff pane shows everything."""
LONGEST = 2_000


class CodeLine(Struct, frozen=True):
    """One line to show."""

    text: str
    sign: str = " "
    """`+`, `−` or a blank."""
    marks: tuple[tuple[int, int], ...] = ()
    """Column ranges that changed, within `text`."""


Marks = dict[int, tuple[Span, ...]]
"""The columns that differ, by changed line."""


def compared(old: Sequence[str], new: Sequence[str]) -> tuple[Sequence[ChangedLines], Marks, Marks]:
    """Return the runs of changed lines, and of each side's changed lines the columns that differ.

    None are returned of a line that has nothing in common with one of the other side.
    """
    hunks = changed_lines(old, new)
    return (hunks, *_marks(old, new, hunks, is_whole_marked=False))


def differing(old: Sequence[str], new: Sequence[str]) -> tuple[Marks, Marks]:
    """Return of each side's changed lines the columns that differ: all of a line without a like one."""
    return _marks(old, new, changed_lines(old, new), is_whole_marked=True)


def _marks(
    old: Sequence[str], new: Sequence[str], hunks: Sequence[ChangedLines], *, is_whole_marked: bool
) -> tuple[Marks, Marks]:
    of_old: Marks = {}
    of_new: Marks = {}
    for hunk in hunks:
        for a, b in pair_lines(tuple(old[hunk.old]), tuple(new[hunk.new])):
            one = "" if a is None else old[hunk.old_start + a]
            other = "" if b is None else new[hunk.new_start + b]
            spans = ((), ()) if a is None or b is None else changed_spans(one, other)
            if is_whole_marked and not any(spans):
                spans = ((0, len(one)),), ((0, len(other)),)
            if a is not None:
                of_old[hunk.old_start + a] = spans[0]
            if b is not None:
                of_new[hunk.new_start + b] = spans[1]
    return of_old, of_new


class CodeBox(TextBox):
    """Lines of code, as many as a card can bear, the rest counted."""

    def __init__(
        self, text: str = "", parent: QWidget | None = None, *, name: str = "Code", has_bands: bool = True
    ) -> None:
        """Colour added and removed lines, or, without bands, mark only the words that differ in two plain texts."""
        super().__init__(parent)
        self._has_bands = has_bands
        self._lines: tuple[CodeLine, ...] = ()
        self._more = 0
        self._points = 0
        """The size of letters while one zooms; 0 for that of the style."""
        self.setAccessibleName(name)
        self.setUndoRedoEnabled(False)
        if text:
            self.set_lines([CodeLine(line) for line in seen(text).split("\n")])

    def set_lines(self, lines: Sequence[CodeLine], *, more: int = 0) -> None:
        """Show these lines, already free of hidden characters; `more` lines are only counted."""
        kept = tuple(lines[:MOST_LINES])
        more += len(lines) - len(kept)
        if (kept, more) != (self._lines, self._more):
            self._lines, self._more = kept, more
            self._fill()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange and hasattr(self, "_points"):
            # WORKAROUND Qt 6: a new style sheet takes the letters away after it has announced itself.
            QTimer.singleShot(0, self, self._restyle)

    def _restyle(self) -> None:
        self._points = 0
        self._fill()

    def set_size(self, points: int) -> None:
        """Show the letters in this size, until another style is in force."""
        if points != self.font().pointSize():
            self._points = points
            self._fill()

    def _fill(self) -> None:
        theme = style.current().theme
        font = style.current().code_font(self._points)
        document = self.document()
        document.clear()
        document.setDefaultFont(font)
        self.setFont(font)
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        signed = any(line.sign != " " for line in self._lines)
        indent = self.fontMetrics().horizontalAdvance("x") * (2 if signed else 0)
        for number, line in enumerate(self._lines):
            form = _block_format(line.sign if self._has_bands else " ", theme, indent)
            if number:
                cursor.insertBlock(form)
            else:
                cursor.setBlockFormat(form)
            word = theme.added_word if line.sign == "+" else theme.removed_word
            _insert_line(cursor, line, theme, word=word if self._has_bands else theme.found, signed=signed)
        if self._more > 0:
            dim = QTextCharFormat()
            dim.setForeground(QColor(theme.dim))
            cursor.insertBlock(QTextBlockFormat())
            cursor.insertText(f"… {counted(self._more, 'more line')}", dim)
        cursor.endEditBlock()


def framed(box: CodeBox) -> QFrame:
    """Return the box in a frame of its own, for use inside a card."""
    frame = QFrame()
    frame.setProperty("role", "code")
    fill(QVBoxLayout(frame), box, margins=(style.GAP, style.TIGHT))
    return frame


def _block_format(sign: str, theme: Theme, indent: int) -> QTextBlockFormat:
    form = QTextBlockFormat()
    # Or the sign of a line in Hebrew would hang over the right edge.
    form.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    form.setLeftMargin(indent)
    form.setTextIndent(-indent)
    if sign == "+":
        form.setBackground(QColor(theme.added))
    elif sign == MINUS:
        form.setBackground(QColor(theme.removed))
    return form


def _insert_line(cursor: QTextCursor, line: CodeLine, theme: Theme, *, word: str, signed: bool) -> None:
    plain, marked = QTextCharFormat(), QTextCharFormat()
    plain.setForeground(QColor(theme.text))
    marked.setForeground(QColor(theme.text))
    marked.setBackground(QColor(word))
    text = line.text.replace("\t", " " * style.current().tab_width)
    if signed:
        cursor.insertText(f"{line.sign} ", plain)
    if "\t" in line.text or len(text) > LONGEST:
        rest = f" … {len(text) - LONGEST:,} more characters" if len(text) > LONGEST else ""
        cursor.insertText(text[:LONGEST] + rest, plain)
        return
    at = 0
    for start, end in line.marks:
        cursor.insertText(text[at:start], plain)
        cursor.insertText(text[start:end], marked)
        at = end
    cursor.insertText(text[at:], plain)
