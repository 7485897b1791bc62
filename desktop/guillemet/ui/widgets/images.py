"""Two versions of a picture: side by side, swiped over each other, or their difference; or a picture by itself.

Pictures come from repositories and replies, so they are decoded away from the GUI thread, by the format that their
first bytes name, and only when they are small enough; animations show their first frame. SVG is shown as text: Qt would
open every file of the disk, or of the network, that such a picture names.
"""

from enum import StrEnum
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QBuffer, QByteArray, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QImageReader, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from guillemet.app.task_runner import run_detached
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label
from guillemet.ui.widgets.layouts import fill

LARGEST = 20_000_000
"""Bytes of a picture that is decoded."""
MOST_PIXELS = 40_000_000
_FORMATS = {b"\x89PNG\r\n\x1a\n": b"png", b"\xff\xd8\xff": b"jpeg", b"GIF87a": b"gif", b"GIF89a": b"gif", b"BM": b"bmp"}
_SQUARE = 8
"""Pixels of a square behind what is transparent."""
_STEP = 0.05
_LOWEST, _HIGHEST = 120, 240
"""Pixels of height that a canvas asks for."""
_INSET = QSize(1_600, 2 * _HIGHEST)
"""What is kept of a picture among many others: as much as can be seen there, on a screen of 200 % too."""
_NO_PICTURE = QImage()


class ImageView(StrEnum):
    """How two versions are compared; the words stand on the buttons."""

    SIDE_BY_SIDE = "Side by side"
    SWIPE = "Swipe"
    DIFFERENCE = "Difference"


class Picture(Struct, frozen=True):
    """One version, decoded, or why it is not."""

    image: QImage = _NO_PICTURE
    words: str = ""
    """Such as "PNG, 640 × 480 pixels, 12.3 kB", or why it cannot be shown."""


