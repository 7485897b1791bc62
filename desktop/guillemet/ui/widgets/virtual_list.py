"""A column of things of different heights, of which only those near the eye have widgets.

A `Row` is the lasting part: what is known, and how high it will be, roughly. Its widget is built when it comes near the
viewport and dropped when it is far away, so that a thousand replies cost no more than a screenful.

    rows      ┌ far above      estimated height, no widget
              ├ near           built ahead, one at a time
              │ ┌ viewport     built, measured, placed
              ├ near
              └ far below
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from time import perf_counter

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from guillemet.ui.style import style
from guillemet.ui.widgets.focus_manager import FocusManager
from guillemet.ui.widgets.list_item import ListItem, height_of
from guillemet.ui.widgets.tab_order import holds_focus

_SCROLL_BAR = 12
"""Kept free on the right whether the scroll bar shows or not, so that its coming moves nothing."""
_SLICE = 0.005
"""Seconds for building widgets at one go; what is not built by then comes with the next go."""
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
        self._stops = FocusManager(self, self.arrange_soon)
        self._soon = QTimer(self, singleShot=True, interval=8)
        self._soon.timeout.connect(self._arrange)
        self._ahead = QTimer(self, singleShot=True, interval=0)
        self._ahead.timeout.connect(self._build_ahead)
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

    def append(self, row: ListItem) -> None:
        """Add a row at the end."""
        self._rows.append(row)
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
        """Take notice that the row's height may have changed."""
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

    def reveal(self, row: ListItem) -> None:
        """Scroll as little as shows the whole row, or its top where it is higher than the viewport."""
        self.arrange()
        if row not in self._widgets and self._make(row):
            self._sum()
        top, height = self._tops[self._rows.index(row)] - self.verticalScrollBar().value(), self._heights[row]
        if top < style.GAP:
            self._pinned = (row, -style.GAP)
        elif top + height + style.GAP > self.viewport().height():
            self._pinned = (row, min(-style.GAP, height + style.GAP - self.viewport().height()))
        else:
            self._pinned = (row, -top)  # rows above it that are built later must not push it out of view
        self.arrange()

    def content_height(self) -> int:
        """Return how high the column would be without scrolling, as far as is known."""
        return self._tops[-1] - style.GAP + style.WIDE if self._rows else 0

    def arrange_soon(self) -> None:
        """Ask heights anew and place the rows, once the caller is done."""
        self._is_stale = True
        if not self._soon.isActive():
            self._soon.start()

    def arrange(self) -> None:
        """Ask heights anew and place the rows now."""
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
        moved = self._stops.enter(self._rows, self._widgets, forward=next) or super().focusNextPrevChild(next)
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
            until = perf_counter() + _SLICE if builds else 0  # Qt may tell of several sizes in one turn
            for _ in range(_ROUNDS):
                self._set_value(pinned)
                if not self._build(*self._span(0), until=until):
                    break
            # What could not be built in time comes with the next go, and must not move what this one has placed.
            self._pinned = pinned if self._soon.isActive() else None
            self._place()
        finally:
            self._is_arranging = False
        self._stops.follow(self._rows, self._widgets)
        self._ahead.start()

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
        """Build what has no widget yet while time is left; tell whether a height came out other than estimated."""
        is_other = False
        for row in self._rows[first:last]:
            if row not in self._widgets:
                if perf_counter() > until:
                    self._soon.start()
                    break
                is_other = self._make(row) or is_other
        if is_other:
            self._sum()
        return is_other

    def _make(self, row: ListItem) -> bool:
        """Build and measure a row's widget; tell whether its height came out other than estimated."""
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

    def _build_ahead(self) -> None:
        """Build one more row just outside the viewport, and come back for the next."""
        if self._is_stale:
            # The rows changed since they were placed; placing them comes back here.
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
