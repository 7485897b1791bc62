"""The guides of a commit message: what of a line is longer than git's log and other programs show.

The subject has 50 letters of room in a list of commits, and 72 before most programs cut it; lines of the body have 72.
"""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import QPlainTextEdit

from guillemet.ui.style import style

SUBJECT, LINE = 50, 72
"""Letters of a subject that are shown in full everywhere, and of any line."""


class MessageGuides(QSyntaxHighlighter):
    """Colours the letters of a message behind its guides, as it is typed."""

    def __init__(self, box: QPlainTextEdit) -> None:
        super().__init__(box.document())
        self._box = box
        box.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.StyleChange:
            self.rehighlight()
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

    def highlightBlock(self, text: str) -> None:
        theme = style.current().theme
        if self.currentBlock().blockNumber() == 0:
            self._mark(SUBJECT, min(len(text), LINE), theme.warn)
        self._mark(LINE, len(text), theme.bad)

    def _mark(self, start: int, end: int, colour: str) -> None:
        form = QTextCharFormat()
        form.setForeground(QColor(colour))
        form.setFontUnderline(True)  # not by the colour alone
        self.setFormat(start, max(end - start, 0), form)
