"""Rows that are too long for their editor: their further lines begin at the indentation of the first.

Qt lays a row out when its size is first needed, without the indentation, unless it is laid out already. So that is done
here before: when rows are filled, and again wherever Qt drops layouts. How many lines a row will take is counted in the
same way before it is in the document.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast
from unicodedata import bidirectional

from PySide6.QtCore import QPointF, QSignalBlocker
from PySide6.QtGui import QFont, QFontMetricsF, QTextBlock, QTextLayout, QTextLine
from PySide6.QtWidgets import QPlainTextEdit

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.rows import DiffRows
from guillemet.ui.style import style

if TYPE_CHECKING:
    from guillemet.ui.diff.diff_editor import DiffEditor

LINE_BREAK = "\u2028"
"""Breaks the line, and leaves it one block."""
_BLANKS = (" ", "\t")


class _Measures:
    """What the width and the font of an editor come to, in pixels."""

    def __init__(self, font: QFont, room: float, tab: int) -> None:
        self.font = font
        self.room = room
        """For a line."""
        self.tab = tab
        """In letters."""
        self._letters = QFontMetricsF(font)
        letter = max(self._letters.horizontalAdvance("0"), 1)
        self._spare = room - self._letters.averageCharWidth()  # a line that barely fits is laid out to be measured
        self._columns = int(self._spare / letter)
        self._most = max(room / 2 // letter, 1) * letter
        self._indentations: dict[str, float] = {}

    def indentation(self, line: QTextLine, blanks: str) -> float:
        """Return how wide the blanks are that a line begins with, at most half of the room, in whole letters."""
        known = self._indentations.get(blanks)
        if known is None:
            start, end = (cast("tuple[float, int]", line.cursorToX(at))[0] for at in (0, len(blanks)))
            known = self._indentations[blanks] = min(end - start, self._most)
        return known

    def is_higher(self, text: str) -> bool:
        """Whether a text may be too long for a line."""
        if text.isascii() and "\t" not in text:
            return len(text) > self._columns
        return LINE_BREAK in text or self._letters.horizontalAdvance(text.expandtabs(self.tab)) > self._spare


class WrappedLines:
    """The lines that the rows of one editor take."""

    def __init__(self, editor: "DiffEditor") -> None:
        self._editor = editor
        self._measures: _Measures | None = None
        self._indented: Mapping[int, str] = {}
        """The rows measured last that are to be indented, and the blanks they begin with."""

    def heights(
        self, content: DiffContent, rows: DiffRows, first: int, lines: Sequence[str], known: dict[object, int]
    ) -> dict[int, int]:
        """Return how many lines high those of these texts would be that are more than one, by their index.

        They are those of the rows from the `first` on. `known` holds what was measured, also for another editor.
        """
        measures, option = self._measure(), self._editor.document().defaultTextOption()
        self._indented, heights = {}, dict[int, int]()
        for at, text in enumerate(lines):
            if not measures.is_higher(text):
                continue
            blanks = self._blanks(text, content, rows, first + at)
            height = known.get((measures.room, blanks, text))
            if height is None:
                layout = QTextLayout(text, measures.font)
                layout.setTextOption(option)
                height = known[measures.room, blanks, text] = _break(layout, blanks, measures)
            if height > 1:
                heights[at] = height
                if blanks:
                    self._indented[first + at] = blanks
        return heights

    def tell(self, heights: Mapping[int, int]) -> None:
        """Let the vertical bar know how many lines high rows are, and lay out those measured last that are indented."""
        document = self._editor.document()
        for row, height in heights.items():
            block = document.findBlockByNumber(row)
            if block.lineCount() != height:
                block.setLineCount(height)
            if row in self._indented:
                self._lay_out(block, self._indented[row])
        if heights:
            # Also where Qt counted all these lines while the text was set: the bar was not made longer for them.
            self._tell_size()

    def fit(self, block: QTextBlock) -> None:
        """Lay a row out if its further lines are to be indented and are not."""
        layout = block.layout()
        lines = layout.lineCount()
        if lines == 1 or not self._wraps or (lines and layout.lineAt(1).x() > block.document().documentMargin()):
            return
        text, rows, row = block.text(), self._editor.rows, block.blockNumber()
        if row < len(rows) and text.startswith(_BLANKS) and self._measure().is_higher(text.rstrip(LINE_BREAK)):
            blanks = self._blanks(text, self._editor.content, rows, row)
            if blanks:
                self._lay_out(block, blanks)

    def fit_below(self, position: int, count: int = 0) -> None:
        """Lay out the row at a position, and those that so many further characters are in, if Qt dropped them."""
        document = self._editor.document()
        first, last = (document.findBlock(min(position + more, document.characterCount() - 1)) for more in (0, count))
        lines = document.lineCount()
        for row in range(first.blockNumber(), last.blockNumber() + 1):
            self.fit(document.findBlockByNumber(row))
        if document.lineCount() != lines:
            self._tell_size()

    @contextmanager
    def kept(self) -> Iterator[Callable[[QTextBlock], None]]:
        """Yield what drops the layout of a row; at the end all dropped ones are laid out again, before Qt can do so."""
        document, dropped = self._editor.document(), set[int]()
        lines, end = document.lineCount(), document.characterCount() - 1

        def drop(block: QTextBlock) -> None:
            position, length = block.position(), block.length()
            document.markContentsDirty(position, length)
            if self._wraps:  # Qt counts what was there and what is there, one below the other
                below = document.findBlock(min(position + 2 * length, end)).blockNumber()
                dropped.update(range(block.blockNumber(), below + 1))

        with QSignalBlocker(document.documentLayout()):  # or Qt would paint everything in view again
            yield drop
        for row in dropped:
            self.fit(document.findBlockByNumber(row))
        if document.lineCount() != lines:
            self._tell_size()

    @property
    def _wraps(self) -> bool:
        return self._editor.lineWrapMode() is not QPlainTextEdit.LineWrapMode.NoWrap

    def _measure(self) -> "_Measures":
        """Return the measures of the width and the font there are."""
        font, tab = self._editor.font(), style.current().tab_width
        room = self._editor.viewport().width() - 2 * self._editor.document().documentMargin()
        known = self._measures
        if known is None or (known.font, known.room, known.tab) != (font, room, tab):
            known = self._measures = _Measures(font, room, tab)
        return known

    def _blanks(self, text: str, content: DiffContent, rows: DiffRows, row: int) -> str:
        """Return the blanks of a row behind which its further lines are to begin; empty for those at the margin."""
        if not text.startswith(_BLANKS):
            return ""
        place = self._editor.shows.place(rows[row])
        if place is None or (content.old if place[0] else content.new).is_piece(place[1]) or _is_right_to_left(text):
            return ""
        return text[: len(text) - len(text.lstrip("".join(_BLANKS)))]

    def _lay_out(self, block: QTextBlock, blanks: str) -> None:
        """Lay out a row as Qt does, but for the indentation."""
        document, layout = self._editor.document(), block.layout()
        layout.setTextOption(document.defaultTextOption())
        count = _break(layout, blanks, self._measure(), left=document.documentMargin())
        if block.lineCount() != count:
            block.setLineCount(count)

    def _tell_size(self) -> None:
        layout = self._editor.document().documentLayout()
        layout.documentSizeChanged.emit(layout.documentSize())


def _break(layout: QTextLayout, blanks: str, measures: _Measures, *, left: float | None = None) -> int:
    """Break a text into lines, which are put in their places where `left` is given; return how many they are."""
    place, room = QPointF(left or 0, 0), measures.room
    count = 0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(room)
        if left is not None:
            line.setLeadingIncluded(True)
            line.setPosition(place)
            place.setY(place.y() + line.height())
        if blanks and not count:
            indentation = measures.indentation(line, blanks)
            room -= indentation
            place.setX(place.x() + indentation)
        count += 1
    layout.endLayout()
    return count


def _is_right_to_left(text: str) -> bool:
    """Whether a text is written from right to left, by its first letter that has a direction."""
    kinds = () if text.isascii() else map(bidirectional, text)
    return next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L"
