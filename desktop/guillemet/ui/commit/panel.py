"""The commit panel: it lists what will be committed, keeps the draft of the message, and commits only that.

While nothing is to be committed it is a line for the message and a hint.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from guillemet.engine.review import Need, Review
from guillemet.ui.commit.author import AuthorFields
from guillemet.ui.commit.lines import CommitLines
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label
from guillemet.ui.widgets.draft_box import DraftBox
from guillemet.ui.widgets.flow_layout import FlowLayout
from guillemet.ui.wording import counted, seen

_ROOM = ((760, 4, 8), (660, 3, 4), (0, 2, 3))
"""The least height of the window, and how many paths and lines of the message are shown at once from there on."""
_NEEDS = {
    Need.HOOKS: "hooks",
    Need.SIGNING: "a signing program",
    Need.FILTERS: "filters",
}


class CommitPanel(QFrame):
    """Shows `Review.commit` and emits what the user wishes of it.

    stage_requested: put what is accepted into the index.
    draft_changed: the message was changed.
    message_requested: let the model write the message.
    commit_requested(message, name, address, remember): commit exactly what is listed; name and address are empty unless
        they were asked for.
    """

    stage_requested = Signal()
    commit_requested = Signal(str, str, str, bool)
    message_requested = Signal()
    draft_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._is_listing = False
        self.setProperty("role", "footer")
        self._build()
        self._show_state()

    @property
    def draft(self) -> str:
        """The message as far as it is written."""
        return self._message.toPlainText()

    def set_review(self, review: Review) -> None:
        """List what this review would commit; the draft stays."""
        lines = review.commit
        self._lines.set_lines(lines)
        self._lines.setVisible(bool(lines))
        self._count = sum(not line.is_left_out for line in lines)
        self._is_listing = bool(lines)
        unstaged = sum(not (line.is_staged or line.is_left_out) for line in lines)
        _caption(self._stage, f"Stage {counted(unstaged, 'file')}")
        self._stage.setEnabled(unstaged > 0)
        _caption(self._commit, f"Commit {counted(self._count, 'file')}")
        for control in (self._stage, self._commit, self._write):
            control.setVisible(bool(lines))
        self._message.set_least(2 if lines else 1)
        notes = [f"{seen(line.path)}: {seen(line.note)}" for line in lines if line.note]
        self._notes.setText("\n".join(notes[:3] + ([f"… {len(notes) - 3:,} more"] if len(notes) > 3 else [])))
        self._notes.setVisible(bool(notes))
        self._needs.setText(_needs(review))
        self._needs.setVisible(bool(review.needs))
        self._show_state()

    def set_writing(self, is_writing: bool) -> None:
        """Show whether a model writes the message just now."""
        _caption(self._write, "Writing…" if is_writing else "Write message")
        self._write.setEnabled(not is_writing)

    def set_room(self, height: int) -> None:
        """List fewer paths at a time in a window of little height, in pixels, and show fewer lines of the message."""
        rows, lines = next((rows, lines) for least, rows, lines in _ROOM if height >= least)
        self._lines.set_most_rows(rows)
        self._message.set_most(lines)

    def set_draft(self, text: str) -> None:
        """Put a message into the box; Ctrl+Z brings back what was there."""
        self._message.replace_all(text)

    def offer_draft(self, text: str) -> None:
        """Put a message into the box unless another one was begun."""
        if not self.draft.strip():
            self.set_draft(text)

    def take_draft(self, text: str) -> None:
        """Empty the box if it holds just this message, with which a commit was made; what was written since stays."""
        if self.draft.strip() == text.strip():
            self._message.clear()
        self._author.hide()
        self._show_state()

    def clear_draft(self) -> None:
        """Empty the box for another repository, so that Ctrl+Z brings nothing back there."""
        self._message.clear()
        self._author.hide()
        self._show_state()

    def ask_author(self) -> None:
        """Ask for name and address, and commit with them next time."""
        self._author.show()
        self._author.focus()
        self._show_state()

    def focus_message(self) -> None:
        """Give the message the focus."""
        self._message.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: ARG002
        self.focus_message()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(style.GAP, style.GAP, style.GAP, style.GAP)
        column.setSpacing(style.TIGHT)
        self._lines = CommitLines()
        self._notes = label("", "warn")
        self._needs = label("", "dim")
        self._message = DraftBox("Commit message")
        self._message.textChanged.connect(self._show_state)
        self._message.textChanged.connect(self.draft_changed)
        self._message.submitted.connect(self._submit)
        self._author = AuthorFields()
        self._author.hide()
        self._author.changed.connect(self._show_state)
        self._author.submitted.connect(self._submit)
        self._why = label("", "dim")
        row = FlowLayout(gap=style.TIGHT)
        self._stage = button("Stage 0 files")
        self._stage.clicked.connect(self.stage_requested)
        self._commit = button("Commit 0 files", "primary")
        self._commit.setToolTip("Ctrl+Enter in the message (Ctrl+G goes there)")
        self._commit.clicked.connect(self._submit)
        self._write = button("Write message", "quiet")
        self._write.setToolTip("Let the model write the message from what will be committed; you can change it")
        self._write.clicked.connect(self.message_requested)
        row.addWidget(self._stage)
        row.addWidget(self._commit)
        row.addWidget(self._write)
        column.addWidget(self._lines)
        column.addWidget(self._notes)
        column.addWidget(self._message)
        column.addWidget(self._author)
        column.addLayout(row)
        column.addWidget(self._why)
        column.addWidget(self._needs)
        self._lines.hide()
        self._stage.hide()
        self._commit.hide()
        self._write.hide()
        self._stage.setEnabled(False)
        self._notes.hide()
        self._needs.hide()

    def _obstacle(self) -> str:
        """Return why nothing can be committed now, and what to do; empty when it can."""
        if not self._count and self._is_listing:
            return "Nothing to commit: all that is listed is left out."
        if not self._count:
            return "Nothing to commit yet: accept a file first."
        if not self.draft.strip():
            return "Write a message to commit."
        if self._author.isVisibleTo(self) and not (self._author.name and self._author.address):
            return "Fill in name and address to commit."
        return ""

    def _show_state(self) -> None:
        obstacle = self._obstacle()
        self._commit.setEnabled(not obstacle)
        self._commit.setAccessibleDescription(obstacle)
        self._why.setText(obstacle)
        self._why.setVisible(bool(obstacle))

    def _submit(self) -> None:
        if self._obstacle():
            return
        asks = self._author.isVisibleTo(self)
        name, address = (self._author.name, self._author.address) if asks else ("", "")
        self.commit_requested.emit(self.draft.strip(), name, address, asks and self._author.is_remembered)


def _caption(control: QWidget, text: str) -> None:
    control.setProperty("text", text)
    control.setAccessibleName(text)


def _needs(review: Review) -> str:
    details = review.need_details or tuple(_NEEDS[need] for need in Need if need in review.needs)
    return f"This repository's commits run: {seen(', '.join(details))}"
