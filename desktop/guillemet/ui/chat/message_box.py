"""The box a message is written in: it grows with its text, and hands on files and pictures by signals."""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import PurePath

from msgspec import Struct
from PySide6.QtCore import QBuffer, QByteArray, QEvent, QIODevice, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from guillemet.app.task_runner import run_detached
from guillemet.engine.text import python_column, utf16_column
from guillemet.llm.messages import Picture
from guillemet.ui.actions import Act
from guillemet.ui.chat.commands import REACH
from guillemet.ui.shortcuts import act_pressed, claims
from guillemet.ui.style import style
from guillemet.ui.widgets.fields import DraftBox

LONGEST = 30_000
"""Characters of a line that is not folded."""
_BEGINNING = 30


class LongLineFolding:
    """Lines too long for a text box, folded: a short note stands for each until the text is asked for.

    {"a":1,"b":2,…                         2,000,000 characters
    «{"a":1,"b":2,… 2,000,000 characters»  as it stands in the box

    Qt lays a whole line out again at every key, which for a megabyte takes a quarter of a second.
    """

    def __init__(self) -> None:
        self._lines: dict[str, str] = {}
        self._notes: re.Pattern[str] | None = None

    def fold(self, text: str) -> str:
        """Return the text with a note for every line that is too long."""
        if not _has_long_line(text):
            return text
        return "\n".join(self._short(line) for line in text.split("\n"))

    def unfold(self, text: str) -> str:
        """Return the text with every line in the place of its note."""
        return self._notes.sub(lambda found: self._lines[found[0]], text) if self._notes else text

    def note_around(self, line: str, place: int) -> tuple[int, int] | None:
        """Return where the note begins and ends in or at whose ends this place of a line is, if there is one."""
        spans = (found.span() for found in self._notes.finditer(line)) if self._notes else ()
        return next((span for span in spans if span[0] <= place <= span[1]), None)

    def forget(self) -> None:
        """Forget every line: its note is a text like any other from now on."""
        self._lines.clear()
        self._notes = None

    def _short(self, line: str) -> str:
        if len(line) <= LONGEST:
            return line
        return f"{self._note(line[:-1])}\r" if line.endswith("\r") else self._note(line)

    def _note(self, line: str) -> str:
        number, note = 1, ""
        while not note or self._lines.get(note, line) != line:
            which = f", number {number}" if number > 1 else ""
            note = f"«{line[:_BEGINNING].strip()}… {len(line):,} characters{which}»"
            number += 1
        self._lines[note] = line
        self._notes = re.compile("|".join(map(re.escape, self._lines)))
        return note


def _has_long_line(text: str) -> bool:
    start = 0
    while start + LONGEST < len(text):
        start = text.rfind("\n", start, start + LONGEST + 1) + 1
        if not start:
            return True
    return False


_LEAST, _MOST = 2, 12
"""Lines of text the box is high."""
_SHARE = 0.4
"""Of the window's height that the box may take."""
_FAST = 80
"""Quality of the PNG writer: the file is a fifth larger than it might be, and there in a quarter of the time."""
_LOOKED_AT = 1_000
"""Lines that are looked at one by one for something that is not a blank."""
_MEDIA = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".pdf": "application/pdf",
}


class CursorExcerpt(Struct, frozen=True):
    """What stands around the cursor."""

    text: str
    position: int
    """Of the cursor in it, 0-based."""
    start: int
    """Where it begins in the box, as Qt counts."""

    def place(self, position: int) -> int:
        """Return where a position of it is in the box, as Qt counts."""
        return self.start + utf16_column(self.text, position)


