"""A line along the top of the pane of a window in which the keys arrive."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QWidget

from guillemet.ui.widgets.tab_order import holds_focus, on_focus_change

_HEIGHT = 2
"""Pixels of the line, which lies over the pane and takes no room from it."""


class FocusLine(QFrame):
    """Marks the pane that has the focus, also where what has it in there is folded, out of view or drawn alike."""

    def __init__(self, panes: Sequence[QWidget], window: QWidget) -> None:
        """Mark one of these `panes` of the `window` at a time, or none while the focus is outside of them."""
        super().__init__(window)
        self._panes = panes
        self.setProperty("role", "focus")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        for pane in panes:
            pane.installEventFilter(self)
        on_focus_change(self._follow)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parent() and event.type() is QEvent.Type.Resize:
            self._stretch()
        return False

    def _follow(self) -> None:
        pane = next((pane for pane in self._panes if holds_focus(pane)), None)
        if pane is None:
            self.hide()
            return
        if pane is not self.parent():
            self.setParent(pane)
            self._stretch()
        self.show()
        self.raise_()

    def _stretch(self) -> None:
        pane = self.parentWidget()
        if pane is not None:
            self.setGeometry(0, 0, pane.width(), _HEIGHT)
