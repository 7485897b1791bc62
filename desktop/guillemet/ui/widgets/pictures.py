"""Pictures that are decoded for showing: both versions of one, and their difference.

Pictures come from repositories and replies, so they are decoded away from the GUI thread, by the format that their
first bytes name, and only when they are small enough; animations show their first frame.
"""

from msgspec import Struct
from PySide6.QtCore import QBuffer, QByteArray, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter

LARGEST = 20_000_000
"""Bytes of a picture that is decoded."""
MOST_PIXELS = 40_000_000
_FORMATS = {b"\x89PNG\r\n\x1a\n": b"png", b"\xff\xd8\xff": b"jpeg", b"GIF87a": b"gif", b"GIF89a": b"gif", b"BM": b"bmp"}
_NO_PICTURE = QImage()


class DecodedPicture(Struct, frozen=True):
    """One version, decoded, or why it is not."""

    image: QImage = _NO_PICTURE
    words: str = ""
    """Such as "PNG, 640 × 480 pixels, 12.3 kB", or why it cannot be shown."""


def picture_format(data: bytes) -> bytes:
    """Return Qt's name of the format that the first bytes name; empty for none that is shown."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return b"webp"
    return next((name for start, name in _FORMATS.items() if data.startswith(start)), b"")


def decoded(data: bytes | None) -> DecodedPicture:
    """Return a version of a picture; takes time, and touches no widget."""
    if data is None:
        return DecodedPicture(words="There is none.")
    size = f"{len(data) / 1_000:,.1f} kB"
    if len(data) > LARGEST:
        return DecodedPicture(words=f"It is too large to be shown here ({size}). Open it in a program for pictures.")
    kind = picture_format(data)
    if not kind:
        return DecodedPicture(words=f"It is no picture that is shown here ({size}).")
    return _decoded_as(kind, data, size)


def size_of_picture(data: bytes) -> QSize:
    """Return the pixels of a picture as its first bytes say; an invalid size for what is none that is shown."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    kind = picture_format(data)
    return QImageReader(buffer, QByteArray(kind)).size() if kind else QSize()


def _decoded_as(kind: bytes, data: bytes, size: str) -> DecodedPicture:
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    reader = QImageReader(buffer, QByteArray(kind))
    # The content names no other format than the one that was found, whichever plugins the system has.
    reader.setDecideFormatFromContent(False)
    reader.setAutoTransform(True)
    shape = reader.size()
    if not shape.isValid() or shape.isEmpty():
        return DecodedPicture(words=f"It is damaged ({size}).")
    pixels = f"{shape.width():,} × {shape.height():,} pixels"
    if shape.width() * shape.height() > MOST_PIXELS:
        return DecodedPicture(
            words=f"It has too many pixels to be shown here ({pixels}). Open it in a program for pictures."
        )
    image = reader.read()
    if image.isNull():
        return DecodedPicture(words=f"It is damaged ({reader.errorString()}; {size}).")
    words = f"{kind.decode().upper()}, {pixels}, {size}"
    return DecodedPicture(image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied), words)


class PicturePair(Struct, frozen=True):
    """Both versions, and how far each pixel differs; without that where one of them cannot be shown."""

    before: DecodedPicture
    after: DecodedPicture
    difference: QImage


def decoded_pair(before: bytes | None, after: bytes | None, room: QSize | None) -> PicturePair:
    """Return both versions, no larger than this room."""
    pair = compared(decoded(before), decoded(after))
    return pair if room is None else _fitted(pair, room)


def compared(before: DecodedPicture, after: DecodedPicture) -> PicturePair:
    """Return these versions with their difference."""
    has_both = not before.image.isNull() and not after.image.isNull()
    return PicturePair(before, after, difference(before.image, after.image) if has_both else _NO_PICTURE)


def difference(before: QImage, after: QImage) -> QImage:
    """Return how far each pixel differs: black where both are the same."""
    made = _difference_over(Qt.GlobalColor.black, before, after)
    painter = QPainter(made)
    # What is as black as the paper, or as white, and comes or goes where nothing else is, shows on the other one only.
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Lighten)
    painter.drawImage(0, 0, _difference_over(Qt.GlobalColor.white, before, after))
    painter.end()
    return made


def _difference_over(paper: Qt.GlobalColor, before: QImage, after: QImage) -> QImage:
    made, other = (QImage(before.size().expandedTo(after.size()), QImage.Format.Format_RGB32) for _ in range(2))
    for sheet, image in ((made, before), (other, after)):
        sheet.fill(paper)
        painter = QPainter(sheet)
        painter.drawImage(0, 0, image)
        painter.end()
    painter = QPainter(made)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
    painter.drawImage(0, 0, other)
    painter.end()
    return made


def _fitted(pair: PicturePair, room: QSize) -> PicturePair:
    """Return the pair as small as this room, both versions to the same scale."""
    shape = pair.before.image.size().expandedTo(pair.after.image.size())
    scale = min(room.width() / max(shape.width(), 1), room.height() / max(shape.height(), 1))

    def fit(image: QImage) -> QImage:
        size = (image.size().toSizeF() * scale).toSize().expandedTo(QSize(1, 1))
        how = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        return image if image.isNull() or scale >= 1 else image.scaled(size, *how)

    before, after = (DecodedPicture(fit(picture.image), picture.words) for picture in (pair.before, pair.after))
    return PicturePair(before, after, fit(pair.difference))
