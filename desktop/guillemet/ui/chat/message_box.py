"""The box a message is written in: it grows with its text, and leaves files and pictures to whoever asked for them."""

from pathlib import PurePath

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from guillemet.llm.messages import Picture
from guillemet.ui import look
from guillemet.ui.chat.picture_writer import PictureWriter

_LEAST, _MOST = 2, 12
"""Lines of text the box is high."""
_SHARE = 0.4
"""Of the window's height that the box may take."""
_MEDIA = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".pdf": "application/pdf",
}


class MessageBox(QPlainTextEdit):
    """Plain text. Enter submits, Shift+Enter begins a line, Escape and Up in the empty box are told.

    submitted: Enter was pressed.
    escaped: Escape was pressed.
    recall_wanted(step): Up (-1) or Down (1) where it would not move the cursor.
    attach_wanted(Picture): an image was pasted; or a file of one, or of a PDF, whose data is then still to be read.
    files_given(paths): other files were pasted, as absolute paths.
    """

    submitted = Signal()
    escaped = Signal()
    recall_wanted = Signal(int)
    attach_wanted = Signal(object)
    files_given = Signal(tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.takes_escape = False
        """Whether Escape means something here."""
        self._known: tuple[int, str] = (-1, "")
        self._writer = PictureWriter(self)
        self._writer.written.connect(self.attach_wanted)
        self.setProperty("role", "input")
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)  # what is dropped is for the composer around it
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Message")
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    @property
    def text(self) -> str:
        """What is written."""
        revision = self.document().revision()
        if self._known[0] != revision:  # it is asked for several times a key
            self._known = (revision, self.toPlainText())
        return self._known[1]

    @property
    def position(self) -> int:
        """Where the cursor stands in `text`, 0-based."""
        return _from_units(self.text, self.textCursor().position())

    def left_of(self, place: int) -> int:
        """Return how far right in the box a place of `text` is, in pixels."""
        cursor = self.textCursor()
        cursor.setPosition(_in_units(self.text, place))
        return self.viewport().mapTo(self, self.cursorRect(cursor).topLeft()).x()

    def replace_part(self, start: int, end: int, text: str) -> None:
        """Put text in the place of a part of `text`, as one step of undo, and the cursor behind it."""
        cursor, before = self.textCursor(), self.text
        cursor.setPosition(_in_units(before, start))
        cursor.setPosition(_in_units(before, end), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text)
        self.setTextCursor(cursor)

    def replace_all(self, text: str) -> None:
        """Put text in the place of everything, so that Ctrl+Z brings back what was there."""
        self.replace_part(0, len(self.text), text)

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        is_enter = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and modifiers in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier):
            self.submitted.emit()
        elif key == Qt.Key.Key_Escape and self.takes_escape:
            self.escaped.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and not modifiers and self._is_at_edge(key):
            self.recall_wanted.emit(-1 if key == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_escape and self.takes_escape and event.type() is QEvent.Type.ShortcutOverride:
            event.accept()  # before the window takes the key for something else
            return True
        return super().event(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasImage() or source.hasUrls() or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        files = local_files(source)
        if files:
            self.take_files(files)
        elif source.hasImage() and not source.hasText():
            self._take_image(source.imageData())
        elif source.hasText():
            self.insertPlainText(source.text())
            self.ensureCursorVisible()

    def take_files(self, files: tuple[str, ...]) -> None:
        """Wish to attach pictures and PDFs, and to use the other files."""
        others = tuple(file for file in files if not media_type(file))
        for file in files:
            if kind := media_type(file):
                self.attach_wanted.emit(Picture(kind, b"", file))
        if others:
            self.files_given.emit(others)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _is_at_edge(self, key: int) -> bool:
        """Whether the cursor cannot go further up, or down, by moving within the text."""
        cursor = self.textCursor()
        towards = QTextCursor.MoveOperation.Up if key == Qt.Key.Key_Up else QTextCursor.MoveOperation.Down
        return not cursor.hasSelection() and not cursor.movePosition(towards)

    def _take_image(self, image: object) -> None:
        if isinstance(image, QImage) and not image.isNull():
            self._writer.write(image)

    def _fit(self) -> None:
        line = self.fontMetrics().lineSpacing()
        most = max(_LEAST, min(_MOST, int(self.window().height() * _SHARE / line)))
        lines = max(_LEAST, round(self.document().size().height()))
        scrolls = Qt.ScrollBarPolicy.ScrollBarAsNeeded if lines > most else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if scrolls is not self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(scrolls)
        self.setFixedHeight(min(lines, most) * line + 2 * look.GAP + 4)


def local_files(source: QMimeData) -> tuple[str, ...]:
    """Return the files of this machine that are pasted or dropped, as absolute paths."""
    return tuple(url.toLocalFile() for url in source.urls() if url.isLocalFile())


def media_type(file: str) -> str:
    """Return the MIME type of a picture or a PDF by its name; empty for every other file."""
    return _MEDIA.get(PurePath(file).suffix.lower(), "")


def _in_units(text: str, place: int) -> int:
    """Return a place of the text as Qt counts it: characters beyond U+FFFF are two."""
    return place if text.isascii() else len(text[:place].encode("utf-16-le", "surrogatepass")) // 2


def _from_units(text: str, units: int) -> int:
    if text.isascii():
        return units
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore"))
