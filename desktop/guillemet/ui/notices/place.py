"""Where the notice bar lies: above the panes, which make room for it once no click in them is likely.

A bar that pushed the panes down or let them up under the mouse would let a press fall on another button than was meant.
So it lies over their upper edge at first. They move when the pointer is not over them, or when a key is pressed.
"""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent, QMoveEvent, QResizeEvent, QWindow
from PySide6.QtWidgets import QWidget

from guillemet.ui.notices.bar import NoticeBar

_MODIFIERS = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta)
"""Keys that may be held for a press of the mouse."""
_LOOKS_AFTER = 150
"""Milliseconds after the pointer moved: by then it has come where it was going."""
_NOT_YET = 500
"""Milliseconds for which a bar that came to lie over the panes takes no press, which was meant for what is there."""


class NoticePlace(QWidget):
    """The room for the bar in the window's column: as high as the bar, or as it was before the panes could move."""

    def __init__(self, bar: NoticeBar, below: QWidget, parent: QWidget) -> None:
        """Lay the bar over `below`, which moves when the room becomes higher or lower."""
        super().__init__(parent)
        self._bar, self._below = bar, below
        self._watched: QWindow | None = None
        self._look = QTimer(self, singleShot=True, interval=_LOOKS_AFTER)
        self._look.timeout.connect(self._settle)
        self._is_new = QTimer(self, singleShot=True, interval=_NOT_YET)
        bar.setParent(parent)
        bar.holds = lambda: self.height() > 0 and self._keeps_still()
        bar.installEventFilter(self)
        self.setFixedHeight(0)

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._lie()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lie()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._bar:
            if kind is QEvent.Type.Resize and not self._bar.isVisible():
                return False  # about to be shown: a size that is given now would never reach what is in it
            if kind in (QEvent.Type.ShowToParent, QEvent.Type.LayoutRequest):
                self._lie()
                self._bar.raise_()
            if kind is QEvent.Type.ShowToParent and self._keeps_still():
                self._is_new.start()
            if kind in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent, QEvent.Type.Resize):
                self._settle()
        elif isinstance(event, QKeyEvent):
            if kind is QEvent.Type.KeyPress and event.key() not in _MODIFIERS:
                self._make_room()
        elif isinstance(event, QMouseEvent):
            self._look.start()
            is_early = kind is QEvent.Type.MouseButtonPress and self._is_new.isActive()
            return is_early and self._is_over_bar(event.globalPosition().toPoint())
        elif kind is QEvent.Type.Leave:
            self._look.start()
        return False

    def _lie(self) -> None:
        if layout := self._bar.layout():
            layout.activate()
        self._bar.setGeometry(self.x(), self.y(), self.width(), self._bar.heightForWidth(self.width()))

    def _settle(self) -> None:
        """Make room, or give it back, unless that has to wait; look out for the moment until then."""
        if not self._keeps_still():
            self._make_room()
        wanted = self.window().windowHandle() if self._wanted != self.height() or self._bar.isVisible() else None
        if wanted is not self._watched:
            if self._watched is not None:
                self._watched.removeEventFilter(self)
            if wanted is not None:
                wanted.installEventFilter(self)
            self._watched = wanted

    @property
    def _wanted(self) -> int:
        return 0 if self._bar.isHidden() else self._bar.height()

    def _make_room(self) -> None:
        if self._wanted != self.height():
            self.setFixedHeight(self._wanted)

    def _keeps_still(self) -> bool:
        """Whether the pointer may be about to press something in what would move."""
        return self._below.underMouse() or bool(QGuiApplication.mouseButtons().value)

    def _is_over_bar(self, spot: QPoint) -> bool:
        return self._bar.isVisible() and self._bar.rect().contains(self._bar.mapFromGlobal(spot))
