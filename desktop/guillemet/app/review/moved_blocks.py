"""The moved blocks of the whole proposal, looked for beside all other work, in what is read of the files to be shown.

GUI thread              side worker
find(contents) ───────▶ changed lines of files that are others, moves of all files ──▶ moves_changed
"""

from collections.abc import Iterable, Mapping
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from guillemet.app.task_runner import TaskRunner
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.moves import ChangedFile, Move, changed_file, find_moves
from guillemet.engine.review import FileTexts, Review

MOST_FILES = 1_000
"""In a proposal of more files nothing is looked for."""


class _Searched(Struct, frozen=True):
    """The files that were looked through, and what was found."""

    files: Mapping[str, tuple[FileTexts, ChangedFile]]
    """By path, with the texts they were made of."""
    moves: tuple[Move, ...]


class MovedBlocks(QObject):
    """Holds the moves of the proposal.

    Signals: `moves_changed()` when they are others.
    """

    moves_changed = Signal()

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.moves: tuple[Move, ...] = ()
        self._tasks = tasks
        self._identities: dict[str, str] = {}
        """Those of the texts of the files, as they are proposed now."""
        self._searched = _Searched({}, ())
        self._round = 0

    def follow(self, review: Review) -> None:
        """Drop the moves of files that are others now: their lines are no longer where they were."""
        self._identities = {file.path: file.identity for file in review.files}
        self._show()

    def find(self, contents: Mapping[str, DiffContent]) -> None:
        """Find the moves of these files, by path; what is under way for others before is dropped."""
        paths = [path for path in self._identities if path in contents] if len(contents) <= MOST_FILES else []
        self._round += 1
        search = partial(_search, [contents[path].texts for path in paths], self._searched)
        keep = partial(self._keep, self._round)
        self._tasks.later(lambda: self._tasks.aside(search, keep))

    def begin(self) -> None:
        """Forget the moves, for another repository was opened."""
        self._round += 1
        self._identities, self._searched = {}, _Searched({}, ())
        self._show()

    def _keep(self, of_round: int, searched: _Searched) -> None:
        if of_round == self._round:
            self._searched = searched
            self._show()

    def _show(self) -> None:
        files, now = self._searched.files, self._identities
        fresh = {path for path, (texts, _) in files.items() if texts.identity == now.get(path)}
        moves = tuple(move for move in self._searched.moves if {move.old_path, move.new_path} <= fresh)
        if moves != self.moves:
            self.moves = moves
            self.moves_changed.emit()


def _search(texts: Iterable[FileTexts], before: _Searched) -> _Searched:
    known = before.files
    files = {
        one.path: known[one.path] if one.path in known and known[one.path][0] is one else (one, changed_file(one))
        for one in texts
    }
    is_same = len(files) == len(known) and all(files[path] is known.get(path) for path in files)
    return before if is_same else _Searched(files, find_moves([file for _, file in files.values()]))
