"""The rows of a diff that are in view: which they are, and where each stands."""

from collections.abc import Callable, Iterable, Sequence
from math import ceil
from typing import NamedTuple, cast

from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QFontMetricsF, QRegion, QTextBlock
from PySide6.QtWidgets import QPlainTextEdit

from guillemet.engine.diff.rows import DiffRow, DiffRows


def row_height(font: QFont) -> int:
    """Return the pixels that a row of one line takes; Qt rounds it up, and the line spacing of the font down."""
    metrics = QFontMetricsF(font)
    return ceil(metrics.ascent() + metrics.descent() + max(metrics.leading(), 0))


class VisibleRow(NamedTuple):
    """One row in view, in the viewport's pixels."""

    row: int
    top: int
    height: int
    shown: DiffRow
    """What stands in it."""
    baseline: int
    """That of its first line; the height does not tell it, as Qt adds a margin to the last row."""


def rows_at(rows: Sequence[VisibleRow], region: QRegion) -> Sequence[VisibleRow]:
    """Return those of the rows in view that are at the height of some of this region of the viewport."""
    spans = [(area.top(), area.bottom()) for area in cast("Iterable[QRect]", region)]
    if len(spans) == 1:  # as where all is painted
        ((top, bottom),) = spans
        return [row for row in rows if row.top <= bottom and top < row.top + row.height]
    return [row for row in rows if any(row.top <= end and start < row.top + row.height for start, end in spans)]


class _MeasuredRow(NamedTuple):
    """One row that is laid out; of its heights, Qt keeps fractions of pixels."""

    shown: DiffRow
    height: float
    baseline: float
    """Below its top."""


class VisibleRows:
    """What is in view of an editor; a row that stays in view while that is scrolled is measured once."""

    def __init__(self, editor: QPlainTextEdit, lay_out: Callable[[QTextBlock], object]) -> None:
        """`lay_out` lays a row out where Qt is not to do that."""
        self._editor = editor
        self._lay_out = lay_out
        self._seen: object = None
        self._in_view: list[VisibleRow] = []
        self._measured_for: object = None
        self._measured: dict[int, _MeasuredRow] = {}

    def look(self, rows: DiffRows, revision: int) -> list[VisibleRow]:
        """Return those of these rows that are in view, from the top; other rows or letters have another revision."""
        editor, view = self._editor, self._editor.viewport()
        # The first block may be in view with its last lines only.
        first, above = editor.firstVisibleBlock(), editor.contentOffset()
        seen = first.blockNumber(), above.y(), view.size(), revision
        if seen == self._seen:
            return self._in_view
        self._seen, self._in_view = seen, []
        known = self._measured if self._measured_for == (view.width(), revision) else {}
        self._measured_for, self._measured = (view.width(), revision), {}
        if not first.isValid():
            return self._in_view  # the scroll bar still has the range of a longer text
        top, bottom = editor.blockBoundingGeometry(first).translated(above).top(), view.height()
        block = first
        for row in range(first.blockNumber(), min(len(rows), editor.blockCount())):
            if top >= bottom:
                break
            shown, height, baseline = self._measured[row] = known.get(row) or self._measure(block, rows[row])
            pixel, end = round(top), round(top + height)
            self._in_view.append(VisibleRow(row, pixel, end - pixel, shown, round(top + baseline)))
            top, block = top + height, block.next()
        return self._in_view

    def _measure(self, block: QTextBlock, shown: DiffRow) -> _MeasuredRow:
        self._lay_out(block)
        # Rows with letters of another font are a little higher.
        height = self._editor.blockBoundingRect(block).height()
        if not block.next().isValid():
            height -= self._editor.document().documentMargin()  # which Qt counts as a part of the last line
        first = block.layout().lineAt(0)  # blockBoundingRect laid it out, if nothing did before
        return _MeasuredRow(shown, height, first.y() + first.ascent() if first.isValid() else 0)
