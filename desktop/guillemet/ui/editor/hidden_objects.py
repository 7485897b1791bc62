"""Hidden characters in an editor: each is one object of the document, shown written out, such as ‹U+202E›.

So it can be seen, passed with the text cursor, deleted, copied and brought back by undo like a letter, and the text
around it is neither reordered nor broken by it. Some of them, such as a line separator, Qt's documents could not hold.
"""

from collections.abc import Iterator

from PySide6.QtCore import QObject, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPyTextObject,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from guillemet.engine.diff.hidden import find_hidden, has_hidden, reveal
from guillemet.ui.style import style

OBJECT = "\ufffc"
"""What stands for the character in the document."""
_KIND = QTextFormat.ObjectTypes.UserObject.value + 1
_CODE = QTextFormat.Property.UserProperty.value + 1


class HiddenObjects(QPyTextObject):
    """Draws the hidden characters of one document."""

    def __init__(self, document: QTextDocument, parent: QObject) -> None:
        super().__init__(parent)
        document.documentLayout().registerHandler(_KIND, self)

    def intrinsicSize(self, document: QTextDocument, _at: int, form: QTextFormat) -> QSizeF:
        metrics = QFontMetricsF(document.defaultFont())
        return QSizeF(metrics.horizontalAdvance(_written(form)), metrics.ascent())

    def drawObject(
        self, painter: QPainter, box: QRectF | QRect, document: QTextDocument, _at: int, form: QTextFormat
    ) -> None:
        theme = style.current().theme
        painter.fillRect(box, style.blend(theme.bad, theme.pane, 0.16))
        painter.setPen(QColor(theme.bad))
        painter.setFont(document.defaultFont())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, _written(form))


def insert(cursor: QTextCursor, text: str) -> None:
    """Insert a text whose lines end at LF, its hidden characters as objects."""
    plain = QTextCharFormat()
    if not has_hidden(text):
        cursor.insertText(text, plain)
        return
    cursor.beginEditBlock()
    end = 0
    for found in find_hidden(text):
        if found[0] != "\n":
            cursor.insertText(text[end : found.start()], plain)
            cursor.insertText(OBJECT, _format_of(found[0]))
            end = found.end()
    cursor.insertText(text[end:], plain)
    cursor.endEditBlock()


def count_hidden(text: str) -> int:
    """Return how many objects a text would be inserted with."""
    return sum(found[0] != "\n" for found in find_hidden(text)) if has_hidden(text) else 0


def whole_text(document: QTextDocument) -> str:
    """Return the text of a document, its lines ended by LF and with the hidden characters themselves."""
    return _restored(document, document.toRawText(), 0)


def selected_text(cursor: QTextCursor) -> str:
    """Return the selected text, as `whole_text` does."""
    return _restored(cursor.document(), cursor.selectedText(), cursor.selectionStart())


def _restored(document: QTextDocument, raw: str, start: int) -> str:
    text = raw.replace("\u2029", "\n")
    if OBJECT not in text:
        return text
    codes = _codes(document, start)
    return "".join(next(codes) if letter == OBJECT else letter for letter in text)


def _codes(document: QTextDocument, start: int) -> Iterator[str]:
    """Yield the character that each object from this place on stands for; a file may hold the sign itself, too."""
    found = document.find(OBJECT, start)
    while not found.isNull():
        code = found.charFormat().property(_CODE)
        yield OBJECT if code is None else chr(code)
        found = document.find(OBJECT, found)


def _format_of(character: str) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setObjectType(_KIND)
    made.setProperty(_CODE, ord(character))
    made.setToolTip(f"Hidden character {reveal(character)}")
    return made


def _written(form: QTextFormat) -> str:
    return reveal(chr(form.property(_CODE)))
