"""Threads: one worker for the repository, where jobs wait for each other, and others beside it.

Side workers do pure work; a named worker holds what must stay with one thread (the history, the repository's map).
A job runs in its worker; its result comes back to the thread of `TaskRunner` by a queued signal. Results that come
together are reported over several turns of the event loop, so that the window paints between them. With `inline` a job
runs at once in the caller's thread, so that tests read straight.

A detached job has a daemon thread of its own, which the end of the program does not wait for: a view's own work, whose
result may come late or never, and what may never end, such as a pipe.
"""

import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from threading import Thread
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from shiboken6 import isValid

from guillemet import process_settings
from guillemet.engine.errors import GuillemetError

log = logging.getLogger(__name__)
T = TypeVar("T")
SIDE_WORKERS = 2
_GC_INTERVAL = 2_000
"""Milliseconds."""
PAINTING = 50
"""Milliseconds in which a change that was shown is laid out and painted."""
TURN = 0.005
"""Seconds of one turn of the event loop in which results are reported; a longer one is the last of its turn."""


class _Job(Struct, frozen=True):
    """A job, and the callbacks that take its result in the thread of the task runner."""

    run: Callable[[], Any]
    then: Callable[[Any], None]
    otherwise: Callable[[Exception], None]
    leave: Callable[[], None] | None = None
    """Takes the job from those that run or wait, before its result is delivered."""


class _Ended(Struct, frozen=True):
    """A job that ran."""

    job: _Job
    result: Any = None
    error: Exception | None = None


class _Progress(NamedTuple):
    """What is shown of a job of the repository while it runs or waits."""

    what: str
    can_stop: bool


_NONE = _Progress("", can_stop=False)


def log_failure(error: Exception) -> None:
    """Log an error that nothing handles."""
    log.error("A job failed.", exc_info=error)


class TaskRunner(QObject):
    """Run jobs away from the thread that paints.

    Signals: `busy_changed(str, bool)` names the repository's running or waiting job, empty when the worker is idle, and
    whether it can be stopped.
    """

    busy_changed = Signal(str, bool)
    _ended = Signal(object)

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        inline: bool = False,
        report_failure: Callable[[Exception], None] = log_failure,
    ) -> None:
        super().__init__(parent)
        self.report_failure = report_failure
        """Takes the errors of jobs whose callers handle none."""
        if not inline:
            process_settings.switch_threads_often()
        self._repository = None if inline else ThreadPoolExecutor(1, thread_name_prefix="repository")
        self._side = None if inline else ThreadPoolExecutor(SIDE_WORKERS, thread_name_prefix="side")
        self._is_inline = inline
        self._apart: dict[str, ThreadPoolExecutor] = {}
        self._waiting: list[_Progress] = []
        self._aside = 0
        self._shown = _NONE
        self._is_closed = False
        self._results: deque[_Ended] = deque()
        self._known_for = 0.0
        """Seconds for which results were reported in this turn of the event loop."""
        self._next_turn = QTimer(self, singleShot=True, interval=0)
        self._next_turn.timeout.connect(self._begin_turn)
        self._ended.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def is_idle(self) -> bool:
        """Whether no job of the repository is running or waiting."""
        return not self._waiting

    @property
    def is_quiet(self) -> bool:
        """Whether no job runs that the user waits for: none of the repository, none in a side worker."""
        return not self._waiting and not self._aside

    def ask(
        self,
        job: Callable[[], T],
        then: Callable[[T], None],
        *,
        otherwise: Callable[[Exception], None] | None = None,
        what: str = "",
        can_stop: bool = False,
    ) -> None:
        """Run the job after all earlier ones of the repository; `what` is shown as progress while it lasts."""
        if self._is_closed:
            return
        self._waiting.append(_Progress(what, can_stop))
        self._tell_busy()
        self._start(self._repository, _Job(job, then, otherwise or self.report_failure, self._leave_repository))

    def aside(
        self, job: Callable[[], T], then: Callable[[T], None], *, otherwise: Callable[[Exception], None] | None = None
    ) -> None:
        """Run a job that touches no repository, beside all others."""
        if self._is_closed:
            return
        self._aside += 1
        self._start(self._side, _Job(job, then, otherwise or self.report_failure, self._leave_side))

    def apart(
        self,
        name: str,
        job: Callable[[], T],
        then: Callable[[T], None],
        *,
        otherwise: Callable[[Exception], None] | None = None,
    ) -> None:
        """Run a job after all earlier ones of the worker of this name, which has a thread of its own."""
        if self._is_closed:
            return
        if not self._is_inline and name not in self._apart:
            self._apart[name] = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._start(self._apart.get(name), _Job(job, then, otherwise or self.report_failure))

    def later(self, act: Callable[[], None]) -> None:
        """Call this when what changed just now is painted: a busy worker takes the interpreter from what paints."""
        if self._is_inline:
            act()
            return
        self._aside += 1

        def begin() -> None:
            self._leave_side()
            if not self._is_closed:
                act()

        QTimer.singleShot(PAINTING, self, begin)

    def close(self) -> None:
        """Wait until the jobs of the repository and of named workers are done, drop all others and every result."""
        self._is_closed = True
        for worker in self._apart.values():
            worker.shutdown(wait=True)
        if self._side is not None:
            self._side.shutdown(wait=True, cancel_futures=True)
        if self._repository is not None:
            self._repository.shutdown(wait=True)

    def _start(self, worker: Executor | None, job: _Job) -> None:
        if worker is None:
            self._deliver(_run(job))
            return
        future: Future[_Ended] = worker.submit(_run, job)
        future.add_done_callback(self._send)

    def _send(self, future: "Future[_Ended]") -> None:
        if not future.cancelled():
            self._ended.emit(future.result())

    def _take(self, ended: _Ended) -> None:
        self._results.append(ended)
        self._tell_some()

    def _begin_turn(self) -> None:
        self._known_for = 0.0
        self._tell_some()

    def _tell_some(self) -> None:
        """Tell results in the order they came, until this turn of the event loop has had enough of them."""
        while self._results and self._known_for < TURN:
            self._next_turn.start()
            begun = perf_counter()
            try:
                self._deliver(self._results.popleft())
            finally:
                self._known_for += perf_counter() - begun

    def _deliver(self, ended: _Ended) -> None:
        if self._is_closed:
            return
        if ended.job.leave is not None:
            ended.job.leave()
        _deliver(ended)

    def _leave_repository(self) -> None:
        self._waiting.pop(0)
        self._tell_busy()

    def _leave_side(self) -> None:
        self._aside -= 1

    def _tell_busy(self) -> None:
        now = next((one for one in self._waiting if one.what), _NONE)
        if now != self._shown:
            self._shown = now
            self.busy_changed.emit(now.what, now.can_stop)


