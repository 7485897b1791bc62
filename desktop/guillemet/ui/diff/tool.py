"""The small buttons of the diff pane."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QWidget

from guillemet.ui.widgets.controls import ToolButton


def tool(text: str, name: str, parent: QWidget) -> QToolButton:
    """Return a small button; its name is its tooltip and what screen readers say."""
    made = ToolButton(parent)
    made.setText(text)
    made.setToolTip(name)
    made.setAccessibleName(name)
    # A click leaves the focus in the text, so that the keys go on working there.
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return made
