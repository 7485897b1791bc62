"""The loop thread: one asyncio loop, begun at the first need, in which everything of the network happens."""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError, Future
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from guillemet.app.task_runner import log_failure
from guillemet.engine.errors import GuillemetError

log = logging.getLogger(__name__)
T = TypeVar("T")

_PATIENCE = 2.0
"""Seconds that what is cancelled has to end when the program does."""


class AsyncLoop(QObject):
    """Runs coroutines beside the thread that paints; their results come back to it."""

    _ended = Signal(object)

    def __init__(
        self, parent: QObject | None = None, *, report_failure: Callable[[Exception], None] = log_failure
    ) -> None:
        super().__init__(parent)
        self.report_failure = report_failure
        """Takes the errors of coroutines whose callers handle none."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self._ended.connect(_tell, Qt.ConnectionType.QueuedConnection)

    def ask(
        self,
        coroutine: Coroutine[Any, Any, T],
        then: Callable[[T], None],
        *,
        otherwise: Callable[[Exception], None] | None = None,
    ) -> "Future[T]":
        """Run a coroutine and tell of its result in this thread; cancelling the future ends it, and nothing is told."""
        future = self.start(coroutine)
        future.add_done_callback(partial(self._deliver, then, otherwise or self.report_failure))
        return future

    def start(self, coroutine: Coroutine[Any, Any, T]) -> "Future[T]":
        """Run a coroutine that tells of itself; cancelling the future ends it."""
        if self._is_closed:
            coroutine.close()
            future: Future[T] = Future()
            future.cancel()
            return future
        return asyncio.run_coroutine_threadsafe(coroutine, self._running())

    def close(self, last: Callable[[], Coroutine[Any, Any, object]] | None = None) -> None:
        """Cancel what runs, run `last`, and end the thread."""
        was_closed, self._is_closed = self._is_closed, True
        if was_closed or self._loop is None or self._thread is None:
            return
        asyncio.run_coroutine_threadsafe(_wind_up(last), self._loop).add_done_callback(self._stop)
        self._thread.join()
        self._loop.close()

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="loop", daemon=True)
            self._thread.start()
        return self._loop

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
            log.exception("Work of the network failed unexpectedly.")
            self._ended.emit(partial(otherwise, error))
        else:
            self._ended.emit(partial(then, result))


def _tell(told: Callable[[], None]) -> None:
    told()


async def _wind_up(last: Callable[[], Coroutine[Any, Any, object]] | None) -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    if others:
        await asyncio.wait(others, timeout=_PATIENCE)
    if last is not None:
        try:
            await asyncio.wait_for(last(), _PATIENCE)
        except Exception:
            log.exception("A connection could not be ended.")
    await asyncio.get_running_loop().shutdown_asyncgens()
