"""What stands below commented lines: the comment as a card, or the box in which one is written."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from guillemet.app.chat.comments import Comment, CommentedLines
from guillemet.ui.comments.comment_anchors import lines_of, named
from guillemet.ui.shortcuts import show_keys
from guillemet.ui.style import style
from guillemet.ui.widgets.code_box import CodeBox, CodeLine, framed
from guillemet.ui.widgets.controls import ToolButton, button, label
from guillemet.ui.widgets.fields import DraftBox
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.shortened import Shortened
from guillemet.ui.wording import plain_tip, seen

_MOST_WIDE = 720
"""Pixels from which on a comment grows no wider."""
_MOST_QUOTED = 6
"""Lines."""


class _Card(QWidget):
    """A framed part that leaves some room around it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.frame = QFrame(self)
        self.frame.setProperty("role", "card")
        self.frame.setMaximumWidth(_MOST_WIDE)
        fill(QHBoxLayout(self), (self.frame, 100), 1, margins=(style.GAP, style.TIGHT), gap=0)


class CommentCard(_Card):
    """Shows one comment.

    Signals: `edit_requested()`; `remove_requested()`.
    """

    edit_requested = Signal()
    remove_requested = Signal()

    def __init__(
        self,
        comment: Comment,
        shown: CommentedLines,
        *,
        is_stale: bool = False,
        is_unfinished: bool = False,
        parent: QWidget,
    ) -> None:
        """Show it for lines that have these numbers now; a stale one quotes the lines that it was made on."""
        super().__init__(parent)
        about = named(shown)
        self.frame.setAccessibleName(f"{'Unfinished comment' if is_unfinished else 'Comment'} on {about}")
        title = Shortened("dim", self.frame)
        title.set_text(lines_of(shown))
        head = fill(QHBoxLayout(), title, margins=0, gap=style.GAP)
        if is_stale or is_unfinished:
            state = Shortened("warn", self.frame)
            state.set_text("the lines have changed" if is_stale else "not finished")
            head.addWidget(state)
        head.addStretch(1)
        words = ("Continue", "Discard") if is_unfinished else ("Edit", "Remove")
        for word, signal in zip(words, (self.edit_requested, self.remove_requested), strict=True):
            made = _small_button(word, f"{word} the comment on {about}", self.frame)
            made.clicked.connect(signal)
            head.addWidget(made)
        text = label(seen(comment.text), parent=self.frame)
        if is_unfinished:
            text.setProperty("role", "dim")
        column = fill(QVBoxLayout(self.frame), head, margins=(style.GAP, style.TIGHT), gap=style.TIGHT)
        if is_stale:
            column.addWidget(_quoted(comment.spot))
        column.addWidget(text)


class RemovedCard(_Card):
    """Stands where a comment was removed.

    Signals: `undo_requested()`; `dismissed()`.
    """

    undo_requested = Signal()
    dismissed = Signal()

    def __init__(self, about: str, parent: QWidget) -> None:
        """Offer to bring the comment about these lines back."""
        super().__init__(parent)
        undo = _small_button("Undo", f"Bring the comment on {about} back", self.frame)
        undo.clicked.connect(self.undo_requested)
        dismiss = _small_button("Dismiss", "Do not offer to bring it back any more", self.frame)
        dismiss.clicked.connect(self.dismissed)
        title = label("Comment removed", "dim", parent=self.frame)
        fill(QHBoxLayout(self.frame), (title, 1), undo, dismiss, margins=(style.GAP, style.TIGHT), gap=style.GAP)


class CommentBox(_Card):
    """Asks what to say of some lines.

    Signals: `kept(str)`, empty when the comment is to be taken out; `typed(str)` as it is typed; `left()`.
    """

    kept = Signal(str)
    typed = Signal(str)
    left = Signal()

    def __init__(self, shown: CommentedLines, text: str, *, is_new: bool, parent: QWidget) -> None:
        super().__init__(parent)
        words = f"Comment on {named(shown)}"
        self.frame.setAccessibleName(words)
        self._title = Shortened("title", self.frame)
        self._title.set_text(words)
        self._text = DraftBox("What should be different here?", least=2, parent=self.frame)
        self._text.setAccessibleName(words)
        self._text.setPlainText(text)
        self._text.moveCursor(QTextCursor.MoveOperation.End)
        self._text.submitted.connect(self._keep)
        self._text.escaped.connect(self.left)
        self._text.textChanged.connect(self._take_text)
        self._kept = button(
            "Keep comment",
            "primary",
            parent=self.frame,
            clicked=self._keep,
        )
        show_keys(self._kept, "Goes to the model with all others when you write and send a message ({KEEP_COMMENT})")
        remove = button("Remove", parent=self.frame, clicked=lambda: self.kept.emit(""))
        remove.setVisible(not is_new)
        cancel = button("Cancel", "quiet", parent=self.frame, tip="Esc", clicked=self.left)
        row = fill(QHBoxLayout(), self._kept, remove, cancel, 1, gap=style.TIGHT)
        fill(QVBoxLayout(self.frame), self._title, self._text, row, margins=style.GAP, gap=style.TIGHT)
        self.setFocusProxy(self._text)
        self._kept.setEnabled(bool(text.strip()))

    def _take_text(self) -> None:
        text = self._text.toPlainText()
        self._kept.setEnabled(bool(text.strip()))
        self.typed.emit(text)

    def _keep(self) -> None:
        self.kept.emit(self._text.toPlainText().strip())


def _small_button(word: str, name: str, parent: QWidget) -> ToolButton:
    made = ToolButton(parent)
    made.setText(word)
    made.setProperty("role", "hunk")
    made.setAccessibleName(name)
    made.setToolTip(plain_tip(name))
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    return made


def _quoted(spot: CommentedLines) -> QFrame:
    box = CodeBox(name="The lines as they were")
    lines = [CodeLine(seen(line)) for line in spot.lines[:_MOST_QUOTED]]
    box.set_lines(lines, more=len(spot.lines) - len(lines))
    return framed(box)
