"""Fields for numbers: framed while they have the focus, and picked out by it, so that typing replaces the number."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSpinBox

from guillemet.ui.widgets.focus_frame import frame_focus


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
