"""Finds a file of the repository by some of its letters: a field with a list, by itself or in a dialog."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from guillemet.app.file_listing import FileListing
from guillemet.app.turns import ListedFile
from guillemet.engine.text import counted
from guillemet.ui.chat.popup import ENTRY_ROLE, ChoiceEntry, EntryList
from guillemet.ui.file_search import FileFinder, FileMatch, read_place
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import announce, label
from guillemet.ui.widgets.fields import SearchField
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.wording import seen

_MOST, _MOST_IN_DIALOG = 6, 100
"""Files that are shown; typing more narrows them down."""
_HINT = "Type some letters of its path."
_NONE = "No file is named like that."
_NEW = f"{_NONE} Return takes the path as it is typed, for a file that is to be made."


class FileChooser(QWidget):
    """Offers the files of a listing while the user types.

    file_chosen(path): this is the file.
    typed(text): another text stands in the field.
    left: Escape was pressed in the empty field.
    """

    file_chosen = Signal(str)
    typed = Signal(str)
    left = Signal()

    def __init__(
        self,
        files: FileListing,
        typed: str = "",
        parent: QWidget | None = None,
        *,
        name: str = "Other file for the block",
        may_be_new: bool = True,
        root: str | None = None,
    ) -> None:
        """Offer these files; one that is not among them may be chosen if `may_be_new`.

        Where the folder is given that they are in, a line may be typed behind the path; `line` has it then.
        """
        super().__init__(parent)
        self.line = 0
        self._root = root
        self._may_be_new = may_be_new
        self._none = _NEW if may_be_new else _NONE
        self._finder = FileFinder(self, most=_MOST if root is None else _MOST_IN_DIALOG)
        self._finder.set_files(files)
        self._field = SearchField(name, self)
        self._field.setPlaceholderText("Find the file by some of its letters")
        self._list = EntryList(self, most_rows=_MOST)
        self._list.setAccessibleName("Files found")
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._note = label(_HINT, "dim", parent=self)
        column = fill(QVBoxLayout(self), self._field, (self._list, 1), self._note)
        fill(column, margins=(0, style.TIGHT), gap=style.TIGHT)
        if root is not None:  # in a dialog of its own
            self._field.empties = False
            self._list.setProperty("role", "list")
            fill(column, margins=0, gap=style.GAP)
        self._field.textChanged.connect(self._look_for)
        self._field.taken.connect(self._take)
        self._field.travelled.connect(self._travel)
        self._field.left.connect(self.left)
        self._list.clicked.connect(self._take_pressed)
        self._finder.found.connect(self._show)
        self.setFocusProxy(self._field)
        self._list.setVisible(root is not None)
        self._field.setText(typed)
        if root is not None:
            self._look_for(typed)

    def set_files(self, files: FileListing) -> None:
        """Offer these files from now on."""
        self._finder.set_files(files)
        self._look_for(self._field.text())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._list.set_width(event.size().width())

    def _look_for(self, typed: str) -> None:
        self.typed.emit(typed)
        if self._root is not None:
            typed, self.line = read_place(typed, self._root)
        if typed.strip() or self._root is not None:
            self._finder.look_for(typed)
        else:
            self._finder.stop()
            self._show(FileMatch((), 0))

    def _show(self, found: FileMatch) -> None:
        self._list.set_entries([_entry(file) for file in found.files])
        self._list.choose(0)
        if self._root is None:
            self._list.setFixedHeight(self._list.wanted_height())
            self._list.setVisible(bool(found.files))
        more = found.count - len(found.files)
        is_typed = bool(self._field.text().strip())
        self._note.setText(f"{counted(more, 'more file')}" if more > 0 else self._none if is_typed else _HINT)
        self._note.setVisible(more > 0 or not found.files)
        if is_typed:
            announce(self._field, self._spoken())

    def _spoken(self) -> str:
        current = self._list.current
        return current.spoken if current else self._none

    def _travel(self, event: QKeyEvent) -> None:
        self._finder.finish()
        self._list.step(1 if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_PageDown) else -1)
        announce(self._field, self._spoken())

    def _take(self) -> None:
        self._finder.finish()  # or a quick Return would take what was found for fewer letters
        current = self._list.current
        path = str(current.key) if current else self._field.text().strip() if self._may_be_new else ""
        if path:
            self.file_chosen.emit(path)

    def _take_pressed(self, index: QModelIndex) -> None:
        entry = index.data(ENTRY_ROLE)
        if isinstance(entry, ChoiceEntry):
            self.file_chosen.emit(str(entry.key))


def _entry(file: ListedFile) -> ChoiceEntry:
    folder, _, name = file.path.rpartition("/")
    return ChoiceEntry(seen(name), seen(folder) or "top folder", file.path, file.status)


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
