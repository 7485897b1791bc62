"""The panel of files: a field to filter by, the tree, and a line that counts.

Files of the conversation            ×
[ Filter 5,204 files               ]
▾ [–] src      2 of 14             •
    [✓] app.py                     M
2 in · 1 read-only     Space changes, R read-only
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from guillemet.app.file_listing import FileListing
from guillemet.app.turns import Use
from guillemet.engine.text import counted
from guillemet.ui.file_search import FileFinder, FileMatch
from guillemet.ui.files.tree import FileTree
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import IconButton, banner, label, on_escape
from guillemet.ui.widgets.empty_state import EmptyState
from guillemet.ui.widgets.fields import SearchField
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.tab_order import go_round

_MOST = 200
"""Greatest number of files that a filter shows; typing more narrows it down."""
_KEYS = "Space: in, read-only, out · R: read-only · Return: open"


class FilePanel(QFrame):
    """Lets the user choose what is sent along; it shows nothing but what `set_files` says.

    set_files(listing): the files, with what each file is to the conversation.
    start(): give the focus to the filter.

    use_requested(paths, Use): these files are to be out, read-only or in.
    path_action_requested(PathAction, paths): from the menu of a file, or by Return.
    close_requested: Escape, or the cross.
    """

    use_requested = Signal(tuple, object)
    path_action_requested = Signal(object, tuple)
    close_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self._note = ""
        self._finder = FileFinder(self, most=_MOST)
        self._build()
        self._connect_signals()
        self.set_files(FileListing())
        on_escape(self, self.close_requested.emit)

    def set_files(self, listing: FileListing) -> None:
        """Show these files; the filter, open folders and the current row stay."""
        self._finder.set_files(listing)
        is_other = self._tree.set_listing(listing)
        self._field.setPlaceholderText(f"Filter {counted(len(listing), 'file')}")
        self._counts = [f"{listing.count(listing.top, use):,} {use}" for use in (Use.IN, Use.READ_ONLY)]
        if not self._field.text().strip():
            self._pages.setCurrentWidget(self._tree if len(listing) else self._empty)
        elif is_other:
            self._finder.look_for(self._field.text())
        self._show_counts()

    def start(self) -> None:
        """Give the focus to the filter, with what is in it selected."""
        self._field.start()

    def focusNextPrevChild(self, next: bool) -> bool:
        return go_round(self, forward=next)

    def _build(self) -> None:
        close = IconButton("close", "Close the list of files", role="quiet")
        close.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        close.clicked.connect(self.close_requested)
        head = banner(label("Files of the conversation", "title"), close)
        self._field = SearchField("Filter the files by some of their letters")
        self._tree = FileTree()
        self._none = EmptyState("No file is named like that", "Some letters of the path in their order are enough.")
        self._pages = QStackedWidget()
        self._empty = EmptyState("No files yet", "The files of the repository are listed here.")
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self._tree)
        self._pages.addWidget(self._none)
        self._foot = label("", "dim")
        parts = self._field, (self._pages, 1), self._foot
        body = fill(QVBoxLayout(), *parts, margins=style.GAP, gap=style.GAP)
        fill(QVBoxLayout(self), head, (body, 1), margins=0, gap=0)

    def _connect_signals(self) -> None:
        self._field.textChanged.connect(self._filter)
        self._field.left.connect(self.close_requested)
        self._field.taken.connect(self._tree.cycle)
        self._field.travelled.connect(self._travel)
        self._finder.found.connect(self._show_found)
        self._tree.use_requested.connect(self.use_requested)
        self._tree.path_action_requested.connect(self.path_action_requested)
        self._tree.typed.connect(self._type_on)
        self._tree.left_upwards.connect(self.start)

    def _travel(self, event: QKeyEvent) -> None:
        """Go through what was found, or into the whole tree."""
        if event.key() == Qt.Key.Key_Down and not self._field.text():
            self._tree.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._tree.travel(event)

    def _filter(self, typed: str) -> None:
        if typed.strip():
            self._finder.look_for(typed)
            return
        self._finder.stop()
        self._note = ""
        self._tree.set_found(None)
        self._pages.setCurrentWidget(self._tree)
        self._show_counts()

    def _show_found(self, found: FileMatch) -> None:
        self._tree.set_found(found.files)
        self._pages.setCurrentWidget(self._tree if found.files else self._none)
        is_cut = found.count > len(found.files)
        self._note = f"best {len(found.files):,} of {found.count:,}" if is_cut else f"{found.count:,} found"
        self._show_counts()

    def _type_on(self, text: str) -> None:
        self._field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._field.insert(text)

    def _show_counts(self) -> None:
        parts: Sequence[str] = [*self._counts, *([self._note] if self._note else []), _KEYS]
        self._foot.setText(" · ".join(parts))
