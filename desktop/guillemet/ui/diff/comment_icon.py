"""The sign of a comment."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

_WIDTH = 2


def draw_balloon(painter: QPainter, box: QRect, colour: QColor, *, begins: bool) -> None:
    """Draw a speech balloon where a comment begins, or the line along the further lines it is on."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    size = min(box.width(), box.height()) * 0.72
    centre = QRectF(box).center()
    if begins:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPath(_balloon(centre, size))
    else:
        painter.setPen(QPen(colour, _WIDTH))
        painter.drawLine(QPointF(centre.x(), box.top()), QPointF(centre.x(), box.bottom() + 1))
    painter.restore()


def _balloon(centre: QPointF, size: float) -> QPainterPath:
    body = QRectF(0, 0, size, size * 0.72)
    body.moveCenter(QPointF(centre.x(), centre.y() - size * 0.1))
    path = QPainterPath()
    path.addRoundedRect(body, size * 0.2, size * 0.2)
    left, bottom = body.left() + size * 0.2, body.bottom()
    tail = QPainterPath(QPointF(left, bottom - size * 0.1))
    tail.lineTo(left, bottom + size * 0.26)
    tail.lineTo(left + size * 0.34, bottom - size * 0.1)
    return path.united(tail)
