"""Writes a pasted image as PNG in a thread of its own: a screenshot takes a tenth of a second and more."""

from queue import Empty, SimpleQueue
from threading import Thread

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QTimer, Signal
from PySide6.QtGui import QImage

from guillemet.llm.messages import Picture

_LOOKS = 15
"""Milliseconds between two looks whether a picture is written."""
_FAST = 80
"""Quality of the PNG writer: the file is a fifth larger than it might be, and there in a quarter of the time."""


class PictureWriter(QObject):
    """Takes images and gives back pictures.

    written(Picture): a picture is there.
    """

    written = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._done: SimpleQueue[Picture] = SimpleQueue()
        self._waiting = 0
        self._looks = QTimer(self, interval=_LOOKS)
        self._looks.timeout.connect(self._collect)

    def write(self, image: QImage) -> None:
        """Begin to write this image."""
        self._waiting += 1
        self._looks.start()
        Thread(target=_write, args=(QImage(image), self._done), name="writing a picture").start()

    def _collect(self) -> None:
        try:
            picture = self._done.get_nowait()
        except Empty:
            return
        self._waiting -= 1
        if not self._waiting:
            self._looks.stop()
        self.written.emit(picture)


def _write(image: QImage, done: SimpleQueue[Picture]) -> None:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", _FAST)  # type: ignore[call-overload]  # the stubs want bytes, Qt wants text
    buffer.close()
    done.put(Picture("image/png", bytes(data.data())))
