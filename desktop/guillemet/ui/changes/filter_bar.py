"""The filter of the list of changes: letters of the path, and marks to choose, with how many of those files have it."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import QSignalBlocker, QSize, Signal
from PySide6.QtWidgets import QFrame, QToolButton, QVBoxLayout, QWidget

from guillemet.engine.review import Badge, Kind
from guillemet.engine.text import counted
from guillemet.ui.changes.file_rows import FileRow
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import ToolButton, on_escape
from guillemet.ui.widgets.fields import SearchField
from guillemet.ui.widgets.layouts import FlowLayout, fill


class Mark(StrEnum):
    """What can be filtered for."""

    UNDECIDED = "undecided"
    UNREVIEWED = "not reviewed"
    FAILED = "failed"
    DOUBTFUL = "doubtful"
    FLAGGED = "flagged"
    CONFLICT = "conflict"
    ADDED = "added"
    CHANGED = "changed"
    DELETED = "deleted"
    MOVED = "moved"


_KINDS = {
    Mark.ADDED: Kind.ADDED,
    Mark.CHANGED: Kind.CHANGED,
    Mark.DELETED: Kind.DELETED,
    Mark.MOVED: Kind.MOVED,
}


def marks_of(row: FileRow) -> frozenset[Mark]:
    """Return what a file can be found by."""
    file = row.file
    known = {
        Mark.UNDECIDED: row.is_undecided,
        Mark.UNREVIEWED: row.is_undecided and not row.is_reviewed,  # what is decided needs no review any more
        Mark.FAILED: bool(row.blocks),
        Mark.DOUBTFUL: row.is_doubtful,
        Mark.FLAGGED: row.is_flagged,
        Mark.CONFLICT: file is not None and Badge.CONFLICT in file.badges,
        **{mark: row.kind is kind for mark, kind in _KINDS.items()},
    }
    return frozenset(mark for mark, is_so in known.items() if is_so)


class FilterBar(QFrame):
    """Shown while one filters.

    changed: other files may fit now.
    left: Escape put the filter away.
    taken: Return, or a key that goes up or down, asks for the list.
    """

    changed = Signal()
    left = Signal()
    taken = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._field = SearchField("Filter by path", self)
        self._field.setPlaceholderText("Filter by path")
        self._field.textChanged.connect(self._count_marks)
        self._field.textChanged.connect(self.changed)
        self._field.left.connect(self.leave)
        self._field.taken.connect(self.taken)
        self._field.travelled.connect(self.taken)
        self._files: Sequence[FileRow] = ()
        self._chips: dict[Mark, QToolButton] = {}
        for mark in Mark:
            chip = self._chips[mark] = ToolButton(self)
            chip.setCheckable(True)
            chip.setProperty("role", "choice")
            chip.toggled.connect(lambda _: self.changed.emit())
        chips = FlowLayout(*self._chips.values(), gap=style.TIGHT)
        fill(QVBoxLayout(self), self._field, chips, margins=style.TIGHT, gap=style.TIGHT)
        on_escape(self, self.leave)

    @property
    def is_filtering(self) -> bool:
        """Whether anything is filtered for."""
        return bool(self._field.text().strip() or self._chosen)

    def start(self) -> None:
        """Show the bar, and give its field the focus."""
        self.show()
        self._count_marks()
        self._field.start()

    def leave(self) -> None:
        """Filter for nothing any more, and hide."""
        with QSignalBlocker(self):
            self._field.clear()
            for chip in self._chips.values():
                chip.setChecked(False)
        self.hide()
        self.changed.emit()
        self.left.emit()

    def set_files(self, files: Sequence[FileRow]) -> None:
        """Count the files with each mark, while it is shown; one that no file has is hidden, and lifted."""
        self._files = files
        if not self.isHidden():
            self._count_marks()

    def _count_marks(self) -> None:
        """Count the files with each mark among those with the words; the marks stay while they are typed."""
        counts, found = Counter[Mark](), Counter[Mark]()
        for file in self._files:
            marks = marks_of(file)
            counts.update(marks)
            found.update(marks if self._has_words(file) else ())
        for mark, chip in self._chips.items():
            count = found[mark]
            chip.setText(f"{mark} {count:,}")
            chip.setAccessibleName(f"{mark}, {counted(count, 'file')}, filter")
            chip.setVisible(counts[mark] > 0)
            if not counts[mark] and chip.isChecked():
                chip.setChecked(False)

    def fits(self, row: FileRow) -> bool:
        """Whether a file is shown: a path of it has all words, and it has a chosen mark of either sort, if any."""
        if not self._has_words(row):
            return False
        chosen, own = self._chosen, marks_of(row)
        return all(not marks or marks & own for marks in (chosen & _KINDS.keys(), chosen - _KINDS.keys()))

    def _has_words(self, row: FileRow) -> bool:
        words = self._field.text().casefold().split()
        return any(all(word in path.casefold() for word in words) for path in (row.lies_at, row.path))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, super().minimumSizeHint().height())

    @property
    def _chosen(self) -> frozenset[Mark]:
        return frozenset(mark for mark, chip in self._chips.items() if chip.isChecked())
