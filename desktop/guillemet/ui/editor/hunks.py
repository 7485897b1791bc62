"""Hunks of a text that is edited: their lines in the document replaced by others."""

from collections.abc import Sequence

from PySide6.QtGui import QTextCursor

from guillemet.engine.diff.lines import ChangedLines
from guillemet.ui.editor.hidden_objects import insert


def replace_hunk(cursor: QTextCursor, hunk: ChangedLines, lines: Sequence[str]) -> None:
    """Replace the old lines of a hunk by these; the lines below are as they were still."""
    document = cursor.document()
    first = document.findBlockByNumber(hunk.old_start)
    if first.isValid():
        cursor.setPosition(first.position())
        text = "".join(f"{line}\n" for line in lines)
    else:  # below the last line
        cursor.movePosition(QTextCursor.MoveOperation.End)
        text = "".join(f"\n{line}" for line in lines)
    behind = document.findBlockByNumber(hunk.old_start + hunk.old_count)
    if behind.isValid():
        cursor.setPosition(behind.position(), QTextCursor.MoveMode.KeepAnchor)
    elif hunk.old_count:
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        text = text.removesuffix("\n")
        if not lines and hunk.old_start:  # the newline before the lines goes with them
            end = cursor.position()
            cursor.setPosition(first.position() - 1)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    cursor.removeSelectedText()
    insert(cursor, text)
