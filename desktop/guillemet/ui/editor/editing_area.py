"""The place of the diff: the diff itself, or in its place the editor of the proposal."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from guillemet.ui.actions import show_keys
from guillemet.ui.editor.proposal_editor import ProposalEditor
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.tab_order import holds_focus


class DraftBar(QFrame):
    """Offers an edit that was begun; hidden while there is none.

    Signals: `resume_requested()`; `drop_requested()`.
    """

    resume_requested = Signal()
    drop_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        words = label("An edit of this proposal is unfinished.", "warn", parent=self)
        self.setAccessibleName(words.text())
        resume = button("Go on editing", parent=self, clicked=self.resume_requested)
        show_keys(resume, "Opens the edit again ({EDIT_PROPOSAL})")
        drop = button("Discard the edit", "quiet", parent=self, clicked=self.drop_requested)
        fill(QHBoxLayout(self), (words, 1), resume, drop, margins=(style.WIDE, style.TIGHT, style.GAP, style.TIGHT))
        self.hide()


class EditingArea(QStackedWidget):
    """Shows the diff or the editor; `editor` and `draft_bar` have signals of their own."""

    def __init__(self, diff: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._diff = diff
        self._reading = QWidget(self)
        self.draft_bar = DraftBar(self._reading)
        fill(QVBoxLayout(self._reading), self.draft_bar, (diff, 1), margins=0, gap=0)
        self.editor = ProposalEditor(self)
        self.addWidget(self._reading)
        self.addWidget(self.editor)

    @property
    def is_editing(self) -> bool:
        """Whether the editor is shown."""
        return self.currentWidget() is self.editor

    def show_editor(self) -> None:
        self.setCurrentWidget(self.editor)

    def show_diff(self) -> None:
        """Show the diff again; it gets the focus that the editor had."""
        had_focus = holds_focus(self.editor)
        self.setCurrentWidget(self._reading)
        if had_focus:
            self._diff.setFocus(Qt.FocusReason.OtherFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: ARG002
        (self.editor if self.is_editing else self._diff).setFocus()
