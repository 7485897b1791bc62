"""The icons of the window: the drawings in resources/icons/symbols, in a colour of the theme.

The drawings are black strokes of one weight on a grid of 16 by 16.
"""

from PySide6.QtCore import QBuffer, QSize
from PySide6.QtGui import QColor, QIcon, QImageReader, QPainter, QPixmap

from guillemet.bundled import bundled

SIZE = 16
"""Device-independent pixels of an icon, each way."""


def icon(name: str, colour: str, ratio: float) -> QIcon:
    """Return the icon for a button, as `pixmap` does."""
    return QIcon(pixmap(name, colour, ratio))


def pixmap(name: str, colour: str, ratio: float) -> QPixmap:
    """Return the drawing in this colour, sharp on a screen of so many pixels per device-independent one."""
    # Qt's plugin for images reads it, which is loaded with the first icon; the module QtSvg is not in our packages.
    data = QBuffer()
    data.setData(bundled(f"icons/symbols/{name}.svg").read_bytes())
    reader = QImageReader(data, b"svg")
    reader.setAutoDetectImageFormat(False)  # every plugin would be loaded to ask it
    reader.setScaledSize(QSize(SIZE, SIZE) * ratio)
    drawn = QPixmap.fromImageReader(reader)
    painter = QPainter(drawn)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(drawn.rect(), QColor(colour))
    painter.end()
    drawn.setDevicePixelRatio(ratio)
    return drawn
