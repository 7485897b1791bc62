"""What Qt is kept from painting, which it would though it is on the screen already."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


@contextmanager
def unpainted(widget: QWidget) -> Iterator[None]:
    """Change what a widget shows without painting all of it again."""
    with _updates_disabled(widget):
        yield
    for child in widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        child.setUpdatesEnabled(True)  # one that was made meanwhile would never be painted


@contextmanager
def on_top(widget: QWidget) -> Iterator[None]:
    """Keep the lowest of some widgets above the others, which are seen over it again before anything is painted.

    Where others lie over it, Qt paints all of it again when it is scrolled, instead of moving the picture. And a widget
    that is moved below it is painted again, wherever its picture came to meanwhile.
    """
    around = widget.parentWidget()
    if around is None or around.children()[-1] is widget:
        yield
        return
    with _updates_disabled(around), _updates_disabled(widget):
        widget.raise_()
    yield
    with _updates_disabled(around), _updates_disabled(widget):
        widget.lower()


@contextmanager
def _updates_disabled(widget: QWidget) -> Iterator[None]:
    # Unlike `setUpdatesEnabled`, the attribute asks for no painting when it is taken back.
    widget.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, on=True)
    yield
    widget.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, on=False)
