"""The sheet of keys, shown by F1 and the question mark."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from guillemet.ui.plain_table import plain_table
from guillemet.ui.style.style import WIDE

_IN_PLACES = (
    ("Open the file in the diff", "Return", "in the list"),
    ("Accept file", "Space", "in the list"),
    ("Reject file", "Delete", "in the list"),
    ("Open folded lines", "Return", "in the diff"),
    ("Keep the comment", "Ctrl+Return", "in the comment"),
    ("Commit", "Ctrl+Return", "in the commit message"),
    ("Send", "Return", "in the message"),
    ("Begin a new line", "Shift+Return", "in the message"),
    ("The last message again", "Up", "in the empty message"),
    ("Stop the answer", "Esc", "in the message, in the conversation"),
    ("Beginning", "Home", "in the conversation"),
    ("Newest", "End", "in the conversation"),
    ("Rename the conversation", "F2", "in the list of conversations"),
    ("Delete the conversation", "Delete", "in the list of conversations"),
    ("File in, read-only, out", "Space", "in the list of files"),
    ("Menu of what has the focus", "Shift+F10", ""),
    ("Back", "Esc", "where something was opened"),
)
"""What keys mean in one place only: in words, in Qt's portable spelling, and where."""


class ShortcutsDialog(QDialog):
    """Lists actions and their keys side by side."""

    def __init__(self, lines: Sequence[tuple[str, str]], parent: QWidget) -> None:
        """Show these pairs of words and keys, and the keys that mean something in one place only."""
        super().__init__(parent)
        lines = (*lines, *((words, f"{_native(key)} {place}".strip()) for words, key, place in _IN_PLACES))
        self.setWindowTitle("Keyboard shortcuts")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        table = plain_table("Actions and their keys", ("Action", "Keyboard shortcuts"), lines, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(WIDE, WIDE, WIDE, WIDE)
        layout.addWidget(table)
        self.resize(560, 620)


def _native(key: str) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
