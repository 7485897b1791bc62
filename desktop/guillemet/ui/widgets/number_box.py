"""Fields for numbers: framed while they have the focus, and picked out by it, so that typing replaces the number."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSpinBox, QWidget

from guillemet.ui.style import style


def frame_focus(box: QWidget) -> None:
    """Frame the box while it has the focus, at the end of its painting.

    A style sheet that did so would take away arrows, or their shape.
    """
    if box.hasFocus():
        painter = QPainter(box)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(style.current().theme.accent))
        painter.drawRoundedRect(QRectF(box.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
        painter.end()


class NumberBox(QSpinBox):
    """A field for a whole number."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        _pick_out(self, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        frame_focus(self)


class AmountBox(QDoubleSpinBox):
    """A field for a number with decimals."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        _pick_out(self, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        frame_focus(self)


def _pick_out(box: QAbstractSpinBox, event: QFocusEvent) -> None:
    if event.reason() is not Qt.FocusReason.MouseFocusReason:
        box.selectAll()