class MessageBox(DraftBox):
    """A draft that Enter submits; Shift+Enter begins a line, Up in the empty box is a signal; other keys may be chosen.

    recall_requested(step): Up (-1) or Down (1) where it would not move the cursor.
    attach_requested(Picture): an image was pasted; or a file of one, or of a PDF, whose data is then still to be read.
    files_given(paths): other files were pasted, as absolute paths.
    text_pasted(text): this was pasted, and is in the box as it was.
    """

    recall_requested = Signal(int)
    attach_requested = Signal(object)
    files_given = Signal(tuple)
    text_pasted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.takes_escape = False
        """Whether Escape means something here."""
        self._known: tuple[int, str] = (-1, "")
        self._folding = LongLineFolding()
        super().__init__("Message", submit=Act.SEND, least=_LEAST, parent=parent)
        self.setPlaceholderText("")
        self.setAcceptDrops(False)  # what is dropped is for the composer around it
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._was_at = 0
        self.cursorPositionChanged.connect(self._leave_note)

    @property
    def text(self) -> str:
        """What is written, lines in the place of their notes."""
        revision = self.document().revision()
        if self._known[0] != revision:
            self._known = (revision, self._folding.unfold(self.toPlainText()))
        return self._known[1]

    @property
    def is_blank(self) -> bool:
        block = self.document().begin()
        for _ in range(_LOOKED_AT):
            if not block.isValid() or block.text().strip():
                return not block.isValid()
            block = block.next()
        return not self.text.strip()

    @property
    def excerpt(self) -> CursorExcerpt:
        """The line the cursor stands in, and as much before it as completion looks at."""
        cursor = self.textCursor()
        block = cursor.block()
        before, after = _cut(block.text(), cursor.positionInBlock())
        while len(before) <= REACH and (block := block.previous()).isValid():
            before = f"{block.text()}\n{before}"
        return CursorExcerpt(before + after, len(before), cursor.position() - utf16_column(before, len(before)))

    def left_of(self, place: int) -> int:
        """Return how far right in the box a place is, as Qt counts them, in pixels."""
        cursor = self.textCursor()
        cursor.setPosition(place)
        return self.viewport().mapTo(self, self.cursorRect(cursor).topLeft()).x()

    def replace_part(self, start: int, end: int, text: str) -> None:
        """Put text between two places, as Qt counts them, as one step of undo, and the cursor behind it."""
        cursor = self.textCursor()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(self._folding.fold(text))
        self.setTextCursor(cursor)

    def replace_all(self, text: str) -> None:
        """Put text in the place of everything, so that Ctrl+Z brings back what was there."""
        self.replace_part(0, self.document().characterCount() - 1, text)

    def forget(self) -> None:
        """Forget what was there before: Ctrl+Z brings none of it back."""
        self.document().clearUndoRedoStacks()
        if self.document().isEmpty():
            self._folding.forget()

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        match act_pressed(self._acts, event):
            case Act.SEND:
                self.submitted.emit()
            case Act.STOP_WHILE_WRITING:
                self.escaped.emit()
            case Act.NEW_LINE:
                self.textCursor().insertBlock()
                self.ensureCursorVisible()
            case Act.LAST_MESSAGE if key != Qt.Key.Key_Up or self._is_at_edge(key):
                self.recall_requested.emit(-1)
            case _ if key == Qt.Key.Key_Down and not modifiers and self._is_at_edge(key):
                self.recall_requested.emit(1)
            case _:
                if key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
                    self._select_note()
                QPlainTextEdit.keyPressEvent(self, event)  # Ctrl+Enter and Escape mean something else here

    def event(self, event: QEvent) -> bool:
        return any(claims(event, act) for act in self._acts) or super().event(event)

    @property
    def _acts(self) -> Sequence[Act]:
        """Those of which the keys mean something here now."""
        return (Act.SEND, Act.NEW_LINE, Act.LAST_MESSAGE, *[Act.STOP_WHILE_WRITING] * self.takes_escape)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasImage() or source.hasUrls() or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        files = local_files(source)
        if files:
            self.take_files(files)
        elif source.hasImage() and not source.hasText():
            self._take_image(source.imageData())
        elif source.hasText():
            self.insertPlainText(self._folding.fold(source.text()))
            self.ensureCursorVisible()
            if source.text().strip() in self.text:
                self.text_pasted.emit(source.text())

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        data.setText(self._folding.unfold(self.textCursor().selection().toPlainText()))
        return data

    def take_files(self, files: tuple[str, ...]) -> None:
        """Ask to attach pictures and PDFs, and to use the other files."""
        others = tuple(file for file in files if not media_type(file))
        for file in files:
            if kind := media_type(file):
                self.attach_requested.emit(Picture(kind, b"", file))
        if others:
            self.files_given.emit(others)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _leave_note(self) -> None:
        """Keep the cursor out of the note of a long line, which would be no note any more if it were changed."""
        cursor = self.textCursor()
        at = cursor.positionInBlock()
        if not cursor.hasSelection() and (note := self._note_at(cursor)) and note[0] < at < note[1]:
            cursor.setPosition(cursor.block().position() + note[self._was_at <= cursor.position()])
            self.setTextCursor(cursor)
        self._was_at = self.textCursor().position()

    def _select_note(self) -> None:
        """Select the note of a long line that the cursor touches, for it goes as a whole."""
        cursor = self.textCursor()
        if not cursor.hasSelection() and (note := self._note_at(cursor)):
            start = cursor.block().position()
            cursor.setPosition(start + note[0])
            cursor.setPosition(start + note[1], QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(cursor)

    def _note_at(self, cursor: QTextCursor) -> tuple[int, int] | None:
        return self._folding.note_around(cursor.block().text(), cursor.positionInBlock())

    def _is_at_edge(self, key: int) -> bool:
        """Whether the cursor cannot go further up, or down, by moving within the text."""
        cursor = self.textCursor()
        towards = QTextCursor.MoveOperation.Up if key == Qt.Key.Key_Up else QTextCursor.MoveOperation.Down
        return not cursor.hasSelection() and not cursor.movePosition(towards)

    def _take_image(self, image: object) -> None:
        if isinstance(image, QImage) and not image.isNull():
            # A copy for the thread; a screenshot takes a tenth of a second and more.
            write = partial(_as_png, QImage(image))
            run_detached(write, self.attach_requested.emit, owner=self, name="writing a picture", daemon=False)

    def _fit(self) -> None:
        line = self.fontMetrics().lineSpacing()
        most = max(_LEAST, min(_MOST, int(self.window().height() * _SHARE / line)))
        lines = max(_LEAST, round(self.document().size().height()))
        scrolls = Qt.ScrollBarPolicy.ScrollBarAsNeeded if lines > most else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if scrolls is not self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(scrolls)
        self.setFixedHeight(min(lines, most) * line + 2 * style.GAP + 4)


def local_files(source: QMimeData) -> tuple[str, ...]:
    """Return the files of this machine that are pasted or dropped, as absolute paths."""
    return tuple(url.toLocalFile() for url in source.urls() if url.isLocalFile())


def media_type(file: str) -> str:
    """Return the MIME type of a picture or a PDF by its name; empty for every other file."""
    return _MEDIA.get(PurePath(file).suffix.lower(), "")


def _as_png(image: QImage) -> Picture:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", _FAST)  # type: ignore[call-overload]  # the stubs want bytes, Qt wants text
    buffer.close()
    return Picture("image/png", bytes(data.data()))


def _cut(line: str, units: int) -> tuple[str, str]:
    """Return what stands before and behind a place as Qt counts it."""
    at = python_column(line, units)
    return line[:at], line[at:]
