"""The place of the diff: the diff itself, or in its place the editor of the proposal."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from guillemet.ui.editor.proposal_editor import ProposalEditor
from guillemet.ui.shortcuts import show_keys
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.tab_order import holds_focus
from guillemet.ui.wording import seen


class DraftBar(QFrame):
    """Offers an edit that was begun; hidden while there is none.

    Signals: `resume_requested(path)`; `drop_requested(path)`.
    """

    resume_requested = Signal(str)
    drop_requested = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._path = ""
        self._words = label("", "warn", parent=self)
        resume = button("Go on editing", parent=self, clicked=lambda: self.resume_requested.emit(self._path))
        show_keys(resume, "Opens the edit again ({EDIT_PROPOSAL})")
        drop = button("Discard the edit", "quiet", parent=self, clicked=lambda: self.drop_requested.emit(self._path))
        margins = (style.WIDE, style.TIGHT, style.GAP, style.TIGHT)
        fill(QHBoxLayout(self), (self._words, 1), resume, drop, margins=margins)
        self.hide()

    @property
    def offered(self) -> str:
        """The file of which an edit is offered; empty for none."""
        return "" if self.isHidden() else self._path

    def offer(self, path: str) -> None:
        """Offer the edit of this file, or nothing when empty; the name of another file may stand below."""
        if path:
            self._path = path
            self._words.setText(f"Your edit of {seen(path)} is unfinished.")
            self.setAccessibleName(self._words.text())
        self.setVisible(bool(path))


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
