"""The word to be done with what is left of a proposal, below the last of it."""

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QWidget

from guillemet.ui.controls import button
from guillemet.ui.wording import REJECT_REST


class Rest:
    """The last row of the work list, while blocks and suggested commands are all that is open."""

    def __init__(self, wanted: SignalInstance) -> None:
        self._wanted = wanted

    def estimate(self, width: int) -> int:  # noqa: ARG002
        """Return the height of a button."""
        return 28

    def build(self, parent: QWidget) -> QWidget:
        """Return the button, as wide as its words."""
        made = QWidget(parent)
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        done = button(REJECT_REST)
        done.setToolTip("Be done with the blocks and commands that are still open; undo brings them back")
        done.clicked.connect(self._wanted)
        row.addWidget(done)
        row.addStretch()
        return made
