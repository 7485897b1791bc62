"""What a model thinks aloud, folded: plain text in a box of its own height, which follows it while it grows."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from guillemet.ui.chat.transcript_signals import TranscriptSignals
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button
from guillemet.ui.wording import counted, seen

HEIGHT = 220
"""Pixels of the unfolded text, which scrolls by itself."""
_FOLDED = 26


class ReasoningItem:
    """The reasoning of one turn."""

    def __init__(self, wishes: TranscriptSignals) -> None:
        self.wishes = wishes
        self._parts: list[str] = []
        self._length = 0
        self.is_over = False
        """Whether the model has come to its answer."""
        self.is_open = False

    @property
    def text(self) -> str:
        """All of it."""
        if len(self._parts) > 1:
            self._parts = ["".join(self._parts)]
        return self._parts[0] if self._parts else ""

    @property
    def length(self) -> int:
        """Characters so far."""
        return self._length

    def add(self, text: str) -> None:
        """Let it grow."""
        self._parts.append(text)
        self._length += len(text)

    def estimate(self, width: int) -> int:  # noqa: ARG002
        """Return the height, which does not depend on the text."""
        return _FOLDED + (HEIGHT + style.TIGHT if self.is_open else 0)

    def build(self, parent: QWidget) -> QWidget:
        """Return the folded box."""
        return ReasoningBox(self, parent)


class ReasoningBox(QFrame):
    """Shows reasoning when it is unfolded."""

    def __init__(self, row: ReasoningItem, parent: QWidget) -> None:
        super().__init__(parent)
        self._row = row
        self._text: QPlainTextEdit | None = None
        self._shown = 0
        self._fold = button("", "fold", parent=self)
        self._fold.clicked.connect(self._turn)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(style.TIGHT)
        self._column.addWidget(self._fold, 0, Qt.AlignmentFlag.AlignLeft)
        self.refresh()

    def refresh(self) -> None:
        """Show what has come by now."""
        row = self._row
        sign, is_open = ("▾", True) if row.is_open else ("▸", False)
        words = "Reasoning" if row.is_over else "Reasoning …"
        self._fold.setText(f"{sign} {words}   {counted(row.length, 'character')}")
        self._fold.setAccessibleName(f"{'Hide' if is_open else 'Show'} reasoning")
        if is_open and self._text is None:
            self._build_text()
        if self._text is not None:
            self._text.setVisible(is_open)
            if is_open:
                self._grow(self._text)

    def _build_text(self) -> None:
        self._text = _Thoughts(self)
        self._column.addWidget(self._text)

    def _grow(self, box: QPlainTextEdit) -> None:
        """Put what is new at the end, and stay there if one was there."""
        more = self._row.text[self._shown :]
        if more:
            bar = box.verticalScrollBar()
            was_at_end = bar.value() == bar.maximum()
            cursor = QTextCursor(box.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(seen(more))
            self._shown += len(more)
            if was_at_end and not self._row.is_over:
                bar.setValue(bar.maximum())

    def _turn(self) -> None:
        self._row.wishes.hold()
        self._row.is_open = not self._row.is_open
        self.refresh()


class _Thoughts(QPlainTextEdit):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setProperty("role", "aside")
        self.setAccessibleName("Reasoning")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(200, HEIGHT)
