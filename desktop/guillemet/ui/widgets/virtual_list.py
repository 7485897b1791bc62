"""A column of things of different heights, of which only those near the viewport have widgets.

A `ListItem` is the lasting part: what is known, and how high it will be, roughly. Its widget is built when
it comes near the viewport and dropped when it is far away, so that a thousand replies cost no more than a screenful.

    rows      ┌ far above      estimated height, no widget
              ├ near           built ahead, one at a time
              │ ┌ viewport     built, measured, placed
              ├ near
              └ far below
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from time import perf_counter
from typing import Protocol

from msgspec import Struct
from PySide6.QtCore import (
    QEvent,
    QObject,
    QPoint,
    QRect,
    Qt,
    QTimer,
)
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QTextEdit, QWidget
from shiboken6 import isValid

from guillemet.ui.style import style
from guillemet.ui.widgets.tab_order import chain, holds_focus, is_risky, on_focus_change, stops_in


class ListItem(Protocol):
    """One thing in a column; it outlives its widget and is known by identity."""

    def estimate(self, width: int) -> int:
        """Return roughly how high the row will be at this width, quickly."""
        ...

    def build(self, parent: QWidget) -> QWidget:
        """Return a new widget showing the row; its height follows its width."""
        ...


def height_of(widget: QWidget, width: int) -> int:
    """Return the height the widget asks for at this width."""
    height = widget.heightForWidth(width) if widget.hasHeightForWidth() else -1
    height = height if height >= 0 else widget.sizeHint().height()
    return max(min(max(height, widget.minimumHeight()), widget.maximumHeight()), 1)


_SCROLL_BAR = 12
"""Kept free on the right whether the scroll bar shows or not, so that its coming moves nothing."""
_SLICE = 0.005
"""Seconds for building widgets at one go; what is not built by then comes with the next go."""
_REST = 8
"""Milliseconds from a change to placing the rows, so that several changes are placed at once."""
_ROUNDS = 8  # a measured widget corrects an estimate, which may bring another row into view; this is ample


class VirtualList(QAbstractScrollArea):
    """Rows one below the other. With `follows_end` a column that was scrolled to its end stays there while it grows."""

    def __init__(self, parent: QWidget | None = None, *, follows_end: bool = False) -> None:
        super().__init__(parent)
        self._follows_end = follows_end
        self._is_at_end = follows_end
        self._head: ListItem | None = None
        self._rows: list[ListItem] = []
        self._heights: dict[ListItem, int] = {}
        self._widgets: dict[ListItem, QWidget] = {}
        self._tops: list[int] = [style.WIDE]
        self._width = 0
        self._pinned: tuple[ListItem, int] | None = None
        self._is_arranging = False
        self._is_stale = True
        self._is_unbuilt = False
        """Whether something in view has no widget yet."""
        self._stops = FocusManager(self)
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._go_on)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().setSingleStep(48)

    @property
    def rows(self) -> Sequence[ListItem]:
        """All rows, built or not."""
        return self._rows

    def set_rows(self, rows: Sequence[ListItem]) -> None:
        """Show these rows; those kept keep their widgets, and the topmost visible one its place if one has scrolled."""
        self._pinned = self._pinned or self._topmost()
        kept = set(rows)
        for row in self._rows:
            if row not in kept:
                self._drop(row)
                self._heights.pop(row, None)
        self._rows = list(rows)
        self.arrange_soon()

    def begin(self, row: ListItem) -> None:
        """Show a row, added at the end if it is new; what follows comes into view until the row has reached the top."""
        self._is_at_end, self._head = True, row
        if row not in self._rows:
            self._rows.append(row)
        self.arrange_soon()

    def hold(self, *, even_at_end: bool = False) -> None:
        """Let what comes next not move what is seen; who follows the end goes on following, unless `even_at_end`."""
        if self._rows and (even_at_end or not self._is_at_end):
            self._is_at_end, self._pinned = False, self._pinned or self._topmost() or (self._rows[0], -style.WIDE)

    def update_row(self, row: ListItem) -> None:
        """Measure a row again whose height may have changed."""
        if row not in self._widgets:
            self._pinned = self._pinned or self._topmost()
            self._heights.pop(row, None)
        self.arrange_soon()

    def widget_of(self, row: ListItem) -> QWidget | None:
        """Return the row's widget while it has one."""
        return self._widgets.get(row)

    def scroll_to(self, row: ListItem) -> None:
        """Bring the row's top to the top of the viewport, or as near as the end allows."""
        self.arrange()
        self._is_at_end, self._pinned = False, (row, -style.WIDE)
        self.arrange()

    def content_height(self) -> int:
        """Return how high the column would be without scrolling, as far as is known."""
        return self._tops[-1] - style.GAP + style.WIDE if self._rows else 0

    def arrange_soon(self) -> None:
        """Measure the rows and place them, once the caller is done."""
        self._is_stale = True
        if not self._soon.isActive():
            self._soon.start(_REST)

    def arrange(self) -> None:
        self._is_stale = True
        self._soon.stop()
        self._arrange()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest and not self._is_arranging:
            self.arrange_soon()
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(builds=False)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._arrange(builds=False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            for row in list(self._widgets):
                self._drop(row)  # colours and fonts are built in
            self._width = 0
            self.arrange_soon()

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: ARG002
        if not self._is_arranging:
            bar = self.verticalScrollBar()
            self._pinned = None
            self._is_at_end, self._head = self._follows_end and bar.maximum() - bar.value() <= style.WIDE, None
            self._arrange()

    def focusNextPrevChild(self, next: bool) -> bool:
        moved = self._stops.enter(forward=next) or super().focusNextPrevChild(next)
        if moved:
            self._stops.reveal()
        return moved

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self._stops.paint()

    def _arrange(self, *, builds: bool = True) -> None:
        """Place what is in view; what has no widget is built now, or with the next go."""
        if self._is_arranging or not self.isVisible():
            return
        self._is_arranging = True
        try:
            pinned = self._pinned or self._topmost()
            self._know_heights()
            self._is_unbuilt = False
            until = perf_counter() + _SLICE if builds else 0  # Qt may send several resize events in one turn
            for _ in range(_ROUNDS):
                self._set_value(pinned)
                if not self._build(*self._span(0), until=until):
                    break
            # What could not be built in time comes with the next go, and must not move what this one has placed.
            self._pinned = pinned if self._is_unbuilt or self._is_stale else None
            self._place()
        finally:
            self._is_arranging = False
        self._stops.follow()
        self._soon.start(0)

    def _topmost(self) -> tuple[ListItem, int] | None:
        """Return the row at the top of the viewport, and how far above it begins; None where nothing is scrolled."""
        (first, last), value = self._span(0), self.verticalScrollBar().value()
        return (self._rows[first], value - self._tops[first]) if first < last and value else None

    def _span(self, margin: int) -> tuple[int, int]:
        """Return which rows lie within the viewport and this much around it: first, and one past the last."""
        value, known = self.verticalScrollBar().value(), min(len(self._tops) - 1, len(self._rows))
        first = bisect_right(self._tops, value - margin) - 1
        last = bisect_right(self._tops, value + self.viewport().height() + margin)
        return max(0, min(first, known)), min(last, known)

    def _know_heights(self) -> None:
        width, heights = max(self.width() - 2 * style.WIDE - _SCROLL_BAR + style.GAP, 1), self._heights
        if width != self._width:
            self._width = width
            heights.clear()
        elif not self._is_stale:
            return
        self._is_stale = False
        for row in self._rows:
            if row not in heights:
                heights[row] = row.estimate(self._width)
        for row, widget in self._widgets.items():
            heights[row] = height_of(widget, self._width)
        self._sum()

    def _sum(self) -> None:
        steps = (self._heights[row] + style.GAP for row in self._rows)
        self._tops = list(accumulate(steps, initial=style.WIDE))

    def _set_value(self, pinned: tuple[ListItem, int] | None) -> None:
        bar, height = self.verticalScrollBar(), self.viewport().height()
        bar.setPageStep(height)
        bar.setRange(0, max(0, self.content_height() - height))
        if self._is_at_end:
            known = self._head in self._heights
            head = self._tops[self._rows.index(self._head)] - style.WIDE if self._head and known else bar.maximum()
            bar.setValue(min(head, bar.maximum()))
        elif pinned is not None and pinned[0] in self._heights:
            bar.setValue(self._tops[self._rows.index(pinned[0])] + pinned[1])

    def _build(self, first: int, last: int, *, until: float) -> bool:
        """Build missing widgets while time is left; return whether a height differs from its estimate."""
        is_other = False
        for row in self._rows[first:last]:
            if row not in self._widgets:
                if perf_counter() > until:
                    self._is_unbuilt = True
                    break
                is_other = self._make(row) or is_other
        if is_other:
            self._sum()
        return is_other

    def _make(self, row: ListItem) -> bool:
        """Build and measure a row's widget; return whether its height differs from the estimate."""
        widget = self._widgets[row] = row.build(self.viewport())
        height, estimated = height_of(widget, self._width), self._heights[row]
        self._heights[row] = height
        return height != estimated

    def _place(self) -> None:
        value = self.verticalScrollBar().value()
        first, last = self._span(2 * self.viewport().height())
        near = dict(zip(self._rows[first:last], self._tops[first:last], strict=True))
        for row, widget in list(self._widgets.items()):
            if row in near:
                widget.setGeometry(style.WIDE, near[row] - value, self._width, self._heights[row])
                if widget.isHidden():
                    widget.show()
            elif holds_focus(widget):
                widget.move(style.WIDE, -widget.height() - 10)
            else:
                self._drop(row)

    def _go_on(self) -> None:
        """Place what changed or is not built yet; else build one more row just outside the viewport, and come back."""
        if self._is_stale or self._is_unbuilt:
            self._arrange()
            return
        first, last = self._span(self.viewport().height() // 2)
        for row in self._rows[first:last]:
            if row not in self._widgets:
                self._pinned = self._pinned or self._topmost()
                if self._make(row):
                    self._sum()
                self._arrange(builds=False)
                return
        first, last = self._span(2 * self.viewport().height())
        self._stops.chain(self._widgets[row] for row in self._rows[first:last] if row in self._widgets)

    def _drop(self, row: ListItem) -> None:
        if (widget := self._widgets.pop(row, None)) is not None:
            if holds_focus(widget):
                self._stops.leave(self._rows.index(row), row, widget)
            widget.hide()
            widget.deleteLater()


_BAR = 2
"""Pixels of the line beside a text that has the focus."""


class LostFocus(Struct, frozen=True):
    """Where the focus was when its widget went."""

    at: int
    row: ListItem
    stop: int
    """Which of the row's stops it was, counted from 0."""


class FocusManager(QObject):
    """Keeps the focus in a column, and shows it where the widgets do not.

    The widgets of a column come and go with the theme, with the review, and with what is scrolled; the focus must not
    go with them, for Qt would hand it to whatever the Tab key comes to next, in another pane perhaps.
    """

    def __init__(self, column: VirtualList) -> None:
        super().__init__(column)
        self._column = column
        self._left: LostFocus | None = None
        self._text: QTextEdit | None = None
        on_focus_change(self._take)

    def chain(self, widgets: Iterable[QWidget]) -> None:
        """Let the Tab key walk on from the column through these, whenever they were built."""
        chain(widgets, after=self._column)

    def leave(self, at: int, row: ListItem, widget: QWidget) -> None:
        """Give the focus of a widget that is removed to the column, until the row has another widget."""
        stops, focused = stops_in([widget]), QApplication.focusWidget()
        self._left = LostFocus(at, row, stops.index(focused) if focused in stops else 0)
        self._column.setFocus(Qt.FocusReason.OtherFocusReason)

    def follow(self) -> None:
        """Give the focus back to the row that lost it, once its widget is placed, and repaint the selection.

        It goes to the same stop of the same row, else to the first one where the row was.
        """
        if self._text is not None:
            self._column.viewport().update()
        left, self._left = self._left, None
        if left is None or not self._column.hasFocus():
            return
        rows, widget = self._column.rows, self._column.widget_of(left.row)
        if left.row not in rows:
            self._give(self._stops_of([*rows[left.at :], *reversed(rows[: left.at])]))
            self.reveal()
        elif widget is None:
            self._left = left  # it is still to be built
        else:
            stops = stops_in([widget])
            self._give(stops[min(left.stop, len(stops) - 1) :])

    def enter(self, *, forward: bool) -> bool:
        """Go to the first or last stop in view, where the Tab key comes from the column or from what is scrolled away.

        Without this it would lead to what is built far above, or beside a row that is out of sight.
        """
        is_away = self._is_out_of_view(QApplication.focusWidget())
        if not (is_away or (forward and self._column.hasFocus())):
            return False
        stops = list(filter(self._is_usable, self._stops_of(self._column.rows)))
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

    def _stops_of(self, rows: Iterable[ListItem]) -> list[QWidget]:
        return stops_in(widget for row in rows if (widget := self._column.widget_of(row)) is not None)

    def _is_usable(self, stop: QWidget) -> bool:
        return stop.isVisible() and stop.isEnabled() and self._in_view(stop)

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
        self._follow_text(now)
        if self._is_out_of_view(before):
            self._column.arrange_soon()  # it was kept only because it had the focus
        if any(one is self._column or self._holds(one) for one in (before, now)):
            self._column.viewport().update()

    def _follow_text(self, now: QWidget | None) -> None:
        if self._text is not None and isValid(self._text):
            self._text.cursorPositionChanged.disconnect(self._keep_in_view)
        self._text = now if isinstance(now, QTextEdit) and self._holds(now) else None
        if self._text is not None:
            self._text.cursorPositionChanged.connect(self._keep_in_view)

    def _holds(self, widget: QWidget | None) -> bool:
        """Whether the widget still exists, in the column."""
        return widget is not None and isValid(widget) and self._column.viewport().isAncestorOf(widget)

    def _is_out_of_view(self, widget: QWidget | None) -> bool:
        return widget is not None and self._holds(widget) and not self._in_view(widget)

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
