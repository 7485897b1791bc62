"""A pause for decision keys where the next step was to a place above, which the user has to find and read first."""

from collections.abc import Hashable

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, Signal
from PySide6.QtWidgets import QWidget

PAUSE = 500
"""Milliseconds, from when the place is painted on, in which a key was most likely meant for what comes below."""
APART = 150
"""Milliseconds between two keys that are pressed one by one; over a remote desktop, one that is held down comes so."""


class ReadingPause(QObject):
    """Holds back one key that comes too soon, or several in quick succession.

    Going on to a place below is no matter of it: that is what the next key is expected to decide.

    Signals: `held()` when a pressed key was held back.
    """

    held = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._place: Hashable = None
        self._view: QWidget | None = None
        self._since_painted = QElapsedTimer()
        """Invalid until the view is painted."""
        self._since_held = QElapsedTimer()
        """Invalid until a key is held back that came after that."""

    def begin(self, place: Hashable, view: QWidget) -> None:
        """Begin at this place, which the view is about to show."""
        self._end()
        self._place, self._view = place, view
        self._since_painted.invalidate()
        self._since_held.invalidate()
        view.installEventFilter(self)
        view.update()

    def holds(self, place: Hashable) -> bool:
        """Whether a key that is to decide this place now is held back; once that is painted, one is, if any.

        Keys in quick succession count as one.
        """
        if place is None or place != self._place or self._view is None or not self._view.isVisible():
            self._end()
            return False
        is_painted, has_held = self._since_painted.isValid(), self._since_held.isValid()
        if is_painted and (self._since_held.hasExpired(APART) if has_held else self._since_painted.hasExpired(PAUSE)):
            self._end()
            return False
        if is_painted:
            self._since_held.start()
        self.held.emit()
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            self._since_painted.start()
            watched.removeEventFilter(self)
        return super().eventFilter(watched, event)

    def _end(self) -> None:
        if self._view is not None:
            self._view.removeEventFilter(self)
        self._place = self._view = None
