"""Looking for garbage while nobody waits for anything.

Python looks through what is young often, which costs next to nothing, and now and then through all that lives. That
holds every thread, for longer than a frame where a conversation or a listing is large, and came in the midst of an
answer. It is put off until nothing flows and no job runs; where that never comes, it is done all the same, later.
"""

import gc
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

_OWN = gc.get_threshold()
"""Python's own thresholds: a second conversation must not take the first one's for them."""
_MOST = 100
"""Searches through what is younger after which all is looked through, whoever waits; Python's own number is 10."""
_ENOUGH = 3
"""Searches through what is younger after which it is worth while."""
_PAUSE = 2_000
"""Milliseconds between two looks whether somebody waits."""


class GcScheduler(QObject):
    """Chooses the moment; `is_quiet` tells whether nobody waits."""

    def __init__(self, is_quiet: Callable[[], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_quiet = is_quiet
        gc.set_threshold(*_OWN[:2], _MOST)
        self._timer = QTimer(self, interval=_PAUSE)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Look through all that lives if that is worth while and nobody waits."""
        if gc.isenabled() and gc.get_count()[2] >= _ENOUGH and self._is_quiet():
            gc.collect()

    def end(self) -> None:
        """Leave the moment to Python again."""
        self._timer.stop()
        gc.set_threshold(*_OWN)
