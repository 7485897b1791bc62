"""How much of a fold a key or a click opens."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from guillemet.engine.diff.rows import Unfolding
from guillemet.ui.actions import Act
from guillemet.ui.shortcuts import act_pressed


def unfolding_of_click(event: QMouseEvent) -> Unfolding:
    """Return how a click opens a fold."""
    return Unfolding.WHOLE if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else Unfolding.ENDS


def unfolding_of_key(event: QKeyEvent) -> Unfolding | None:
    """Return how a key opens a fold; None for one that does not."""
    act = act_pressed(_BY_KEY, event)
    return None if act is None else _BY_KEY[act]


_BY_KEY = {
    Act.UNFOLD: Unfolding.ENDS,
    Act.UNFOLD_WHOLE: Unfolding.WHOLE,
    Act.UNFOLD_TOP: Unfolding.TOP,
    Act.UNFOLD_BOTTOM: Unfolding.BOTTOM,
}
