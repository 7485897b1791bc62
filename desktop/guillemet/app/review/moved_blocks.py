"""The moved blocks of the whole proposal, found beside all other work, after each change of it.

GUI thread              repository worker            side worker
follow(review) ───────▶ texts of some stale files ─▶ their changed lines, kept
                        … of the next ones
                                                 ──▶ moves of all files ──▶ moves_changed
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet.app.repository_service import RepositoryService
from guillemet.app.task_runner import TaskRunner, log_failure
from guillemet.engine.diff.moves import ChangedFile, Move, changed_file, find_moves
from guillemet.engine.errors import RepositoryError
from guillemet.engine.outcomes import Outcome
from guillemet.engine.review import Decision, FileReview, FileTexts, Review
from guillemet.engine.workspace import Workspace

AT_ONCE = 20
"""Files read in one job, so that what the user asks for meanwhile does not wait long."""
MOST_FILES = 1_000
"""In a proposal of more files nothing is looked for."""

_State = tuple[FileReview, tuple[Outcome, ...]]
"""What is proposed for a file; the decision is left out."""


class MovedBlocks(QObject):
    """Holds the moves of the proposal.

    Signals: `moves_changed()` when they are others.
    """

    moves_changed = Signal()

    def __init__(self, workplace: RepositoryService, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.moves: tuple[Move, ...] = ()
        self._workplace = workplace
        self._tasks = tasks
        self._states: dict[str, _State] = {}
        self._files: dict[str, ChangedFile] = {}
        self._round = 0

    def follow(self, review: Review) -> None:
        """Find the moves of this review; what is under way for one before it is dropped."""
        states = _states(review) if len(review.files) <= MOST_FILES else {}
        stale = [path for path, state in states.items() if self._states.get(path) != state]
        if not stale and states.keys() == self._states.keys():
            return
        self._round += 1
        self._states = states
        self._files = {path: file for path, file in self._files.items() if path in states and path not in stale}
        # Until they are found again: lines of stale files are no longer where they were.
        kept = (move for move in self.moves if move.old_path in self._files and move.new_path in self._files)
        self._show(self._round, tuple(kept))
        self._read(stale, self._round)

    def begin(self) -> None:
        """Forget the moves, for another repository was opened."""
        self._round += 1
        self._states, self._files = {}, {}
        self._show(self._round, ())

    def _read(self, stale: Sequence[str], of_round: int) -> None:
        """Read these files, some at a time, then look for moves."""
        if of_round != self._round:
            return
        if not stale:
            files = [self._files[path] for path in self._states if path in self._files]
            self._tasks.aside(partial(find_moves, files), partial(self._show, of_round))
            return
        paths, later = stale[:AT_ONCE], stale[AT_ONCE:]

        def keep(files: list[ChangedFile]) -> None:
            if of_round == self._round:
                self._files.update((file.path, file) for file in files)
                self._read(later, of_round)

        def compare(texts: list[FileTexts]) -> None:
            self._tasks.aside(lambda: list(map(changed_file, texts)), keep)

        # Nobody asked for moves, so nothing is said where they cannot be found.
        self._workplace.ask(partial(_texts, paths=paths), compare, otherwise=log_failure)

    def _show(self, of_round: int, moves: tuple[Move, ...]) -> None:
        if of_round == self._round and moves != self.moves:
            self.moves = moves
            self.moves_changed.emit()


def _texts(workspace: Workspace, paths: Sequence[str]) -> list[FileTexts]:
    found: list[FileTexts] = []
    for path in paths:
        with suppress(RepositoryError):  # it left the proposal meanwhile, and the next review says so
            found.append(workspace.texts(path))
    return found


def _states(review: Review) -> dict[str, _State]:
    outcomes: dict[str, list[Outcome]] = {}
    for outcome in review.outcomes:
        outcomes.setdefault(outcome.path, []).append(outcome)
    return {
        file.path: (replace(file, decision=Decision.UNDECIDED), tuple(outcomes.get(file.path, ())))
        for file in review.files
    }
