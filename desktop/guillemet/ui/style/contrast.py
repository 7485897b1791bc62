"""How well a colour can be read on another, as WCAG 2 counts it: 1 for the same colour, 21 for black on white."""

from collections.abc import Sequence

from PySide6.QtGui import QColor

from guillemet.ui.style.style import blend

ENOUGH = 4.5
"""For text of the usual size."""
_STEPS = 20


def contrast(front: str, back: str) -> float:
    """Return the ratio of the two colours' luminances."""
    low, high = sorted((_luminance(front), _luminance(back)))
    return (high + 0.05) / (low + 0.05)


def legible(colour: str, backs: Sequence[str], *, text: str) -> str:
    """Return the colour, moved towards that of `text` until it can be read on each of these."""
    for step in range(_STEPS):
        moved = blend(text, colour, step / _STEPS).name()
        if all(contrast(moved, back) >= ENOUGH for back in backs):
            return moved
    return text


def _luminance(colour: str) -> float:
    seen = QColor(colour)
    parts = (seen.redF(), seen.greenF(), seen.blueF())
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
