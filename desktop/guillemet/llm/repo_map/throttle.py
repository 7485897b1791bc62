"""Work in slices: a window may paint beside it, and it can be known to end."""

import time
from collections.abc import Callable

_WORK = 0.004
"""Seconds of work between two rests."""
_REST = 0.0005
"""Seconds. Python's threads share one interpreter: another thread that waits for it runs now."""


class WorkStoppedError(Exception):
    """The rest of the work is not wanted any more."""


class Throttle:
    """Keeps work to its slices."""

    def __init__(self, stop: Callable[[], bool]) -> None:
        self._stop = stop
        self._since = 0.0

    def rest(self) -> None:
        """Rest, if a slice of work is done."""
        if time.perf_counter() - self._since >= _WORK:
            time.sleep(_REST)
            self._since = time.perf_counter()

    def go_on(self) -> None:
        """Rest like `rest`; raises StoppedError when the work is to end."""
        if time.perf_counter() - self._since >= _WORK:
            self.rest()
            if self._stop():
                raise WorkStoppedError
