"""The files of the proposal as a Qt model; one row a file, spoken in full to screen readers."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from guillemet.engine.outcomes import Outcome
from guillemet.engine.review import Badge, Decision, FileReview, Kind
from guillemet.ui import badges
from guillemet.ui.badges import BadgeLabel
from guillemet.ui.wording import counted, seen

FILE_ROLE = int(Qt.ItemDataRole.UserRole)
Index = QModelIndex | QPersistentModelIndex


class FilesModel(QAbstractListModel):
    """Rows of `FileReview`; replacing them by the same paths keeps every index valid."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.files: tuple[FileReview, ...] = ()
        self._marks: dict[str, tuple[BadgeLabel, ...]] = {}

    def marks(self, file: FileReview) -> tuple[BadgeLabel, ...]:
        """Return what is to be known of a file in the list."""
        return self._marks.get(file.path, ())

    def set_files(self, files: Sequence[FileReview], outcomes: Mapping[str, Sequence[Outcome]]) -> bool:
        """Show these files, marked for their blocks; tell whether the rows are other ones than before."""
        before, self_files = self.files, tuple(files)
        old_marks = self._marks
        self._marks = {file.path: badges.of_file(file, outcomes.get(file.path, ())) for file in self_files}
        if [file.path for file in before] != [file.path for file in self_files]:
            self.beginResetModel()
            self.files = self_files
            self.endResetModel()
            return True
        self.files = self_files
        changed = [row for row, (old, new) in enumerate(zip(before, self_files, strict=True)) if old != new]
        changed += [row for row, file in enumerate(self_files) if self.marks(file) != old_marks.get(file.path)]
        if changed:
            self.dataChanged.emit(self.index(min(changed)), self.index(max(changed)))
        return False

    def row_of(self, path: str) -> int:
        """Return the row of a path, or -1."""
        return next((row for row, file in enumerate(self.files) if file.path == path), -1)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.files)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.files):
            return None
        file = self.files[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return seen(file.path)
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(file, self.marks(file))
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(file, self.marks(file))
            case _:
                return file if role == FILE_ROLE else None


def spoken(file: FileReview, known: Sequence[BadgeLabel]) -> str:
    """Return the row as a screen reader says it."""
    moved = f", moved from {seen(file.moved_from)}" if file.kind is Kind.MOVED else f", {file.kind}"
    counts = f"{counted(file.added, 'line')} added, {file.removed:,} removed"
    return ", ".join((seen(file.path) + moved, counts, file.decision, *(mark.word for mark in known)))


def tooltip(file: FileReview, known: Sequence[BadgeLabel]) -> str:
    """Return the whole path, the decision in a word, what each mark means, and why Accept all leaves the file out."""
    decision = "not decided yet" if file.decision is Decision.UNDECIDED else str(file.decision)
    lines = [seen(file.path), f"{file.kind} · {counted(file.hunks, 'hunk')} · {decision}"]
    if file.moved_from:
        lines.insert(1, f"from {seen(file.moved_from)}")
    lines += [f"{mark.word}: {mark.why}" for mark in known]
    return "\n".join((*lines, badges.LEFT_OUT) if Badge.ASKS in file.badges else lines)
