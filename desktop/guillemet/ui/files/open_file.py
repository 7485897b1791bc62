"""A dialog that finds a file of the repository by some of its letters, and perhaps a line, to be read."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from guillemet.app.file_listing import FileListing
from guillemet.ui.changes.file_chooser import FileChooser
from guillemet.ui.style import style
from guillemet.ui.widgets.layouts import fill

_SIZE = 520, 300


class OpenFileDialog(QDialog):
    """Finds a file while its name is typed; Return opens the one that is chosen, Escape leaves.

    Signals: `file_chosen(path, line)`, line 0 for none.
    """

    file_chosen = Signal(str, int)

    def __init__(self, files: FileListing, root: str, parent: QWidget) -> None:
        """Offer these files of the folder `root`."""
        super().__init__(parent)
        self.setWindowTitle("Open file")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._chooser = FileChooser(files, parent=self, name="Open file", may_be_new=False, root=root)
        self._chooser.file_chosen.connect(self._choose)
        self._chooser.left.connect(self.reject)
        fill(QVBoxLayout(self), (self._chooser, 1), margins=style.WIDE)
        self.resize(*_SIZE)
        self._chooser.setFocus()

    def set_files(self, files: FileListing) -> None:
        """Find among these from now on."""
        self._chooser.set_files(files)

    def _choose(self, path: str) -> None:
        self.accept()
        self.file_chosen.emit(path, self._chooser.line)
