"""A box to choose from that shows its focus like everything else, and keeps the look of the desktop."""

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox

from guillemet.ui.widgets.number_box import frame_focus


class ChoiceBox(QComboBox):
    """Frames itself while it has the focus."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        frame_focus(self)
