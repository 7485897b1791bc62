"""The whole window through a very long answer with many blocks: smooth to its end, no larger than its text asks for.

It takes its time, so that it runs only when it is named: `python -m benchmarks endurance`.
"""

import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer

from benchmarks.frame_time import Heart, application
from benchmarks.measuring import Row, at_least, at_most, beside
from benchmarks.staging import made_reply
from benchmarks.streaming import RATE, opened, serving
from guillemet.ui.window_controller import WindowController

MINUTES = 10
BLOCKS = 97
"""Each in a file of its own."""
_LETTERS = 4
"""Characters of a token."""
_THIRDS = 3
_PROSE = """Here is what `compute` does **now**, as step {n} needs it: it takes a rate, and the callers hand over
the one of the order's country. Prices stay in cents; see [the notes](https://example.org/notes).

- the sum is taken first
- the *rate* comes last, as `Decimal`

```python
def shown_{n}(order):
    return total(order.lines, rate=RATES[order.country])
```

"""


def rows() -> Iterator[Row]:
    """Measure one answer."""
    app = application()
    answer = made_answer(MINUTES * 60 * RATE * _LETTERS)
    with tempfile.TemporaryDirectory() as made, serving(answer) as server, opened(app, Path(made), server.port) as desk:
        _rest(2)
        yield from _rows(desk)


def made_answer(length: int) -> str:
    """Return an answer of about so many characters, prose and blocks in turn."""
    parts = list[str]()
    for number, block in enumerate(made_reply(files=BLOCKS, blocks=1).split("\n\n")):
        prose = _PROSE.format(n=number)
        parts += [prose * ((length // BLOCKS - len(block)) // len(prose)), block.rstrip("\n"), "\n\n"]
    return "".join(parts)


def _rows(desk: WindowController) -> Iterator[Row]:
    conversation = desk.session.talk.conversation
    conversation.send("Tell me.")
    _rest(5)  # what a first answer loads is none of its length
    heart, before, spent = Heart(desk), _most_memory(), list[float]()
    for _ in range(_THIRDS):
        begun = time.thread_time()
        _rest(MINUTES * 60 / _THIRDS)
        spent.append(time.thread_time() - begun)
    heart.stop()
    conversation.stop()
    _rest(5)
    turn, review = conversation.turns[-1], desk.session.review
    what = f"{MINUTES} minutes of {RATE} tokens a second"
    yield at_least(f"{what}: text that came", len(turn.text), 0.9 * MINUTES * 60 * RATE * _LETTERS, unit="characters")
    yield at_least("… files proposed", len(review.files) if review else 0, 0.9 * BLOCKS, unit="files")
    yield at_most("… GUI thread held", heart.longest, 50, unit="ms")
    yield beside("… processors' time this process used meanwhile", heart.worked, unit="ms")
    yield at_most("… work of the GUI thread, last third against first", spent[-1] / spent[0], 1.5, unit="times")
    yield at_most("… memory grown", _most_memory() - before, 50, unit="MB")


def _most_memory() -> float:
    """Return how much this process ever had in memory, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def _rest(seconds: float) -> None:
    """Let the application work for a while, asleep between its events as it is for a user."""
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()
