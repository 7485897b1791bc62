"""The guides of a commit message: what of a line is longer than git's log and other programs show.

The subject has 50 letters of room in a list of commits, and 72 before most programs cut it; lines of the body have 72.
"""

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from guillemet.ui.style import style

SUBJECT, LINE = 50, 72
"""Letters of a subject that are shown in full everywhere, and of any line."""


class MessageGuides(QObject):
    """Colours the letters of a message behind its guides, as it is typed."""

    def __init__(self, box: QPlainTextEdit) -> None:
        super().__init__(box)
        self._box = box
        box.textChanged.connect(self._mark)
        box.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.StyleChange:
            self._mark()
        return super().eventFilter(watched, event)

    @property
    def words(self) -> str:
        """Which line is too long, and by how much, in one line of the panel; empty while none is."""
        lengths = [len(line) for line in self._box.toPlainText().split("\n")]
        number, long = next(((n, length) for n, length in enumerate(lengths) if length > LINE), (0, lengths[0]))
        if long <= SUBJECT:
            return ""
        which = f"Line {number + 1}" if number else "Subject"
        return f"{which}: {long:,} letters; {SUBJECT if long <= LINE else LINE} fit."

    def _mark(self) -> None:
        self._box.setExtraSelections(list(self._marks()))

    def _marks(self) -> Iterator[QTextEdit.ExtraSelection]:
        theme, block = style.current().theme, self._box.document().firstBlock()
        while block.isValid():
            start, end = block.position(), block.position() + block.length() - 1
            if block.blockNumber() == 0:
                yield from self._mark_of(start + SUBJECT, min(start + LINE, end), theme.warn)
            yield from self._mark_of(start + LINE, end, theme.bad)
            block = block.next()

    def _mark_of(self, start: int, end: int, colour: str) -> Iterator[QTextEdit.ExtraSelection]:
        if start >= end:
            return
        form = QTextCharFormat()
        form.setForeground(QColor(colour))
        form.setFontUnderline(True)  # not by the colour alone
        mark = QTextEdit.ExtraSelection()
        mark.cursor, mark.format = QTextCursor(self._box.document()), form
        mark.cursor.setPosition(start)
        mark.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        yield mark
