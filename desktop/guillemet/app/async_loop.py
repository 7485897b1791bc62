"""The network thread: one asyncio loop, started on first use, and the answers that are streamed in it.

Events of an answer are delivered to the GUI thread in bundles: the first at once, later ones at most once a frame, so
that a fast model costs the window no more than a slow one.
"""
# ruff: noqa: PLC0415  asyncio is loaded with the first coroutine: the first painted window needs none

import logging
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import CancelledError, Future
from contextlib import aclosing
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakSet

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from guillemet.app.task_runner import log_failure
from guillemet.engine.errors import GuillemetError
from guillemet.llm.errors import BrokenStreamError
from guillemet.llm.messages import ReasoningText, ReplyText, Request, StreamEvent
from guillemet.llm.services.service import Service

if TYPE_CHECKING:
    import asyncio

FRAME = 33
"""Least milliseconds between two bundles."""
LONGEST = 20_000_000
"""Characters of an answer, its reasoning included; the longest answers of models have a hundredth of that."""
BUNDLE = 50_000
"""Characters of a bundle, so that a very fast answer blocks the GUI thread only for a moment."""
log = logging.getLogger(__name__)
T = TypeVar("T")
_PATIENCE = 2.0
"""Seconds that cancelled tasks have to end when the program closes."""


