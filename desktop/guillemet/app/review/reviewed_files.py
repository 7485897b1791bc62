"""Which files the user has marked as reviewed; a mark goes when what is proposed for the file changes."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from guillemet.engine.review import FileReview, Review


class ReviewedFiles(QObject):
    """Holds the marks, for as long as the window is open.

    Signals: `changed(frozenset[str])` with the paths of all marked files.
    """

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._marked: dict[str, FileReview] = {}
        self._review: Review | None = None

    @property
    def paths(self) -> frozenset[str]:
        """The paths of all marked files."""
        return frozenset(self._marked)

    def toggle(self, paths: Iterable[str]) -> None:
        """Mark these files; where all are marked, take the marks away."""
        files = {file.path: file for file in self._review.files} if self._review else {}
        chosen = [path for path in paths if path in files]
        if all(path in self._marked for path in chosen):
            for path in chosen:
                del self._marked[path]
        else:
            self._marked |= {path: files[path] for path in chosen}
        self.changed.emit(self.paths)

    def follow(self, review: Review) -> None:
        """Take the marks from files that are not as they were when they were marked."""
        before, self._review = self.paths, review
        files = {file.path: file for file in review.files}
        self._marked = {
            path: files[path] for path, old in self._marked.items() if path in files and _is_same(old, files[path])
        }
        if self.paths != before:
            self.changed.emit(self.paths)


def _is_same(old: FileReview, new: FileReview) -> bool:
    """Whether the same is proposed: the user's own decisions change both sides too."""
    is_decided = (old.decision, old.accepted_hunks, old.rejected_hunks) != (
        new.decision,
        new.accepted_hunks,
        new.rejected_hunks,
    )
    return is_decided or (old.identity, old.added, old.removed) == (new.identity, new.added, new.removed)
