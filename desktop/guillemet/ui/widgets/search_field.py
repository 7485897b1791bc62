"""The field above a list that is searched: the keys that mean the list work in it too."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from guillemet.ui.widgets.controls import claims_escape

_TRAVEL = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class SearchField(QLineEdit):
    """Escape empties it.

    left: Escape in the empty field.
    taken: Return was pressed.
    travelled(QKeyEvent): a key that goes up or down.
    """

    left = Signal()
    taken = Signal()
    travelled = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)

    def start(self) -> None:
        """Take the focus, with what is in it selected."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def event(self, event: QEvent) -> bool:
        return claims_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Escape if self.text():
                self.clear()
            case Qt.Key.Key_Escape:
                self.left.emit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.taken.emit()
            case key if key in _TRAVEL:
                self.travelled.emit(event)
            case _:
                super().keyPressEvent(event)
