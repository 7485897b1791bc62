"""Time that a whole reply may spend on what helps but is not needed."""

import time
from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")


class Patience:
    """Seconds left for one kind of work, over all blocks of a reply."""

    __slots__ = ("seconds",)

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def spent_on(self, work: Callable[[], _T]) -> _T | None:
        """Return what the work returns; None once patience has run out."""
        if self.seconds <= 0:
            return None
        started = time.monotonic()
        result = work()
        self.seconds -= time.monotonic() - started
        return result
