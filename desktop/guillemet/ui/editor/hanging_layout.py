"""Lays out wrapped lines so that what is broken off stands below the line's indentation, and not below its number.

|    total = sum(price * count for price,
|          count in lines)                      the indentation, and two letters more
"""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QTextBlock, QTextDocument, QTextLayout
from PySide6.QtWidgets import QPlainTextDocumentLayout

_LETTERS = 2
"""By which the rest of a line stands further right than its beginning."""
_MOST = 0.5
"""Of the room in a line: the indentation leaves at least the rest of it to the text."""


def break_lines(layout: QTextLayout, text: str, font: QFont, room: float, *, left: float = 0.0) -> None:
    """Break a text into lines of this many pixels, the first of which begins `left` pixels from the edge."""
    indentation = text[: len(text) - len(text.lstrip(" \t"))]
    tabs = indentation.count("\t")
    blank = QFontMetricsF(font).horizontalAdvance(" ")
    indent = tabs * layout.textOption().tabStopDistance() + (len(indentation) - tabs + _LETTERS) * blank
    hang, height = 0.0, 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLeadingIncluded(True)
        line.setLineWidth(room - hang)
        line.setPosition(QPointF(left + hang, height))
        height += line.height()
        hang = min(indent, room * _MOST)
    layout.endLayout()


class HangingLayout(QPlainTextDocumentLayout):
    """The layout of a plain text whose lines are wrapped."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.is_wrapping = False
        self._room = 0.0
        """Pixels of a line."""
        self._widest = 0.0
        """Pixels of the widest letter of a fixed font."""

    def fit(self, width: float) -> None:
        """Take the width of the view, and the letters, that lines are to be laid out for."""
        self._room = width - 2 * self.document().documentMargin()
        self._widest = 2 * QFontMetricsF(self.document().defaultFont()).averageCharWidth()

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        if self.is_wrapping and block.isValid() and block.isVisible() and not block.layout().lineCount():
            text = block.text()
            if len(text) * self._widest > self._room or "\t" in text:  # Qt lays out what is one line anyway
                self._lay_out(block, text)
        return super().blockBoundingRect(block)

    def documentChanged(self, position: int, removed: int, added: int) -> None:
        block = self.document().findBlock(position)
        # Qt lays out a single changed block by itself, without asking this class; of two it takes away the layout.
        reach = block.position() + block.length() + 1 - position if self.is_wrapping and block.next().isValid() else 0
        super().documentChanged(position, removed, max(added, reach))
        if self.is_wrapping and not reach:
            block.clearLayout()

    def _lay_out(self, block: QTextBlock, text: str) -> None:
        document, layout = self.document(), block.layout()
        layout.setTextOption(document.defaultTextOption())
        break_lines(layout, text, document.defaultFont(), self._room, left=document.documentMargin())
        before = document.lineCount()
        block.setLineCount(layout.lineCount())
        if document.lineCount() != before:
            self.documentSizeChanged.emit(self.documentSize())
