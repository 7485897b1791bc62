"""The bar above the sheets that says what is not as it seems: lines cut, hidden characters."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from guillemet.engine.diff.content import LONGEST_SHOWN, DiffContent
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label
from guillemet.ui.wording import counted


class NoteBar(QFrame):
    """Shows itself only when there is something to say.

    Signals: `whole_requested()` when cut lines are to be shown whole.
    """

    whole_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._words = label("", "warn", parent=self)
        self._whole = button("Show all", "quiet", name="Show long lines whole", parent=self)
        self._whole.clicked.connect(self._ask)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(style.WIDE, style.TIGHT, style.GAP, style.TIGHT)
        layout.addWidget(self._words, 1)
        layout.addWidget(self._whole)
        self.hide()

    def show_content(self, content: DiffContent | None) -> None:
        """Say what is to be said of this content."""
        words = [] if content is None else _words(content)
        self._words.setText("  ".join(words))
        style.set_role(self._words, "warn" if content is None or content.is_proposed else "dim")
        self._whole.setVisible(content is not None and content.is_cut)
        self._whole.setEnabled(True)
        self.setVisible(bool(words))

    def _ask(self) -> None:
        self._whole.setEnabled(False)
        self.whole_requested.emit()


def _words(content: DiffContent) -> list[str]:
    words: list[str] = []
    if not content.is_proposed and content.new.lines:
        words.append("Nothing is proposed for this file. It is shown as it stands.")
    if content.hidden:
        verb = "is" if content.hidden == 1 else "are"
        words.append(f"{counted(content.hidden, 'hidden character')} in the new lines {verb} written out in red.")
    if content.is_cut:
        words.append(f"Lines of more than {LONGEST_SHOWN:,} characters are cut.")
    return words
