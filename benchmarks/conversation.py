"""The conversation pane at work: how long its thread is held while an answer flows, how fast old turns are shown."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from benchmarks.frame_time import Heart, application, let_work, until
from benchmarks.measuring import Row, at_most
from guillemet.app.chat.answer import AnswerReader
from guillemet.app.turns import State, Turn
from guillemet.engine.blocks import ReplyEvent
from guillemet.llm.messages import Role
from guillemet.ui.chat.transcript import TranscriptPane
from guillemet.ui.style import style
from guillemet.ui.style.theme import LIGHT
from guillemet.ui.widgets.virtual_list import VirtualList

SECONDS = 10
"""For which an answer flows."""
LETTERS = 4
"""Characters of a token."""
TURNS = 1_000

_PROSE = """Here is what `total` of part {n} does **now**: it takes a rate, and the callers hand over the one of the
order's country. Prices stay in cents, so that nothing is rounded twice; see [the notes](https://example.org/notes).

- the sum is taken first
- the *rate* comes last, as `Decimal`

```python
def shown(order):
    return total(order.lines, rate=RATES[order.country])
```

"""
_BLOCK = """src/parcel/part_{n}.py
<<<<<<< SEARCH
def total(lines):
    return sum(line.price for line in lines)
=======
def total(lines, rate):
    # Rounded once, at the end.
    return round(sum(line.price for line in lines) * (1 + rate))
>>>>>>> REPLACE

"""


def rows() -> Iterator[Row]:
    """Measure in milliseconds."""
    app = application()
    style.apply(app, style.Style(LIGHT, 10))
    gc.freeze()  # as the program does once the window stands
    for pace in (200, 2_000):
        yield at_most(f"GUI thread held, {pace:,} tokens a second", _longest_beat(app, pace), 50, unit="ms")
    shown, all_there, held = _opening(app)
    yield at_most(f"a conversation of {TURNS:,} turns opened: its end is painted", shown, 300, unit="ms")
    yield at_most("… and all of it can be scrolled to", all_there, 1_000, unit="ms")
    yield at_most("… GUI thread held meanwhile", held, 50, unit="ms")


def made_answer(blocks: int) -> str:
    """Return an answer of prose, listings and search-replace blocks in turn."""
    return "".join(_PROSE.format(n=n) + _BLOCK.format(n=n) for n in range(blocks))


def made_turns(count: int) -> tuple[tuple[Turn, tuple[ReplyEvent, ...]], ...]:
    """Return questions and their answers."""
    answer = made_answer(2)
    events = tuple(AnswerReader(()).feed(answer))
    pairs: list[tuple[Turn, tuple[ReplyEvent, ...]]] = []
    for number in range(1, count + 1, 2):
        pairs.append((Turn(number, Role.USER, f"Question {number}: what does `total` do?"), ()))
        pairs.append((Turn(number + 1, Role.ASSISTANT, answer, model="local/made"), events))
    return tuple(pairs)


@contextmanager
def _pane() -> Iterator[TranscriptPane]:
    pane = TranscriptPane()
    pane.resize(420, 860)
    pane.show()
    try:
        yield pane
    finally:
        pane.close()
        pane.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _longest_beat(app: QApplication, pace: int) -> float:
    """Return the longest time for which the thread is held while an answer flows, in milliseconds."""
    with _pane() as pane:
        begun = Turn(2, Role.ASSISTANT, "", model="local/made", state=State.WAITING)
        pane.begin_turn(Turn(1, Role.USER, "Let every total take a rate."))
        pane.begin_turn(begun)
        reader, text = AnswerReader(()), cycle(made_answer(50))
        start, fed = time.perf_counter(), 0
        heart = Heart(pane)
        end_key = pane.findChild(VirtualList).verticalScrollBar()

        def feed() -> None:
            nonlocal fed
            due = int((time.perf_counter() - start) * pace) - fed
            for _ in range(due):
                if events := reader.feed("".join(next(text) for _ in range(LETTERS))):
                    pane.add_events(events)
                pane.set_tail(reader.tail)
            fed += due
            end_key.setValue(end_key.maximum())  # the user follows the end

        tap = QTimer(pane, interval=5)
        tap.timeout.connect(feed)
        tap.start()
        let_work(app, SECONDS)
        tap.stop()
        heart.stop()
        return heart.longest


def _opening(app: QApplication) -> tuple[float, float, float]:
    """Return after how many milliseconds the last turns are painted, after how many all are there, the longest beat."""
    turns = made_turns(TURNS)
    with _pane() as pane:
        column = pane.findChild(VirtualList)
        until(app, lambda: pane.is_settled)
        painted = _Painted(column)
        column.viewport().installEventFilter(painted)
        heart = Heart(pane)
        start = time.perf_counter()
        pane.show_turns(turns)
        until(app, lambda: bool(column.rows) and painted.at > start)
        shown = painted.at - start
        until(app, lambda: pane.is_settled)
        all_there = time.perf_counter() - start
        let_work(app, 0.5)
        heart.stop()
        return shown * 1000, all_there * 1000, heart.longest


class _Painted(QObject):
    """Notes when a column was painted that has rows."""

    def __init__(self, column: VirtualList) -> None:
        super().__init__(column)
        self._column = column
        self.at = 0.0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002, N802
        """Look at what is painted."""
        is_built = any(self._column.widget_of(row) for row in self._column.rows)
        if event.type() is QEvent.Type.Paint and is_built and not self.at:
            self.at = time.perf_counter()
        return False
