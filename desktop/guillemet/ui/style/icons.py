"""Small signs and chips, drawn rather than taken from a font, so that they look alike everywhere."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen

from guillemet.engine.review import Decision
from guillemet.ui.style import style
from guillemet.ui.style.theme import Theme

CHIP_PADDING = 6


def draw_mark(painter: QPainter, box: QRect, decision: Decision, colour: QColor) -> None:
    """Draw a tick, a cross or a dot in the middle of the box."""
    centre = QRectF(box).center()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(colour, 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    match decision:
        case Decision.ACCEPTED:
            painter.drawPolyline([centre + QPointF(-4.5, 0.5), centre + QPointF(-1.2, 3.8), centre + QPointF(5, -4)])
        case Decision.REJECTED:
            painter.drawLine(centre + QPointF(-3.8, -3.8), centre + QPointF(3.8, 3.8))
            painter.drawLine(centre + QPointF(3.8, -3.8), centre + QPointF(-3.8, 3.8))
        case Decision.UNDECIDED:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(centre, 2.2, 2.2)
    painter.restore()


def chip_size(text: str, font: QFont) -> QSize:
    """Return how much room a chip with this text takes."""
    metrics = QFontMetrics(font)
    return QSize(metrics.horizontalAdvance(text) + 2 * CHIP_PADDING, metrics.height() + 2)


def draw_chip(painter: QPainter, box: QRect, text: str, *, colour: str, back: str) -> None:
    """Draw a small label in a tinted, rounded box, with the painter's font; `back` is what is tinted."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(style.blend(colour, back, 0.14))
    painter.drawRoundedRect(QRectF(box), style.RADIUS - 1, style.RADIUS - 1)
    painter.setPen(QColor(colour))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()


def decision_colour(decision: Decision, theme: Theme) -> str:
    """Return the colour of a decision's mark."""
    return {Decision.ACCEPTED: theme.good, Decision.REJECTED: theme.bad, Decision.UNDECIDED: theme.dim}[decision]
