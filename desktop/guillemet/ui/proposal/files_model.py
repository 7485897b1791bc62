"""The files of the proposal as a Qt model; one row a file, spoken in full to screen readers."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from guillemet.engine.review import Badge, Decision, FileReview, Kind
from guillemet.ui.wording import counted, seen

FILE_ROLE = int(Qt.ItemDataRole.UserRole)
Index = QModelIndex | QPersistentModelIndex

BADGE_NOTES = {
    Badge.CHANGED_SINCE: "The file on disk is not what the proposal was made from; accepting merges the two.",
    Badge.CONFLICT: "The same lines were changed on disk; accepting would be refused.",
    Badge.IGNORED: "Git ignores this file.",
    Badge.UNTRACKED: "Git does not know this file yet.",
    Badge.LINK: "The reply named a link; the file behind it is edited.",
    Badge.ASKS: "Accept all leaves this file out: it waits for your own decision.",
}


class FilesModel(QAbstractListModel):
    """Rows of `FileReview`; replacing them by the same paths keeps every index valid."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.files: tuple[FileReview, ...] = ()

    def set_files(self, files: Sequence[FileReview]) -> bool:
        """Show these files; tell whether the rows are other ones than before."""
        before, self_files = self.files, tuple(files)
        if [file.path for file in before] != [file.path for file in self_files]:
            self.beginResetModel()
            self.files = self_files
            self.endResetModel()
            return True
        self.files = self_files
        changed = [row for row, (old, new) in enumerate(zip(before, self_files, strict=True)) if old != new]
        if changed:
            self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))
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
                return tooltip(file)
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(file)
            case _:
                return file if role == FILE_ROLE else None


def spoken(file: FileReview) -> str:
    """Return the row as a screen reader says it."""
    moved = f", moved from {seen(file.moved_from)}" if file.kind is Kind.MOVED else f", {file.kind}"
    counts = f"{counted(file.added, 'line')} added, {file.removed:,} removed"
    return ", ".join((seen(file.path) + moved, counts, file.decision, *_in_order(file.badges)))


def tooltip(file: FileReview) -> str:
    """Return the whole path, the decision in a word, and what each badge means."""
    decision = "not decided yet" if file.decision is Decision.UNDECIDED else str(file.decision)
    lines = [seen(file.path), f"{file.kind} · {counted(file.hunks, 'hunk')} · {decision}"]
    if file.moved_from:
        lines.insert(1, f"from {seen(file.moved_from)}")
    return "\n".join((*lines, *(f"{badge}: {BADGE_NOTES[badge]}" for badge in _in_order(file.badges))))


def _in_order(badges: frozenset[Badge]) -> list[Badge]:
    return [badge for badge in Badge if badge in badges]
