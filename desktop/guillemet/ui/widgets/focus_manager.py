"""The focus within a column: its order, what it is brought into view by, and what has it when its widget goes.

The widgets of a column come and go with the theme, with the review, and with what is scrolled; the focus must not go
with them, for Qt would hand it to whatever the Tab key comes to next, in another pane perhaps.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct
from PySide6.QtCore import QObject, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QTextEdit, QWidget
from shiboken6 import isValid

from guillemet.ui.style import style
from guillemet.ui.widgets.list_item import ListItem
from guillemet.ui.widgets.tab_order import chain, is_risky, stops_in

_BAR = 2
"""Pixels of the line beside a text that has the focus."""


class Left(Struct, frozen=True):
    """Where the focus was when its widget went."""

    at: int
    row: ListItem
    stop: int
    """Which of the row's stops it was, counted from 0."""


class FocusManager(QObject):
    """Keeps the focus in a column, and shows it where the widgets do not."""

    def __init__(self, column: QAbstractScrollArea, settle: Callable[[], None]) -> None:
        """Keep the focus in this column; `settle` lets it drop what needs no widget any more."""
        super().__init__(column)
        self._column = column
        self._settle = settle
        self._left: Left | None = None
        self._text: QTextEdit | None = None
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._take)

    def chain(self, widgets: Iterable[QWidget]) -> None:
        """Let the Tab key walk on from the column through these, whenever they were built."""
        chain(widgets, after=self._column)

    def leave(self, at: int, row: ListItem, widget: QWidget) -> None:
        """Take notice that the widget of this row goes with the focus; the column has it until there is another."""
        stops, focused = stops_in([widget]), QApplication.focusWidget()
        self._left = Left(at, row, stops.index(focused) if focused in stops else 0)
        self._column.setFocus(Qt.FocusReason.OtherFocusReason)

    def follow(self, rows: Sequence[ListItem], widgets: Mapping[ListItem, QWidget]) -> None:
        """Take notice that widgets were placed: who lost the focus has it back, and what is painted moves along.

        It goes to the same stop of the same row, else to the first one where the row was.
        """
        if self._text is not None:
            self._column.viewport().update()
        left, self._left = self._left, None
        if left is None or not self._column.hasFocus():
            return
        if left.row in rows and left.row not in widgets:
            self._left = left  # it is still to be built
        elif left.row in rows:
            stops = stops_in([widgets[left.row]])
            self._give(stops[min(left.stop, len(stops) - 1) :])
        else:
            near = [*rows[left.at :], *reversed(rows[: left.at])]
            self._give(stop for row in near if row in widgets for stop in stops_in([widgets[row]]))
            self.reveal()

    def enter(self, rows: Sequence[ListItem], widgets: Mapping[ListItem, QWidget], *, forward: bool) -> bool:
        """Go to the first or last stop in view, where the Tab key comes from the column or from what is scrolled away.

        Without this it would lead to what is built far above, or beside a row that is out of sight.
        """
        viewport, focused = self._column.viewport(), QApplication.focusWidget()
        is_away = focused is not None and viewport.isAncestorOf(focused) and not self._in_view(focused)
        if not (is_away or (forward and self._column.hasFocus())):
            return False
        every = stops_in(widgets[row] for row in rows if row in widgets)
        stops = [stop for stop in every if stop.isVisible() and stop.isEnabled() and self._in_view(stop)]
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        (stops[0 if forward else -1] if stops else self._column).setFocus(reason)
        return bool(stops)

    def reveal(self) -> None:
        """Scroll to what has the focus, if that is in the column."""
        focused, viewport = QApplication.focusWidget(), self._column.viewport()
        if focused is not None and viewport.isAncestorOf(focused):
            top = focused.mapTo(viewport, QPoint()).y()
            self._reveal(top, top + min(focused.height(), viewport.height()))

    def paint(self) -> None:
        """Show that the column itself has the focus, or which text in it; all else shows that by itself."""
        viewport = self._column.viewport()
        painter = QPainter(viewport)
        accent = QColor(style.current().theme.accent)
        if self._column.hasFocus():
            painter.setPen(accent)
            painter.drawRect(viewport.rect().adjusted(0, 0, -1, -1))
        elif self._text is not None and isValid(self._text):
            text = QRect(self._text.mapTo(viewport, QPoint()), self._text.size())
            painter.fillRect(style.TIGHT, text.top(), _BAR, text.height(), accent)
        painter.end()

    def _in_view(self, widget: QWidget) -> bool:
        viewport = self._column.viewport()
        return viewport.rect().intersects(QRect(widget.mapTo(viewport, QPoint()), widget.size()))

    def _give(self, stops: Iterable[QWidget]) -> None:
        free = (stop for stop in stops if stop.isEnabled() and not stop.isHidden() and not is_risky(stop))
        stop = next(free, None)
        if stop is not None:
            stop.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take(self, before: QWidget | None, now: QWidget | None) -> None:
        """Follow the text cursor of a text that has the focus, and let what is painted follow the focus."""
        viewport = self._column.viewport()
        if self._text is not None and isValid(self._text):
            self._text.cursorPositionChanged.disconnect(self._keep_in_view)
        self._text = now if isinstance(now, QTextEdit) and viewport.isAncestorOf(now) else None
        if self._text is not None:
            self._text.cursorPositionChanged.connect(self._keep_in_view)
        if before is not None and isValid(before) and viewport.isAncestorOf(before) and not self._in_view(before):
            self._settle()  # it was kept only because it had the focus
        known = [one for one in (before, now) if one is not None and isValid(one)]
        if any(one is self._column or viewport.isAncestorOf(one) for one in known):
            viewport.update()

    def _keep_in_view(self) -> None:
        if self._text is not None:
            cursor = self._text.cursorRect()
            top = self._text.viewport().mapTo(self._column.viewport(), cursor.topLeft()).y()
            self._reveal(top, top + cursor.height())

    def _reveal(self, top: int, bottom: int) -> None:
        bar, height = self._column.verticalScrollBar(), self._column.viewport().height()
        if top < style.GAP:
            bar.setValue(bar.value() + top - style.GAP)
        elif bottom + style.GAP > height:
            bar.setValue(bar.value() + bottom + style.GAP - height)
