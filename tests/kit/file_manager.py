"""Takes the place of what the desktop opens files and folders with, as Qt lets an application do."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices


class FileManager(QObject):
    """Notes the paths it is asked to open."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def take(self, address: QUrl) -> None:
        """Note the path."""
        self.opened.append(address.toLocalFile())


@contextmanager
def noting_file_manager() -> Iterator[FileManager]:
    """Open nothing meanwhile, and yield what notes the paths."""
    manager = FileManager()
    QDesktopServices.setUrlHandler("file", manager, "take")
    try:
        yield manager
    finally:
        QDesktopServices.unsetUrlHandler("file")