def picture_format(data: bytes) -> bytes:
    """Return Qt's name of the format that the first bytes name; empty for none that is shown."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return b"webp"
    return next((name for start, name in _FORMATS.items() if data.startswith(start)), b"")


def decoded(data: bytes | None) -> Picture:
    """Return a version of a picture; takes time, and touches no widget."""
    if data is None:
        return Picture(words="There is none.")
    size = f"{len(data) / 1_000:,.1f} kB"
    if len(data) > LARGEST:
        return Picture(words=f"It is too large to be shown here ({size}). Open it in a program for pictures.")
    kind = picture_format(data)
    if not kind:
        return Picture(words=f"It is no picture that is shown here ({size}).")
    return _decoded_as(kind, data, size)


def _decoded_as(kind: bytes, data: bytes, size: str) -> Picture:
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    reader = QImageReader(buffer, QByteArray(kind))
    # The content names no other format than the one that was found, whichever plugins the system has.
    reader.setDecideFormatFromContent(False)
    reader.setAutoTransform(True)
    shape = reader.size()
    if not shape.isValid() or shape.isEmpty():
        return Picture(words=f"It is damaged ({size}).")
    pixels = f"{shape.width():,} × {shape.height():,} pixels"
    if shape.width() * shape.height() > MOST_PIXELS:
        return Picture(words=f"It has too many pixels to be shown here ({pixels}). Open it in a program for pictures.")
    image = reader.read()
    if image.isNull():
        return Picture(words=f"It is damaged ({reader.errorString()}; {size}).")
    words = f"{kind.decode().upper()}, {pixels}, {size}"
    return Picture(image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied), words)


def difference(before: QImage, after: QImage) -> QImage:
    """Return how far each pixel differs: black where both are the same."""
    shape = before.size().expandedTo(after.size())
    made = QImage(shape, QImage.Format.Format_RGB32)
    made.fill(Qt.GlobalColor.black)
    painter = QPainter(made)
    painter.drawImage(0, 0, before)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
    painter.drawImage(0, 0, after)
    painter.end()
    return made


class _Pair(Struct, frozen=True):
    before: Picture
    after: Picture
    difference: QImage


def _decoded_pair(before: bytes | None, after: bytes | None, room: QSize | None) -> _Pair:
    old, new = decoded(before), decoded(after)
    has_both = not old.image.isNull() and not new.image.isNull()
    pair = _Pair(old, new, difference(old.image, new.image) if has_both else _NO_PICTURE)
    return pair if room is None else _fitted(pair, room)


def _fitted(pair: _Pair, room: QSize) -> _Pair:
    """Return the pair as small as this room, both versions to the same scale."""
    shape = pair.before.image.size().expandedTo(pair.after.image.size())
    scale = min(room.width() / max(shape.width(), 1), room.height() / max(shape.height(), 1))

    def fit(image: QImage) -> QImage:
        size = (image.size().toSizeF() * scale).toSize().expandedTo(QSize(1, 1))
        how = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        return image if image.isNull() or scale >= 1 else image.scaled(size, *how)

    before, after = (Picture(fit(picture.image), picture.words) for picture in (pair.before, pair.after))
    return _Pair(before, after, fit(pair.difference))


class ImageCanvas(QWidget):
    """Paints both versions as large as there is room, but no larger than they are."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.view = ImageView.SIDE_BY_SIDE
        self.swiped = 0.5
        """How much of the width shows the version before."""
        self._pair: _Pair | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(_LOWEST, _LOWEST)

    def sizeHint(self) -> QSize:
        """Return a height that fits the pictures, where they are not too high."""
        return QSize(_LOWEST, min(max(self._shape().height(), _LOWEST), _HIGHEST))

    def set_pair(self, pair: _Pair | None) -> None:
        self._pair = pair
        self.updateGeometry()
        self.update()

    def set_view(self, view: ImageView) -> None:
        self.view = view
        self.update()

    def swipe(self, to: float) -> None:
        """Show this much of the version before, from the left."""
        self.swiped = min(max(to, 0.0), 1.0)
        self.setAccessibleDescription(f"{self.swiped:.0%} of the version before")
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.mouseMoveEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        box = self._box(self.rect(), self._shape())
        if self.view is ImageView.SWIPE and box.width() > 0:
            self.swipe((event.position().x() - box.left()) / box.width())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -_STEP, Qt.Key.Key_Right: _STEP}.get(Qt.Key(event.key()))
        if step is None or self.view is not ImageView.SWIPE:
            super().keyPressEvent(event)
        else:
            self.swipe(self.swiped + step)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(style.current().theme.pane))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self._pair is not None:
            self._paint_pair(painter, self._pair)
        if self.hasFocus():
            painter.setPen(QColor(style.current().theme.accent))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _paint_pair(self, painter: QPainter, pair: _Pair) -> None:
        before, after = pair.before.image, pair.after.image
        if before.isNull() or after.isNull():
            image = after if before.isNull() else before
            self._paint(painter, image, self._box(self.rect(), image.size()))
        elif self.view is ImageView.SIDE_BY_SIDE:
            half = (self.width() - style.GAP) // 2
            left, right = QRect(0, 0, half, self.height()), QRect(self.width() - half, 0, half, self.height())
            self._paint(painter, before, self._box(left, before.size()))
            self._paint(painter, after, self._box(right, after.size()))
        elif self.view is ImageView.DIFFERENCE:
            self._paint(painter, pair.difference, self._box(self.rect(), pair.difference.size()))
        else:
            self._paint_swiped(painter, before, after)

    def _paint_swiped(self, painter: QPainter, before: QImage, after: QImage) -> None:
        box = self._box(self.rect(), self._shape())
        scale = box.width() / max(self._shape().width(), 1)
        edge = box.left() + self.swiped * box.width()
        for image, left, right in ((before, box.left(), edge), (after, edge, box.right())):
            painter.setClipRect(QRectF(left, box.top(), right - left, box.height()))
            self._paint(painter, image, QRectF(box.topLeft(), image.size().toSizeF() * scale))
        painter.setClipping(False)
        painter.setPen(QColor(style.current().theme.accent))
        painter.drawLine(QPointF(edge, box.top()), QPointF(edge, box.bottom()))

    def _paint(self, painter: QPainter, image: QImage, box: QRectF) -> None:
        theme = style.current().theme
        painter.save()
        painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
        painter.fillRect(box, QColor(theme.pane))
        whole = box.toAlignedRect()
        for row, top in enumerate(range(whole.top(), whole.bottom() + 1, _SQUARE)):
            for left in range(whole.left() + row % 2 * _SQUARE, whole.right() + 1, 2 * _SQUARE):
                painter.fillRect(left, top, _SQUARE, _SQUARE, QColor(theme.filler))
        painter.drawImage(box, image)
        painter.restore()

    def _shape(self) -> QSize:
        if self._pair is None:
            return QSize()
        return self._pair.before.image.size().expandedTo(self._pair.after.image.size())

    def _box(self, room: QRect, shape: QSize) -> QRectF:
        """Return where a picture of this size stands in this room."""
        fitted = QSize(shape)
        if fitted.width() > room.width() or fitted.height() > room.height():
            fitted.scale(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        box = QRect(0, 0, fitted.width(), fitted.height())
        box.moveCenter(room.center())
        return QRectF(box)


class ImageDiff(QFrame):
    """Shows both versions of a picture, and what is to be said of each; among others, no larger than they need."""

    def __init__(self, parent: QWidget | None = None, *, is_inset: bool = False) -> None:
        super().__init__(parent)
        self._room = _INSET if is_inset else None
        if is_inset:
            self.setProperty("role", "inset")
        self._asked: object = None
        self._views = QButtonGroup(self)
        self._buttons = {view: button(view, "quiet", parent=self) for view in ImageView}
        for view, choice in self._buttons.items():
            choice.setCheckable(True)
            self._views.addButton(choice)
            choice.clicked.connect(partial(self.set_view, view))
        self.canvas = ImageCanvas(self)
        self._before, self._after = label("", "dim", parent=self), label("", "dim", parent=self)
        choices = fill(QHBoxLayout(), *self._buttons.values(), 1, margins=0, gap=style.TIGHT)
        words = fill(QHBoxLayout(), (self._before, 1), (self._after, 1), margins=0, gap=style.GAP)
        fill(QVBoxLayout(self), choices, (self.canvas, 1), words, margins=style.GAP, gap=style.TIGHT)
        self.setFocusProxy(self.canvas)
        self.set_view(ImageView.SIDE_BY_SIDE)

    def show_sides(self, before: bytes | None, after: bytes | None, *, is_compared: bool = True) -> None:
        """Show these files, None where there is none; only the second one as it is, where nothing is compared."""
        self._asked = asked = object()
        self.canvas.set_pair(None)
        self._say("", "")

        def show(pair: _Pair) -> None:
            if self._asked is asked:  # no other file is shown meanwhile
                self._show(pair, is_compared=is_compared)

        run_detached(partial(_decoded_pair, before, after, self._room), show, owner=self, name="pictures", daemon=False)

    def clear(self) -> None:
        """Show nothing, and keep nothing."""
        self._asked = None
        self.canvas.set_pair(None)

    def set_view(self, view: ImageView) -> None:
        self._buttons[view].setChecked(True)
        self.canvas.set_view(view)

    def _show(self, pair: _Pair, *, is_compared: bool) -> None:
        has_both = not pair.difference.isNull()
        for choice in self._buttons.values():
            choice.setVisible(has_both)
        before, after = pair.before.words, pair.after.words
        self._say(*((f"Before: {before}", f"After: {after}") if is_compared else ("", after)))
        self.canvas.set_pair(pair)

    def _say(self, before: str, after: str) -> None:
        self._before.setText(before)
        self._before.setVisible(bool(before))  # the words of one by itself begin at the left
        self._after.setText(after)
        self.canvas.setAccessibleName(f"{before} {after}".strip())
