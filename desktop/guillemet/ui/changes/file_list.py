"""The list of proposed files, decided by single keys."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyleOptionViewItem, QWidget

from guillemet.engine.outcomes import Outcome
from guillemet.engine.review import Badge, Decision, FileReview
from guillemet.ui.changes.file_delegate import FILE_ROLE, FileDelegate, FilesModel, Index
from guillemet.ui.widgets.tab_order import go_to_row


class FileList(QListView):
    """Files to decide: Space accepts, Delete rejects, Return opens, n goes to the next undecided, ] and [ step.

    file_picked(path): another file became the current one.
    file_opened(path): the user wants to work in the file's diff.
    accept_requested, reject_requested, reconsider_requested (paths): a decision on the selected files.
    """

    file_picked = Signal(str)
    file_opened = Signal(str)
    accept_requested = Signal(tuple)
    reject_requested = Signal(tuple)
    reconsider_requested = Signal(tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._files = FilesModel(self)
        self._delegate = FileDelegate(self._files, self)
        self._picked = ""
        self._is_restoring = False
        self._is_elsewhere = False
        plain, alt, keys = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier, Qt.Key
        accept, reject = partial(self.decide, Decision.ACCEPTED), partial(self.decide, Decision.REJECTED)
        self._keys: dict[tuple[Qt.KeyboardModifier, int], Callable[[], None]] = {
            (plain, keys.Key_Space): accept,
            (plain, keys.Key_Delete): reject,
            (plain, keys.Key_Backspace): reject,
            (plain, keys.Key_Return): self._open_current,
            (plain, keys.Key_Enter): self._open_current,
            (plain, keys.Key_N): self.pick_next_undecided,
            (alt, keys.Key_Down): self.pick_next,
            (alt, keys.Key_Up): partial(self.pick_next, -1),
        }
        self._signs: dict[str, Callable[[], None]] = {"]": self.pick_next, "[": partial(self.pick_next, -1)}
        self.setModel(self._files)
        self.setItemDelegate(self._delegate)
        self._delegate.rows_left.connect(self.viewport().update)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.setAccessibleName("Proposed files")
        self.setAccessibleDescription(
            "Space accepts, Delete rejects, Return opens the diff, n goes to the next undecided"
        )
        self.clicked.connect(self._go_back)
        self.doubleClicked.connect(lambda index: self.file_opened.emit(self._path(index)))

    @property
    def current_path(self) -> str:
        """The path of the current file, or an empty string."""
        return self._path(self.currentIndex())

    def set_files(self, files: Sequence[FileReview], outcomes: Mapping[str, Sequence[Outcome]]) -> None:
        """Show these files, marked for their blocks; selection, current file and scrolling stay where they can."""
        row, path, scroll = self.currentIndex().row(), self.current_path, self.verticalScrollBar().value()
        selected = set(self._selected_paths())
        if self._files.set_files(files, outcomes):
            self._restore(row, path, selected)
            if scroll:
                self.doItemsLayout()
                self.verticalScrollBar().setValue(scroll)
            if path and self._files.row_of(path) < 0:
                self.scrollTo(self.currentIndex())
        if self.current_path != self._picked:
            self._picked = self.current_path
            if self._picked:
                self.file_picked.emit(self._picked)

    def pick(self, path: str) -> None:
        """Make this file the current one, if it is listed; a press on the one that was leads back to it."""
        row = self._files.row_of(path)
        self._is_elsewhere = bool(path) and row < 0
        if row >= 0:
            go_to_row(self, self._files.index(row))
        elif path:
            self.clearSelection()

    def pick_next(self, step: int = 1) -> None:
        """Go this many files on, or back when negative, and stay at the ends."""
        if self._files.files:
            row = min(max(self.currentIndex().row() + step, 0), len(self._files.files) - 1)
            go_to_row(self, self._files.index(row))

    def pick_next_undecided(self, *, leaving_out: Sequence[str] = ()) -> None:
        """Go to the next file without a decision, from the top again after the last; stay where there is none."""
        self._pick_undecided(lambda file: file.path not in leaving_out)

    def pick_next_asking(self) -> None:
        """Go to the next file that waits for a decision of its own."""
        self._pick_undecided(lambda file: not file.is_sure)

    def content_height(self) -> int:
        """Return how high the list would be without scrolling."""
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        return sum(
            self._delegate.sizeHint(option, self._files.index(n)).height() for n in range(len(self._files.files))
        )

    def decide(self, decision: Decision) -> None:
        """Request this decision for the selected files; where all have it already, request to reset it."""
        self._decide([file for file in self._files.files if file.path in set(self._selected_paths())], decision)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        action = self._signs.get(event.text()) or self._keys.get((modifiers, event.key()))
        if action is not None:
            action()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        was_seen = self.viewport().rect().intersects(self.visualRect(self.currentIndex()))
        super().resizeEvent(event)
        if was_seen:
            self.scrollTo(self.currentIndex())

    def keyboardSearch(self, search: str) -> None:
        """Search nothing: letters are commands here."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self._press(event):
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if not self._press(event):
            super().mouseDoubleClickEvent(event)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        path = self._path(current)
        if path and path != self._picked and not self._is_restoring:
            self._picked = path
            self.file_picked.emit(path)

    def _pick_undecided(self, fits: Callable[[FileReview], bool]) -> None:
        files, start = self._files.files, self.currentIndex().row() + 1
        rows = (*range(start, len(files)), *range(start))
        row = next((row for row in rows if files[row].decision is Decision.UNDECIDED and fits(files[row])), None)
        if row is not None:
            go_to_row(self, self._files.index(row))

    def _open_current(self) -> None:
        if self.current_path:
            self.file_opened.emit(self.current_path)

    def _go_back(self, index: Index) -> None:
        if self._is_elsewhere:
            self.file_picked.emit(self._path(index))

    def _restore(self, row: int, path: str, selected: set[str]) -> None:
        """Put current file and selection back after the rows were replaced."""
        if not self._files.files:
            return
        self._is_restoring = True
        try:
            known = self._files.row_of(path) if path else 0
            at = known if known >= 0 else min(max(row, 0), len(self._files.files) - 1)
            go_to_row(self, self._files.index(at))
            for number, file in enumerate(self._files.files):
                if file.path in selected:
                    chosen = QItemSelectionModel.SelectionFlag.Select
                    self.selectionModel().select(self._files.index(number), chosen)
        finally:
            self._is_restoring = False

    def _press(self, event: QMouseEvent) -> bool:
        """Decide the file whose button lies under the pointer; tell whether there was one."""
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            return False
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.rect = self.visualRect(index)
        file: FileReview = index.data(FILE_ROLE)
        decision = self._delegate.hit(option, file, event.position().toPoint())
        if decision is None:
            return False
        go_to_row(self, index)
        self._decide([file], decision)
        return True

    def _decide(self, files: Sequence[FileReview], decision: Decision) -> None:
        if not files:
            return
        paths = tuple(file.path for file in files if file.decision is not decision)
        if not paths:
            self.reconsider_requested.emit(tuple(file.path for file in files))
            return
        (self.accept_requested if decision is Decision.ACCEPTED else self.reject_requested).emit(paths)
        if decision is Decision.ACCEPTED and all(Badge.CONFLICT in file.badges for file in files):
            return  # refused, as the badge says: who settles the lines finds the file still picked
        self.pick_next_undecided(leaving_out=paths)

    def _selected_paths(self) -> list[str]:
        return [self._path(index) for index in self.selectedIndexes()]

    @staticmethod
    def _path(index: Index) -> str:
        file = index.data(FILE_ROLE) if index.isValid() else None
        return file.path if isinstance(file, FileReview) else ""
