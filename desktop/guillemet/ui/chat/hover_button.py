"""What can be done with a turn: buttons that are seen when the pointer is over the turn, or when the Tab key comes."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from guillemet.ui.widgets.controls import PushButton


class HoverButton(PushButton):
    """A quiet button that is painted while its frame is pointed at or holds the focus."""

    def __init__(self, text: str, frame: "HoverFrame", *, name: str) -> None:
        super().__init__(text, frame)
        self._frame = frame
        self.setProperty("role", "chip")
        self.setAutoDefault(False)
        self.setAccessibleName(name)
        frame.faint.append(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        focused = QApplication.focusWidget()
        if self._frame.underMouse() or (focused is not None and self._frame.isAncestorOf(focused)):
            super().paintEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            for button in self._frame.faint:
                button.update()
        return super().event(event)


class HoverFrame(QFrame):
    """A frame whose faint buttons come and go with the pointer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.faint: list[HoverButton] = []

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Enter, QEvent.Type.Leave):
            for button in self.faint:
                button.update()
        return super().event(event)
