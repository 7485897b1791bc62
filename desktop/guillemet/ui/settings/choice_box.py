"""A box to choose from that shows its focus like everything else, and keeps the look of the desktop."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox

from guillemet.ui import look


class ChoiceBox(QComboBox):
    """Frames itself while it has the focus; a style sheet that does so takes away the arrow or its shape."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QColor(look.current().theme.accent))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
            painter.end()
