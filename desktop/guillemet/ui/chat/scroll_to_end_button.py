"""The button that floats at the lower edge of what scrolls, while its end is out of view, and leads there."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QAbstractScrollArea

from guillemet.ui.style import style
from guillemet.ui.widgets.controls import PushButton

_AFTER = 120
"""Milliseconds the end must be out of view: who follows it loses sight of it for a moment whenever something comes."""


class ScrollToEndButton(PushButton):
    """Shows itself while there is something below; pressed, it goes to the end, which is followed from then on."""

    def __init__(self, area: QAbstractScrollArea) -> None:
        """Float above this area; it is no part of its layout and takes no focus by itself."""
        super().__init__("↓ Newest", area)
        self._area = area
        self._bar = area.verticalScrollBar()
        self._soon = QTimer(self, singleShot=True, interval=_AFTER)
        self._soon.timeout.connect(self._follow)
        self.setAccessibleName("Newest")
        self.setAccessibleDescription("Goes to the end of the conversation and follows what comes")
        self.setToolTip("Go to the end and follow what comes (End)")
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()
        self.clicked.connect(self.go)
        self._bar.valueChanged.connect(self._notice)
        self._bar.rangeChanged.connect(self._notice)
        area.viewport().installEventFilter(self)

    def go(self) -> None:
        """Go to the end."""
        had_focus = self.hasFocus()
        self._bar.setValue(self._bar.maximum())
        self._follow()
        if had_focus:
            self._area.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._place()

    def _notice(self) -> None:
        """Look soon whether the end is in view; asked hundreds of times a second while an answer flows."""
        if self.isHidden() is self._is_below and not self._soon.isActive():
            self._soon.start()

    @property
    def _is_below(self) -> bool:
        """Whether something lies below what is in view, the margin at the end apart."""
        return self._bar.maximum() - self._bar.value() > style.WIDE

    def _follow(self) -> None:
        self._soon.stop()
        if self.isHidden() is self._is_below:
            self.setVisible(self._is_below)
            self._place()

    def _place(self) -> None:
        if not hasattr(self, "_area"):
            return  # Qt tells of the style while the button is still being made
        self.resize(self.sizeHint())
        inside = self._area.viewport().geometry()
        # At the right, where fewest lines reach.
        self.move(inside.right() - self.width() - style.WIDE, inside.bottom() - self.height() - style.GAP)
        self.raise_()
