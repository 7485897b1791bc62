"""A chip: a short name with a cross that takes it away."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from guillemet.ui.style import style
from guillemet.ui.widgets.controls import PushButton, button

LONGEST = 220
"""Pixels of a name; the tooltip has all of it."""


class Chip(QFrame):
    """Shows a name. Its two buttons are one for the Tab key: Delete on the name is the cross.

    pressed: the name was pressed.
    removed: the cross was pressed, or Delete on the name.
    """

    pressed = Signal()
    removed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "chip")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.name = _Name(self)
        self.name.clicked.connect(self.pressed)
        self.name.removed.connect(self.removed)
        self._cross = button("×", "chip", parent=self)
        self._cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._cross.clicked.connect(self.removed)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        row.addWidget(self.name)
        row.addWidget(self._cross)

    def set_name(self, text: str, *, spoken: str, removes: str, tip: str) -> None:
        """Show the text; `spoken` and `removes` are what a screen reader calls the name and the cross."""
        shown = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, LONGEST)
        self.name.setText(shown.replace("&", "&&"))
        self.name.setAccessibleName(spoken)
        self.name.setToolTip(tip)
        self._cross.setAccessibleName(removes)
        self._cross.setToolTip(removes)

    def set_tone(self, tone: str) -> None:
        """Look plain (""), only read ("reads") or in trouble ("bad")."""
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            self.style().unpolish(self)
            self.style().polish(self)
            style.set_role(self.name, "chip")


class _Name(PushButton):
    removed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "chip")
        self.setAutoDefault(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)
