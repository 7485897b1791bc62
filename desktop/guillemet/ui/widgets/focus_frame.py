"""A frame around what has the focus and would show too little of it."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

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
