"""The replies as they are told to the conversation: read elsewhere, handed over in slices so that painting goes on."""

import time
from collections import deque
from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from guillemet.app.lanes import Lanes
from guillemet.engine.blocks import ReplyEvent
from guillemet.engine.formats.reply import Reply, ReplyContext

SLICE = 8
"""Events handed over before the clock is looked at again."""
BUDGET = 0.010
"""Seconds of the painting thread that one turn may take."""
EARLIER = "Taken in before"


def read_events(text: str, known: frozenset[str]) -> tuple[ReplyEvent, ...]:
    """Return the events of a whole reply; `known` are the paths that are files."""
    reply = Reply(ReplyContext(exists=known.__contains__))
    return (*reply.feed(text), *reply.finish())


class Transcript(QObject):
    """Hands the events of replies over, a little at a time.

    Signals: `began(str)` with the source of a reply, `grew(tuple[ReplyEvent, ...])`, `ended()`, in this order for each
    reply; `failed(Exception)` when one could not be read.
    """

    began = Signal(str)
    grew = Signal(object)
    ended = Signal()
    failed = Signal(object)

    def __init__(self, lanes: Lanes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lanes = lanes
        self._told: set[str] = set()
        self._reading = 0
        self._replies: deque[tuple[str, deque[ReplyEvent]]] = deque()
        self._has_begun = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._hand_over)

    @property
    def is_idle(self) -> bool:
        """Whether everything was handed over."""
        return not self._replies and not self._reading

    def tell(self, text: str, source: str, *, known: frozenset[str]) -> None:
        """Tell of a reply."""
        self._told.add(text)
        self._reading += 1
        self._lanes.aside(lambda: read_events(text, known), partial(self._queue, source), otherwise=self._fail)

    def tell_new(self, replies: Iterable[str], *, known: frozenset[str]) -> None:
        """Tell of those replies that were not told yet, such as those the command line took in."""
        for text in replies:
            if text not in self._told:
                self.tell(text, EARLIER, known=known)

    def forget(self) -> None:
        """Hand over no more, and begin anew."""
        self._told.clear()
        self._replies.clear()
        self._has_begun = False
        self._timer.stop()

    def _queue(self, source: str, events: tuple[ReplyEvent, ...]) -> None:
        self._reading -= 1
        self._replies.append((source, deque(events)))
        self._timer.start()

    def _fail(self, error: Exception) -> None:
        self._reading -= 1
        self.failed.emit(error)

    def _hand_over(self) -> None:
        deadline = time.monotonic() + BUDGET
        while self._replies and time.monotonic() < deadline:
            self._hand_over_slice()
        if not self._replies:
            self._timer.stop()

    def _hand_over_slice(self) -> None:
        source, events = self._replies[0]
        if not self._has_begun:
            self._has_begun = True
            self.began.emit(source)
        if events:
            self.grew.emit(tuple(events.popleft() for _ in range(min(SLICE, len(events)))))
        if not events and self._replies:
            self._replies.popleft()
            self._has_begun = False
            self.ended.emit()
