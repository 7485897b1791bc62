"""The icons of the window: the drawings in resources/icons/symbols, in a colour of the theme.

The drawings are black strokes of one weight on a grid of 16 by 16.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QBuffer, QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImageReader, QPainter, QPen, QPixmap, QPixmapCache

from guillemet.bundled import bundled

SIZE = 16
"""Device-independent pixels of an icon, each way."""
STROKE = 1.5
"""Weight of the strokes."""
_ROUND = QPen(Qt.GlobalColor.black, STROKE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def pixmap(name: str, colour: str, ratio: float) -> QPixmap:
    """Return the drawing in this colour, sharp on a screen of so many pixels per device-independent one."""
    key, found = f"guillemet {name} {colour} {ratio}", QPixmap()
    if not QPixmapCache.find(key, found):
        found = _drawn(name, colour, ratio)
        QPixmapCache.insert(key, found)
    return found


def _drawn(name: str, colour: str, ratio: float) -> QPixmap:
    drawn = _paint(_PAINTED[name], ratio) if name in _PAINTED else _read(name, ratio)
    painter = QPainter(drawn)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(drawn.rect(), QColor(colour))
    painter.end()
    drawn.setDevicePixelRatio(ratio)
    return drawn


def _dots(painter: QPainter) -> None:
    painter.setPen(QPen(Qt.GlobalColor.black, STROKE + 0.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPoints([QPointF(x, SIZE / 2) for x in (3, 8, 13)])


def _side(painter: QPainter, *, x: float, is_filled: bool) -> None:
    """Draw a window with a side that ends, or begins, at `x`."""
    painter.setPen(QPen(Qt.GlobalColor.black, STROKE))
    painter.drawRoundedRect(QRectF(1.75, 2.75, 12.5, 10.5), 2, 2)
    painter.drawLine(QLineF(x, 3, x, 13))
    if is_filled:
        outer = 4 if x < SIZE / 2 else 12
        painter.fillRect(QRectF(outer - 1, 5, 2, 6), Qt.GlobalColor.black)


def _chevron(painter: QPainter, *, rise: float) -> None:
    """Draw an angle that points down by this much, or up for less than nothing."""
    painter.setPen(_ROUND)
    painter.drawPolyline([QPointF(4, 8 - rise), QPointF(8, 8 + rise), QPointF(12, 8 - rise)])


def _plus(painter: QPainter) -> None:
    painter.setPen(_ROUND)
    painter.drawLines([QLineF(8, 3, 8, 13), QLineF(3, 8, 13, 8)])


def _history(painter: QPainter) -> None:
    """Draw a clock."""
    painter.setPen(_ROUND)
    painter.drawEllipse(QPointF(8, 8), 6, 6)
    painter.drawPolyline([QPointF(8, 4.5), QPointF(8, 8), QPointF(10.5, 9.5)])


_PAINTED: dict[str, Callable[[QPainter], None]] = {
    "more": _dots,
    "plus": _plus,
    "history": _history,
    "chevron-down": partial(_chevron, rise=2),
    "chevron-up": partial(_chevron, rise=-2),
    "left-side": partial(_side, x=6.25, is_filled=False),
    "left-side-shown": partial(_side, x=6.25, is_filled=True),
    "right-side": partial(_side, x=9.75, is_filled=False),
    "right-side-shown": partial(_side, x=9.75, is_filled=True),
}
"""The icons of the first frame, which must not wait for the plugin that reads drawings."""


def _paint(draw: Callable[[QPainter], None], ratio: float) -> QPixmap:
    drawn = QPixmap(QSize(SIZE, SIZE) * ratio)
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(ratio, ratio)
    draw(painter)
    painter.end()
    return drawn


def _read(name: str, ratio: float) -> QPixmap:
    # Qt's plugin for images reads it, which is loaded with the first icon; the module QtSvg is not in our packages.
    data = QBuffer()
    data.setData(bundled(f"icons/symbols/{name}.svg").read_bytes())
    reader = QImageReader(data, b"svg")
    reader.setAutoDetectImageFormat(False)  # every plugin would be loaded to ask it
    reader.setScaledSize(QSize(SIZE, SIZE) * ratio)
    return QPixmap.fromImageReader(reader)
