"""The contents of all files of the proposal, or of the next commit, read beside all other work, after each change.

GUI thread              repository worker            side worker
follow(review) ───────▶ texts of some stale files ─▶ prepared to be shown ──▶ contents_changed
                        … of the next ones
"""

from collections.abc import Hashable, Mapping, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from guillemet.app.preferences import Preferences
from guillemet.app.repository_service import RepositoryService
from guillemet.app.review.current_file import prepared_in_commit, prepared_of
from guillemet.app.task_runner import TaskRunner, log_failure
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.outcomes import Outcome
from guillemet.engine.review import Decision, FileReview, FileTexts, Review
from guillemet.engine.workspace import Workspace
from guillemet.settings import WhiteSpace

AT_ONCE = 4
"""Files read in one job, in about 5 ms: what the user asks for meanwhile waits for no more than that."""

FileState = tuple[FileReview, tuple[Outcome, ...]]
"""What is proposed for a file; the decision is left out."""


class ProposalContents(QObject):
    """Holds what can be shown of the files of the proposal.

    Signals: `contents_changed(contents)`, by path, while they are read: first early, then each time there are twice as
    many, and when all are read.
    """

    contents_changed = Signal(object)
    at_once = AT_ONCE

    def __init__(
        self,
        workplace: RepositoryService,
        tasks: TaskRunner,
        preferences: Preferences,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workplace, self._tasks, self._preferences = workplace, tasks, preferences
        self._white_space = preferences.now.white_space
        self._review: Review | None = None
        self._states: Mapping[str, Hashable] = {}
        self._contents: dict[str, DiffContent] = {}
        self._round = 0
        self._unsaid = 0
        preferences.changed.connect(lambda _: self._follow_settings())

    def follow(self, review: Review, known: DiffContent | None = None) -> None:
        """Read what this review changes, but for what is known; what is under way for one before it is dropped."""
        states = self.states_in(review)
        self._review = review
        if known is not None and known.white_space is self._white_space:
            self._states = {**self._states, known.path: states[known.path]}
            self._contents[known.path] = known
            self._unsaid += 1
        stale = [p for p, state in states.items() if self._states.get(p) != state or p not in self._contents]
        self._round += 1
        self._states = states
        fresh = states.keys() - stale
        self._contents = {path: content for path, content in self._contents.items() if path in fresh}
        if known is None:
            self._read(review, stale, self._round)
        else:  # what the decision left is shown already
            self._tasks.later(partial(self._read, review, stale, self._round))

    def begin(self) -> None:
        """Forget the contents, for another repository was opened."""
        self._round += 1
        self._review = None
        self._states, self._contents, self._unsaid = {}, {}, 0

    def _read(self, review: Review, stale: Sequence[str], of_round: int) -> None:
        if of_round != self._round:
            return
        if not stale:
            if self._unsaid:  # some may have become known in a round that came to no end
                self._tell()
            return
        if not self._tasks.is_idle:  # the user may wait for that
            self._tasks.later(partial(self._read, review, stale, of_round))
            return
        paths, later = stale[: self.at_once], stale[self.at_once :]

        def keep(contents: list[DiffContent]) -> None:
            if of_round != self._round:
                return
            self._contents.update((content.path, content) for content in contents)
            self._unsaid += len(contents)
            if not later or 2 * self._unsaid >= len(self._contents):
                self._tell()
            self._read(review, later, of_round)

        def compare(texts: Sequence[FileTexts]) -> None:
            make = partial(self.prepared, review, texts, self._white_space)
            self._tasks.aside(make, keep, otherwise=log_failure)

        self._workplace.ask(lambda workspace: self.texts_of(workspace, paths), compare, otherwise=log_failure)

    def _tell(self) -> None:
        self._unsaid = 0
        self.contents_changed.emit(dict(self._contents))

    def _follow_settings(self) -> None:
        if self._white_space is not self._preferences.now.white_space:
            self._white_space = self._preferences.now.white_space
            self._contents = {}
            if self._review is not None:
                self.follow(self._review)

    @staticmethod
    def states_in(review: Review) -> Mapping[str, Hashable]:
        """Return by path what the contents are made of: what is read again when it becomes another."""
        return file_states(review)

    @staticmethod
    def texts_of(workspace: Workspace, paths: Sequence[str]) -> Sequence[FileTexts]:
        """Read these files, on the worker."""
        return workspace.texts_of(paths)

    @staticmethod
    def prepared(review: Review, texts: Sequence[FileTexts], white_space: WhiteSpace) -> list[DiffContent]:
        """Return what is shown of these texts, on a side worker."""
        return [prepared_of(review, review.file_at[one.path], one, white_space=white_space) for one in texts]


class CommitContents(ProposalContents):
    """Holds what can be shown of the files of the next commit, while that is looked at."""

    at_once = 5 * AT_ONCE  # each job lists the whole commit first

    @staticmethod
    def states_in(review: Review) -> Mapping[str, Hashable]:
        """Return what will be committed of each file, and what it is compared with."""
        return {
            line.path: (replace(line, is_staged=False), review.head.commit)
            for line in review.commit
            if not line.is_left_out
        }

    @staticmethod
    def texts_of(workspace: Workspace, paths: Sequence[str]) -> Sequence[FileTexts]:
        """Read what the commit changes in these files, on the worker."""
        return workspace.commit_texts(paths)

    @staticmethod
    def prepared(review: Review, texts: Sequence[FileTexts], white_space: WhiteSpace) -> list[DiffContent]:
        """Return what is shown of these texts, on a side worker."""
        lines = {line.path: line for line in review.commit}
        return [prepared_in_commit(lines[one.path], one, white_space=white_space) for one in texts]


def file_states(review: Review) -> dict[str, FileState]:
    """Return by path what is proposed for each file."""
    open_ = Decision.UNDECIDED
    return {
        file.path: (
            file if file.decision is open_ else replace(file, decision=open_),
            review.outcomes_at.get(file.path, ()),
        )
        for file in review.files
    }
