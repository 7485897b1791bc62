"""How much of a fold a key or a click opens."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from guillemet.engine.diff.rows import Unfolding


def unfolding_of_click(event: QMouseEvent) -> Unfolding:
    """Return how a click opens a fold."""
    return Unfolding.WHOLE if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else Unfolding.ENDS


def unfolding_of_key(event: QKeyEvent) -> Unfolding | None:
    """Return how a key opens a fold; None for one that does not."""
    has_shift, has_control = (
        bool(event.modifiers() & held)
        for held in (Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier)
    )
    match event.key():
        case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space:
            return Unfolding.WHOLE if has_shift else Unfolding.ENDS
        case Qt.Key.Key_Down if has_control:
            return Unfolding.TOP
        case Qt.Key.Key_Up if has_control:
            return Unfolding.BOTTOM
    return None
