"""Dialogs that ask for a folder or a file; they open and answer later, and nothing waits for them."""

from collections.abc import Callable

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QWidget


def ask_folder(parent: QWidget, title: str, *, then: Callable[[str], None]) -> QFileDialog:
    """Ask for a folder and call `then` with it."""
    dialog = _ask(parent, title, QFileDialog.FileMode.Directory, then)
    dialog.open()
    return dialog


def ask_file(parent: QWidget, title: str, *, then: Callable[[str], None]) -> QFileDialog:
    """Ask for a file and call `then` with it."""
    dialog = _ask(parent, title, QFileDialog.FileMode.ExistingFile, then)
    dialog.open()
    return dialog


def ask_new_file(parent: QWidget, title: str, *, name: str, then: Callable[[str], None]) -> QFileDialog:
    """Ask where to save a file, under this name unless another is chosen, and call `then` with it."""
    dialog = _ask(parent, title, QFileDialog.FileMode.AnyFile, then)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDirectory(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
    dialog.selectFile(name)
    dialog.open()
    return dialog


def _ask(parent: QWidget, title: str, mode: QFileDialog.FileMode, then: Callable[[str], None]) -> QFileDialog:
    dialog = QFileDialog(parent, title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(mode)
    dialog.fileSelected.connect(then)
    return dialog
