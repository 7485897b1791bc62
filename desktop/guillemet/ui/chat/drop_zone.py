"""Where files and pictures can be dropped for the conversation; text that is dropped is a reply, and for the window."""

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from guillemet.ui.chat.message_box import local_files


class DropZone(QObject):
    """Lets a widget take what is dropped on it.

    hovered(bool): something that would be taken came over the widget, or left it.
    dropped(QMimeData): it was let go there.
    """

    hovered = Signal(bool)
    dropped = Signal(QMimeData)

    def __init__(self, place: QWidget) -> None:
        super().__init__(place)
        place.setAcceptDrops(True)
        place.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event:
            case QDragEnterEvent() if event.type() is QEvent.Type.DragEnter:
                self._enter(event)
            case QDropEvent() if event.type() is QEvent.Type.Drop:
                _copy(event)
                self.dropped.emit(event.mimeData())
            case _ if event.type() is QEvent.Type.DragLeave:
                self.hovered.emit(False)  # noqa: FBT003  a signal
            case _:
                return super().eventFilter(watched, event)
        return True

    def _enter(self, event: QDragEnterEvent) -> None:
        data = event.mimeData()
        if local_files(data) or (data.hasImage() and not data.hasText()):
            _copy(event)
            self.hovered.emit(True)  # noqa: FBT003  a signal
        else:
            event.ignore()


def _copy(event: QDropEvent) -> None:
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
