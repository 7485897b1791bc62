"""The moved blocks of the whole proposal, found beside all other work, after each change of it.

GUI thread              repository worker            side worker
follow(review) ───────▶ texts of some stale files ─▶ their changed lines, kept
                        … of the next ones
                                                 ──▶ moves of all files ──▶ moves_changed
"""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from guillemet.app.repository_service import RepositoryService
from guillemet.app.review.proposal_contents import FileState, file_states, proposed_texts
from guillemet.app.task_runner import TaskRunner, log_failure
from guillemet.engine.diff.moves import ChangedFile, Move, changed_file, find_moves
from guillemet.engine.review import FileTexts, Review

AT_ONCE = 20
"""Files read in one job, so that what the user asks for meanwhile does not wait long."""
MOST_FILES = 1_000
"""In a proposal of more files nothing is looked for."""


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
        self._states: dict[str, FileState] = {}
        self._files: dict[str, ChangedFile] = {}
        self._round = 0

    def follow(self, review: Review) -> None:
        """Find the moves of this review; what is under way for one before it is dropped."""
        states = file_states(review) if len(review.files) <= MOST_FILES else {}
        stale = [path for path, state in states.items() if self._states.get(path) != state]
        if not stale and states.keys() == self._states.keys():
            return
        self._round += 1
        self._states = states
        fresh = states.keys() - stale
        self._files = {path: file for path, file in self._files.items() if path in fresh}
        # Until they are found again: lines of stale files are no longer where they were.
        kept = (move for move in self.moves if {move.old_path, move.new_path} <= self._files.keys())
        self._show(self._round, tuple(kept))
        self._read(stale, self._round)

    def begin(self) -> None:
        """Forget the moves, for another repository was opened."""
        self._round += 1
        self._states, self._files = {}, {}
        self._show(self._round, ())

    def _read(self, stale: Sequence[str], of_round: int) -> None:
        """Read these files, some at a time, then look for moves."""
        if not stale:
            files = [self._files[path] for path in self._states if path in self._files]
            self._tasks.aside(partial(find_moves, files), partial(self._show, of_round))
            return
        paths, later = stale[:AT_ONCE], stale[AT_ONCE:]
        # Each round has files of its own, so that what comes late for an earlier one changes nothing.
        known = self._files

        def keep(files: list[ChangedFile]) -> None:
            if of_round == self._round:  # it only saves work
                known.update((file.path, file) for file in files)
                self._read(later, of_round)

        def compare(texts: list[FileTexts]) -> None:
            self._tasks.aside(lambda: list(map(changed_file, texts)), keep)

        # Moves are an extra: where they cannot be found, nothing is reported.
        self._workplace.ask(partial(proposed_texts, paths=paths), compare, otherwise=log_failure)

    def _show(self, of_round: int, moves: tuple[Move, ...]) -> None:
        if of_round == self._round and moves != self.moves:
            self.moves = moves
            self.moves_changed.emit()
