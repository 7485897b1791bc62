"""What the pane says when there is no diff to show."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QSpacerItem, QVBoxLayout, QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.review import Kind
from guillemet.ui.diff.header import WISHED
from guillemet.ui.style import style
from guillemet.ui.widgets.empty_state import ABOVE
from guillemet.ui.wording import seen

NOTHING_PICKED = (
    "No file picked",
    """Pick a file of the proposal to see what would change in it.
There is no proposal yet? Paste a model's reply with Ctrl+Shift+V, or open one with Ctrl+O.""",
)

_WITHOUT_LINES = {
    Kind.ADDED: ("A new, empty file", "Accepting creates it."),
    Kind.DELETED: ("An empty file is deleted", "Accepting removes it."),
    Kind.CHANGED: ("Both sides are the same", "Nothing is left to change in this file."),
}


class EmptyPage(QWidget):
    """A headline and what to do next, in the middle of the pane."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._headline = self._label("title")
        self._advice = self._label("dim")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(style.WIDE * 3, style.WIDE, style.WIDE * 3, style.WIDE)
        layout.setSpacing(style.GAP)
        layout.addSpacerItem(QSpacerItem(0, ABOVE, vData=QSizePolicy.Policy.Maximum))
        layout.addWidget(self._headline)
        layout.addWidget(self._advice)
        layout.addStretch(1)

    def say(self, headline: str, advice: str) -> None:
        """Show these words."""
        self._headline.setText(headline)
        self._advice.setText(advice)
        self.setAccessibleName(headline)
        self.setAccessibleDescription(advice)

    def minimumSizeHint(self) -> QSize:
        return QSize(WISHED, super().minimumSizeHint().height())  # as of a diff: picking a file moves no pane

    def _label(self, role: str) -> QLabel:
        made = QLabel(self)
        made.setProperty("role", role)
        made.setTextFormat(Qt.TextFormat.PlainText)
        made.setAlignment(Qt.AlignmentFlag.AlignCenter)
        made.setWordWrap(True)
        return made


def words_for(content: DiffContent | None) -> tuple[str, str] | None:
    """Return the headline and the advice for a content without a diff; None when there is one."""
    if content is None:
        return NOTHING_PICKED
    if not content.is_proposed and (content.note or not content.new.lines):
        return "Nothing is proposed for this file", seen(content.note) or "The file is empty."
    if content.note:
        return "Nothing to compare line by line", seen(content.note)
    if content.hunks or not content.is_proposed:
        return None
    if content.kind is Kind.MOVED:
        return "The file moves, its content stays", f"From {seen(content.moved_from)} to {seen(content.path)}."
    return _WITHOUT_LINES[content.kind]
