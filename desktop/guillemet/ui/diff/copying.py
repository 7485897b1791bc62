"""What is copied from a sheet: the lines as they are in the file."""

from collections.abc import Iterator

from PySide6.QtGui import QTextCursor

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.rows import DiffRows
from guillemet.ui.diff.diff_side import Shows
from guillemet.ui.diff.formatting import python_column


def selected_lines(cursor: QTextCursor, content: DiffContent, rows: DiffRows, shows: Shows) -> Iterator[str]:
    """Yield the selected lines: no gutter, no folds, no empty sides, nothing written out, none cut for showing."""
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    block = cursor.document().findBlock(start)
    while block.isValid() and block.position() <= end and block.blockNumber() < len(rows):
        place = shows.place(rows[block.blockNumber()])
        if place is not None:
            side = content.old if place[0] else content.new
            text = side.shown[place[1]]
            is_last = end < block.position() + block.length()
            first = python_column(text, max(0, start - block.position()))
            last = python_column(text, end - block.position()) if is_last else None
            if last is not None and last >= len(text):
                last = None
            yield side.copied(place[1], first, last)
        block = block.next()
