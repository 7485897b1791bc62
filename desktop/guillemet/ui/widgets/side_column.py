"""Two panes one below the other, which share the height by what is in them and by where one types."""

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QFrame, QLayout, QScrollArea, QVBoxLayout, QWidget

from guillemet.ui.style import style
from guillemet.ui.widgets.tab_order import holds_focus, on_focus_change, types_in


class SideColumn(QScrollArea):
    """Panes one below the other, which scroll together where the window is too low for the least they need.

    The upper one has the height it asks for before the lower one has; while one types in the lower one, it is the
    other way round.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._content: _PaneColumn | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it scrolls to what has the focus; a stop of its own shows none
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        on_focus_change(self._follow_focus)
        self.verticalScrollBar().rangeChanged.connect(self._show_focused)

    def set_panes(self, upper: QWidget, lower: QWidget) -> None:
        """Show these panes; the upper one gets the room that is left."""
        self._content = _PaneColumn(upper, lower, self)
        self.setWidget(self._content)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._share_height()

    def _follow_focus(self) -> None:
        self._share_height()
        self._show_focused()

    def _show_focused(self) -> None:
        """Scroll to what has the focus, however it came there; a list by itself shows its current row."""
        focused = QApplication.focusWidget()
        if focused is not None and self.isAncestorOf(focused):
            self.ensureWidgetVisible(focused, 0, style.GAP)

    def _share_height(self) -> None:
        """Prefer the pane in which one is, but let nothing move below the pointer: then it waits until that leaves."""
        focused, content = QApplication.focusWidget(), self._content
        if focused is None or content is None or not self.isVisible():
            return
        is_typing = types_in(content.lower_pane)
        if not is_typing and holds_focus(content.lower_pane):
            return  # its list would move away from one who presses there
        pointer = QCursor.pos()
        is_on_it = is_typing and focused.rect().contains(focused.mapFromGlobal(pointer))
        if is_on_it or not self.rect().contains(self.mapFromGlobal(pointer)):
            content.panes.prefer_lower(is_lower=is_typing)


class _PaneColumn(QWidget):
    """As high at least as its panes need in the width it has, and no wider than that."""

    def __init__(self, upper: QWidget, lower: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.lower_pane = lower
        self.panes = _TwoPanes(self)
        self.panes.setContentsMargins(0, 0, 0, 0)
        self.panes.addWidget(upper)
        self.panes.addWidget(lower)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def heightForWidth(self, width: int) -> int:
        """Return the least height, for which a scroll area asks, that would take the usual one else."""
        return self.panes.totalMinimumHeightForWidth(width)


class _TwoPanes(QVBoxLayout):
    """Two panes, of which one is lower than it would be before the other one is, and neither than it can be.

    Qt takes the usual height of what wraps for its least one, and cuts off of both where there is less room than that.
    """

    _prefers_lower = False

    def prefer_lower(self, *, is_lower: bool) -> None:
        """Let the lower pane have its usual height first, or the upper one."""
        if is_lower is not self._prefers_lower:
            self._prefers_lower = is_lower
            self.invalidate()

    def setGeometry(self, rect: QRect) -> None:
        QLayout.setGeometry(self, rect)
        upper, lower = self.itemAt(0), self.itemAt(1)
        if upper is None or lower is None:
            return
        usual, least = lower.heightForWidth(rect.width()), lower.minimumHeightForWidth(rect.width())
        above = (upper.minimumHeightForWidth if self._prefers_lower else upper.heightForWidth)(rect.width())
        height = max(min(rect.height() - above, usual), least)
        upper.setGeometry(rect.adjusted(0, 0, 0, -height))
        lower.setGeometry(rect.adjusted(0, rect.height() - height, 0, 0))
