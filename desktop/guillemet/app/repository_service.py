"""The open repository: its workspace, used on the repository's worker only, and the watch over other programs.

Other programs are noticed by a cheap signature of the repository, compared a few times a second.
"""

from collections.abc import Callable, Hashable
from functools import partial
from pathlib import Path
from threading import Event
from typing import TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.task_runner import TaskRunner
from guillemet.engine.errors import RepositoryError
from guillemet.engine.review import Review
from guillemet.engine.workspace import KeptReply, Workspace

INTERVAL = 400
"""Milliseconds between two looks; a change is shown within a second."""
T = TypeVar("T")


class RepositoryState(Struct, frozen=True):
    """What the repository says at one moment."""

    review: Review
    replies: tuple[KeptReply, ...]
    """The replies the proposal was made from."""


class _Opened(Struct, frozen=True):
    workspace: Workspace
    found: RepositoryState
    signature: Hashable


class RepositoryService(QObject):
    """Opens repositories and runs jobs on the open one.

    Signals: `opened(RepositoryState)`, `changed(RepositoryState)` when another program changed
    something; `lost(Exception)` when the open one cannot be read any more, and `found_again()`.
    """

    opened = Signal(object)
    changed = Signal(object)
    lost = Signal(object)
    found_again = Signal()

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self.workspace: Workspace | None = None
        """The open repository's workspace, by which jobs can name it later; it is used on the worker only."""
        self._stops: dict[Event, str] = {}
        """The progress of each job that runs, or waits, and can be stopped."""
        self._watch = RepositoryWatcher(tasks, self)
        self._watch.changed.connect(self._look)
        self._watch.failed.connect(self.lost)
        self._watch.recovered.connect(self.found_again)

    @property
    def is_open(self) -> bool:
        """Whether a repository is open."""
        return self.workspace is not None

    @property
    def root(self) -> str:
        """The open repository's worktree; empty when none is open."""
        return str(self.workspace.root) if self.workspace else ""

    def open(self, folder: str, *, how: Callable[[Path], Workspace], otherwise: Callable[[Exception], None]) -> None:
        """Open the repository of a folder; the one that is open stays until that succeeded."""

        def job() -> _Opened:
            workspace = how(Path(folder))
            # The signature comes first: what changes while the review is made is noticed at the next look.
            signature = workspace.signature()
            return _Opened(workspace, _find(workspace), signature)

        self._tasks.ask(job, self._take, otherwise=otherwise, what="opening repository")

    def ask(
        self,
        job: Callable[[Workspace], T],
        then: Callable[[T], None],
        *,
        of: Workspace | None = None,
        otherwise: Callable[[Exception], None] | None = None,
        what: str = "",
        can_stop: bool = False,
    ) -> None:
        """Run a job on the open repository, or on that `of` names; its answer is dropped when another one is open.

        `stop` ends one that can be stopped, and names what it does: with StoppedError, or with refusals.
        """
        workspace = of or self.workspace
        if workspace is None:
            (otherwise or self._tasks.report_failure)(RepositoryError("No repository is open. Open one first."))
            return

        def tell(result: T) -> None:
            if workspace is self.workspace:
                then(result)

        run = self._stoppable(job, what) if can_stop else job
        self._tasks.ask(partial(run, workspace), tell, otherwise=otherwise, what=what, can_stop=can_stop)

    def stop(self, what: str) -> None:
        """Stop the jobs of this progress that run or wait."""
        for stopped, progress in tuple(self._stops.items()):
            if progress == what:
                stopped.set()

    def close(self) -> None:
        """Watch no more."""
        self._watch.end()

    def _stoppable(self, job: Callable[[Workspace], T], what: str) -> Callable[[Workspace], T]:
        def run(workspace: Workspace) -> T:
            try:
                with workspace.stoppable(stopped.is_set):
                    return job(workspace)
            finally:
                del self._stops[stopped]

        stopped = Event()
        self._stops[stopped] = what
        return run

    def _take(self, opened: _Opened) -> None:
        self.workspace = opened.workspace
        self._watch.begin(opened.workspace.signature, now=opened.signature)
        self.opened.emit(opened.found)

    def _look(self) -> None:
        self.ask(_find, self.changed.emit)


def _find(workspace: Workspace) -> RepositoryState:
    return RepositoryState(workspace.review(), workspace.kept_replies())


class RepositoryWatcher(QObject):
    """Looks whenever the repository's worker has nothing else to do.

    A failure is reported once until a look succeeds again.

    Signals: `changed()` when the signature is another than the last time; `failed(Exception)`, `recovered()`.
    """

    changed = Signal()
    failed = Signal(object)
    recovered = Signal()

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._sign: Callable[[], Hashable] = lambda: None
        self._last: Hashable = None
        self._has_failed = False
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self.look)

    def begin(self, sign: Callable[[], Hashable], *, now: Hashable) -> None:
        """Watch what `sign` answers, in the repository's worker, for being other than `now`."""
        self._sign, self._last, self._has_failed = sign, now, False
        self._timer.start()

    def end(self) -> None:
        """Look no more."""
        self._timer.stop()

    def look(self) -> None:
        """Look once, unless the worker is at work."""
        if self._tasks.is_idle:
            self._tasks.ask(self._sign, self._compare, otherwise=self._fail)

    def _compare(self, found: Hashable) -> None:
        if self._has_failed:
            self._has_failed = False
            self.recovered.emit()
        if found != self._last:
            self._last = found
            self.changed.emit()

    def _fail(self, error: Exception) -> None:
        if not self._has_failed:
            self._has_failed = True
            self.failed.emit(error)
