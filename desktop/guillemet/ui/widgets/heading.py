"""A line of words above a group of rows in a column."""

from PySide6.QtWidgets import QLabel, QWidget

from guillemet.ui.widgets.controls import label


class Heading:
    """A row that only names what follows."""

    def __init__(self, text: str) -> None:
        self.text = text

    def estimate(self, width: int) -> int:  # noqa: ARG002
        """Return the height of a line."""
        return 18

    def build(self, parent: QWidget) -> QWidget:
        """Return the label."""
        made: QLabel = label(self.text, "title", parent=parent)
        return made
