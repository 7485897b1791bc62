"""Decisions that are pressed while one before is carried out: they wait until the outcome is shown.

Until then the lines on the screen are outdated, and a decision on them would be refused. A key means whatever hunk
comes next; a hunk that the user went to, or whose button was pressed, is found again by its text.
"""

from collections import deque
from collections.abc import Callable

from msgspec import Struct

from guillemet.engine.diff.document import HunkText
from guillemet.ui.diff.diff_view import DiffView

MOST_WAITING = 20
"""Further presses are dropped: on a slow disk a hunk would be decided long after its key was pressed."""


class WaitingDecision(Struct, frozen=True):
    """A decision to be taken later."""

    decide: Callable[[int | None], None]
    """Takes the number of the hunk; None for the current one."""
    hunk: HunkText | None
    """The hunk that was meant; None for the one that is current then."""


class DecisionQueue:
    """Holds the presses in their order."""

    def __init__(self, reading: DiffView) -> None:
        self._reading = reading
        self._under_way = 0
        self._waiting: deque[WaitingDecision] = deque()

    @property
    def is_under_way(self) -> bool:
        """Whether the outcome of a decision is not shown yet."""
        return self._under_way > 0

    def begin(self) -> None:
        """Take notice that a decision is being carried out."""
        self._under_way += 1

    def end(self, *, is_done: bool) -> None:
        """Take notice that its outcome is shown, and take the next; after one that was refused, drop all."""
        self._under_way = max(self._under_way - 1, 0)
        if not is_done:
            self.clear()
        while self._waiting and not self._under_way:
            self._take(self._waiting.popleft())

    def clear(self) -> None:
        """Drop what waits."""
        self._under_way = 0
        self._waiting.clear()
        self._reading.forget_decision()

    def add(self, hunk: int | None, decide: Callable[[int | None], None]) -> None:
        """Take a press on this hunk, None for the current one; a second one on the hunk being decided is dropped."""
        is_pressed_again = hunk is not None and hunk == self._reading.hunk_being_decided
        if is_pressed_again or len(self._waiting) >= MOST_WAITING:
            return
        meant = self._reading.hunk_gone_to if hunk is None else hunk
        text = None if meant is None else self._reading.document.text_of_hunk(meant)
        self._waiting.append(WaitingDecision(decide, text))

    def _take(self, waiting: WaitingDecision) -> None:
        if waiting.hunk is None:
            waiting.decide(None)
        elif (hunk := self._reading.document.hunk_of_text(waiting.hunk)) is not None:
            waiting.decide(hunk)
