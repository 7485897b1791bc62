"""The bar above the sheets of a file in conflict: what happened to it, and the ways to settle it.

The file was changed since in the same lines as in the proposal. The old side …
Take mine   Take the proposal   Open in editor
"""

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label
from guillemet.ui.widgets.flow_layout import FlowLayout

_SHOWN = "The old side is the file as it lies on the disk now, the new side is the proposal."


class ConflictBar(QFrame):
    """Shows itself only for a file in conflict.

    Signals: `mine_requested()`; `proposal_requested()`; `editor_requested()`.
    """

    mine_requested = Signal()
    proposal_requested = Signal()
    editor_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._words = label("", "bad", parent=self)
        row = FlowLayout(gap=style.TIGHT)
        mine = button("Take mine", parent=self)
        mine.setToolTip("Leaves the file as it lies on the disk, and rejects the proposal")
        mine.clicked.connect(self.mine_requested)
        proposal = button("Take the proposal", parent=self)
        proposal.setToolTip("Writes the proposal over the file; undo brings back what lay there")
        proposal.clicked.connect(self.proposal_requested)
        self._editor = button("Open in editor", "quiet", parent=self)
        self._editor.setToolTip("Opens the file in your editor: VISUAL, EDITOR, or what the system opens it with")
        self._editor.clicked.connect(self.editor_requested)
        for control in (mine, proposal, self._editor):
            row.addWidget(control)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.WIDE, style.TIGHT, style.GAP, style.GAP)
        column.setSpacing(style.TIGHT)
        column.addWidget(self._words)
        column.addLayout(row)
        self.hide()

    def show_content(self, content: DiffContent | None) -> None:
        """Say what became of this file, if it is in conflict."""
        texts = content.texts if content is not None else None
        conflict = texts.conflict if texts else ""
        has_both = texts is not None and not texts.is_gone and not texts.note
        self._words.setText(f"✗ {conflict} {_SHOWN if has_both else ''}".rstrip())
        self.setAccessibleName(self._words.text())
        self._editor.setVisible(texts is not None and not texts.is_gone)
        self.setVisible(bool(conflict))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())
