"""Which files the user has marked as reviewed; a mark goes when what is proposed for the file changes.

The marks are saved with the repository, each bound to what was looked at: after a restart, and when undo brings back a
file that had left the review, one is there again only where the same is proposed still.
"""

import json
from collections.abc import Iterable, Mapping
from functools import partial

from msgspec import Struct, convert, to_builtins
from PySide6.QtCore import QObject, Signal

from guillemet.app.chat.history_client import HistoryClient
from guillemet.app.history import History, Purpose
from guillemet.engine.review import Decision, FileReview, Review

_MOST_ABSENT = 1_000
"""Marks of files that left the review which are kept, for undo may bring the files back."""


class _Mark(Struct, frozen=True, array_like=True):
    """The state of a file that was looked at."""

    decision: Decision
    accepted_hunks: int
    rejected_hunks: int
    identity: str
    added: int
    removed: int

    def is_same(self, other: "_Mark") -> bool:
        """Whether the same is proposed: the user's own decisions change both sides too."""
        decisions = [(one.decision, one.accepted_hunks, one.rejected_hunks) for one in (self, other)]
        return decisions[0] != decisions[1] or self == other


class ReviewedFiles(QObject):
    """Holds the marks of the open repository.

    Signals: `changed(frozenset[str])` with the paths of all marked files.
    """

    changed = Signal(object)

    def __init__(self, keeping: HistoryClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keeping = keeping
        self._root = ""
        self._files: Mapping[str, FileReview] = {}
        """Of the review, by path."""
        self._marked: dict[str, _Mark] = {}
        """Those of files that are not in the review any more, too."""
        self._saved: str | None = None
        """What is saved; None until that was read."""

    @property
    def paths(self) -> frozenset[str]:
        """The paths of all marked files."""
        return frozenset(self._marked.keys() & self._files.keys())

    def toggle(self, paths: Iterable[str]) -> None:
        """Mark these files; where all are marked, take the marks away."""
        chosen = {path: _mark_of(self._files[path]) for path in paths if path in self._files}
        if chosen.keys() <= self._marked.keys():
            self._set({path: mark for path, mark in self._marked.items() if path not in chosen})
        else:
            self._set(self._marked | chosen)
        self.changed.emit(self.paths)

    def follow(self, review: Review) -> None:
        """Take the marks from files that are not as they were when they were marked."""
        before, present = self.paths, self._files
        self._files = review.file_at
        if review.root != self._root:
            self._root, self._marked, self._saved = review.root, {}, None
            self._keeping.ask(partial(_read, review.root), partial(self._take, review.root))
        found: dict[str, _Mark] = {}
        for path, mark in self._marked.items():
            now = _mark_of(self._files[path]) if path in self._files else mark
            if now == mark or (path in present and mark.is_same(now)):
                found[path] = now
        self._set(found)
        if self.paths != before:
            self.changed.emit(self.paths)

    def _take(self, root: str, found: dict[str, _Mark]) -> None:
        """Take over what was saved, where the files are still as they were then."""
        if root != self._root:
            return
        self._saved = _to_text(found)
        before = self.paths
        unchanged = {
            path: mark for path, mark in found.items() if path not in self._files or _mark_of(self._files[path]) == mark
        }
        self._set(unchanged | self._marked)
        if self.paths != before:
            self.changed.emit(self.paths)

    def _set(self, marked: dict[str, _Mark]) -> None:
        dropped = frozenset([path for path in marked if path not in self._files][:-_MOST_ABSENT])
        self._marked = {path: mark for path, mark in marked.items() if path not in dropped}
        text = _to_text(self._marked)
        if self._saved in (None, text):
            return
        self._saved, root = text, self._root
        self._keeping.ask(lambda history: history.keep_repository_draft(root, Purpose.REVIEWED, text))


def _read(root: str, history: History) -> dict[str, _Mark]:
    what = "The list of the files you marked as reviewed"
    return history.repository_draft_as(root, Purpose.REVIEWED, _from_text, what=what) or {}


def _to_text(marked: dict[str, _Mark]) -> str:
    return json.dumps(to_builtins(marked)) if marked else ""


def _from_text(saved: str) -> dict[str, _Mark]:
    return convert(json.loads(saved), dict[str, _Mark])


def _mark_of(file: FileReview) -> _Mark:
    return _Mark(file.decision, file.accepted_hunks, file.rejected_hunks, file.identity, file.added, file.removed)