class GcScheduler(QObject):
    """Collects garbage while nothing waits, as `is_quiet` says."""

    def __init__(self, is_quiet: Callable[[], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_quiet = is_quiet
        process_settings.delay_collections()
        self._timer = QTimer(self, interval=_GC_INTERVAL)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Collect garbage if that is due and nothing waits."""
        if self._is_quiet():
            process_settings.collect_if_due()

    def end(self) -> None:
        """Leave garbage collection to Python again."""
        self._timer.stop()
        process_settings.restore_collections()


def _run(job: _Job) -> _Ended:
    """Run the job; this is the place where what goes wrong becomes a value."""
    try:
        return _Ended(job, job.run())
    except GuillemetError as error:
        return _Ended(job, error=error)
    except Exception as error:
        log.exception("A job failed unexpectedly.")
        return _Ended(job, error=error)


def _deliver(ended: _Ended) -> None:
    if ended.error is None:
        ended.job.then(ended.result)
    else:
        ended.job.otherwise(ended.error)


def start_detached(job: Callable[[], None], *, name: str, daemon: bool = True) -> None:
    """Start a detached job that keeps its results itself."""
    Thread(target=job, name=name, daemon=daemon).start()


def run_detached(
    job: Callable[[], T],
    then: Callable[[T], None],
    *,
    owner: QObject,
    name: str,
    otherwise: Callable[[Exception], None] = log_failure,
    daemon: bool = True,
) -> None:
    """Start a detached job; its result, or its error, is delivered to the GUI thread as long as the owner exists.

    A job inside of Qt must not be a daemon: the end of the program would take Qt away from it.
    """
    results = _detached_results()

    def deliver(result: T) -> None:
        if isValid(owner):
            then(result)

    def fail(error: Exception) -> None:
        if isValid(owner):
            otherwise(error)

    def run() -> None:
        ended = _run(_Job(job, deliver, fail))
        with suppress(RuntimeError):  # the program ends
            results.arrived.emit(ended)

    start_detached(run, name=name, daemon=daemon)


class _DetachedResults(QObject):
    """Brings results to the GUI thread; it is never deleted, so that a thread can emit its signal at any time."""

    arrived = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.arrived.connect(_deliver, Qt.ConnectionType.QueuedConnection)


@cache
def _detached_results() -> _DetachedResults:
    return _DetachedResults()