class AsyncLoop(QObject):
    """Runs coroutines in the network thread; their results are delivered in the GUI thread."""

    _ended = Signal(object)

    def __init__(
        self, parent: QObject | None = None, *, report_failure: Callable[[Exception], None] = log_failure
    ) -> None:
        super().__init__(parent)
        self.report_failure = report_failure
        """Called with the errors of coroutines whose callers do not handle them."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._under_way: set[Future[Any]] = set()
        self._coroutines: WeakSet[Coroutine[Any, Any, Any]] = WeakSet()
        self._is_closed = False
        self._ended.connect(_call, Qt.ConnectionType.QueuedConnection)

    def ask(
        self,
        coroutine: Coroutine[Any, Any, T],
        then: Callable[[T], None],
        *,
        otherwise: Callable[[Exception], None] | None = None,
    ) -> "Future[T]":
        """Run a coroutine; call `then` with its result, or `otherwise` with its error, in the GUI thread.

        Cancelling the future ends the coroutine, and neither is called.
        """
        future = self.start(coroutine)
        future.add_done_callback(partial(self._deliver, then, otherwise or self.report_failure))
        return future

    def start(self, coroutine: Coroutine[Any, Any, T]) -> "Future[T]":
        """Run a coroutine that reports its result itself; cancelling the future ends it."""
        if self._is_closed:
            coroutine.close()
            future: Future[T] = Future()
            future.cancel()
            return future
        import asyncio

        self._coroutines.add(coroutine)
        future = asyncio.run_coroutine_threadsafe(coroutine, self._running())
        # asyncio itself knows tasks by weak references only: one that waits for what nothing else knows would be lost.
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return future

    def close(self, last: Callable[[], Coroutine[Any, Any, object]] | None = None) -> None:
        """Cancel all coroutines, run `last`, and end the thread; later calls are ignored."""
        was_closed, self._is_closed = self._is_closed, True
        if was_closed or self._loop is None or self._thread is None:
            return
        import asyncio

        asyncio.run_coroutine_threadsafe(self._shut_down(last), self._loop).add_done_callback(self._stop)
        self._thread.join()
        self._loop.close()

    def _running(self) -> "asyncio.AbstractEventLoop":
        if self._loop is None:
            import asyncio

            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="loop", daemon=True)
            self._thread.start()
        return self._loop

    async def _shut_down(self, last: Callable[[], Coroutine[Any, Any, object]] | None) -> None:
        import asyncio

        others = asyncio.all_tasks() - {asyncio.current_task()}
        # Libraries end the tasks that ours made: a task of anyio that is cancelled from outside before its first step
        # leaves a coroutine that was never awaited.
        await _cancel({task for task in others if task.get_coro() in self._coroutines})
        await _cancel(asyncio.all_tasks() - {asyncio.current_task()})
        if last is not None:
            try:
                await asyncio.wait_for(last(), _PATIENCE)
            except Exception:
                log.exception("A connection could not be closed.")
        await asyncio.get_running_loop().shutdown_asyncgens()

    def _stop(self, _: object) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._loop.stop)

    def _deliver(self, then: Callable[[T], None], otherwise: Callable[[Exception], None], future: "Future[T]") -> None:
        if self._is_closed:
            return
        try:
            result = future.result()
        except CancelledError:
            return
        except GuillemetError as error:
            self._ended.emit(partial(otherwise, error))
        except Exception as error:
            log.exception("A coroutine failed unexpectedly.")
            self._ended.emit(partial(otherwise, error))
        else:
            self._ended.emit(partial(then, result))


def _call(report: Callable[[], None]) -> None:
    report()


def make_lock() -> "asyncio.Lock":
    """Return a lock for coroutines; make it in the loop thread."""
    import asyncio

    return asyncio.Lock()


async def in_thread(job: Callable[[], T]) -> T:
    """Run a job that blocks in a thread beside the loop, and return its result."""
    import asyncio

    return await asyncio.to_thread(job)


async def _cancel(tasks: "set[asyncio.Task[Any]]") -> None:
    import asyncio

    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks, timeout=_PATIENCE)


class ReplyStream(QObject):
    """One request and its streamed answer.

    Signals: `came(tuple[StreamEvent, ...])` with new events; then `over(Exception | None)` once at the end, unless
    `stop` was called.
    """

    came = Signal(object)
    over = Signal(object)
    _arrived = Signal()

    def __init__(self, loop: AsyncLoop, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._loop = loop
        self._lock = threading.Lock()
        self._waiting: deque[StreamEvent] = deque()
        self._end: list[Exception | None] = []
        self._future: Future[None] | None = None
        self._stopped = threading.Event()
        self._frame = QTimer(self, singleShot=True, interval=FRAME)
        self._frame.timeout.connect(self._hand_over)
        self._arrived.connect(self._wake, Qt.ConnectionType.QueuedConnection)

    def begin(self, service: Callable[[], Awaitable[Service]], request: Request) -> None:
        """Send the request; `service` is awaited in the network thread."""
        self._future = self._loop.start(self._flow(service, request))

    def stop(self) -> None:
        """Cancel the request at once; no signal is emitted any more."""
        with self._lock:  # from here on the network thread emits nothing, so this object can be deleted
            self._stopped.set()
        if self._future is not None:
            self._future.cancel()

    async def _flow(self, service: Callable[[], Awaitable[Service]], request: Request) -> None:
        length = 0
        try:
            async with aclosing((await service()).stream(request)) as events:
                async for event in events:
                    self._put(event)
                    length += len(event.text) if isinstance(event, ReplyText | ReasoningText) else 0
                    _check_length(length)
        except GuillemetError as error:
            self._put(None, error)
        except Exception as error:
            log.exception("A stream failed unexpectedly.")
            self._put(None, error)
        else:
            self._put(None)

    def _put(self, event: StreamEvent | None, error: Exception | None = None) -> None:
        with self._lock:
            if self._stopped.is_set():
                return
            is_first = not self._waiting and not self._end
            if event is None:
                self._end.append(error)
            else:
                self._waiting.append(event)
            if is_first:
                self._arrived.emit()

    def _wake(self) -> None:
        if not self._frame.isActive():
            self._hand_over()

    def _hand_over(self) -> None:
        with self._lock:
            events = _taken(self._waiting)
            end: list[Exception | None] = []
            if not self._waiting:
                end, self._end = self._end, []
        if self._stopped.is_set():
            return
        if events:
            self.came.emit(_joined(events))
        if self._stopped.is_set():  # by a slot that received the events
            return
        if end:
            self.over.emit(end[0])
        elif events:
            self._frame.start()


def _check_length(length: int) -> None:
    if length > LONGEST:
        what = f"The answer grew beyond {LONGEST / 1_000_000:.0f} MB, so it was cut off here."
        raise BrokenStreamError(what, "The part that arrived is saved. Ask for less at a time.")


def _taken(waiting: deque[StreamEvent]) -> list[StreamEvent]:
    """Remove and return the events of one bundle; a text that is too long for it is split."""
    taken: list[StreamEvent] = []
    room = BUNDLE
    while waiting and room > 0:
        event = waiting.popleft()
        if isinstance(event, ReplyText | ReasoningText):
            if len(event.text) > room:
                waiting.appendleft(type(event)(event.text[room:]))
                event = type(event)(event.text[:room])
            room -= len(event.text)
        taken.append(event)
    return taken


def _joined(events: list[StreamEvent]) -> tuple[StreamEvent, ...]:
    """Return the events with consecutive pieces of the same kind of text joined."""
    joined: list[StreamEvent] = []
    for kind, run in groupby(events, key=type):
        if kind is ReplyText:
            joined.append(ReplyText("".join(each.text for each in run if isinstance(each, ReplyText))))
        elif kind is ReasoningText:
            joined.append(ReasoningText("".join(each.text for each in run if isinstance(each, ReasoningText))))
        else:
            joined += run
    return tuple(joined)
