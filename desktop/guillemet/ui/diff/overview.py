"""The overview at the right edge of a diff: where changes, comments and places found are, and what is in view.

Files that are not read, or too far away to have rows yet, take as much of it as their hunks will take presumably:

    rows    head of a │ rows of a          │ head of b │ head of c │ rows of c
    places  head of a │ rows of a          │ head of b │ · · · · · · estimated │ head of c │ rows of c
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from msgspec import Struct
from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPixmap, QWheelEvent
from PySide6.QtWidgets import QScrollBar, QWidget

from guillemet.engine.diff.document import DiffDocument
from guillemet.engine.diff.moves import MovedLines
from guillemet.engine.diff.rows import CONTEXT, HEAD_HEIGHT, DiffRows
from guillemet.engine.review import FileReview
from guillemet.engine.text import counted
from guillemet.ui.comments.comment_anchors import draw_balloon
from guillemet.ui.style import style
from guillemet.ui.style.theme import Theme

WIDTH = 10
SMALLEST = 3
"""Pixels a hunk takes at least."""
_BALLOON = WIDTH
"""Pixels, high and wide, of the sign of a comment."""
_FOUND = 2
"""Pixels, high, of the sign of a place that was found."""
_AROUND_HUNK = 2 * CONTEXT + 2
"""Rows of a hunk besides its changed lines: context, bar and fold."""


class Unread(Struct, frozen=True):
    """The rows that a file will have below its head, as far as can be known before."""

    row: int
    """The one behind its head."""
    height: int
    hunks: int
    removes: bool
    adds: bool


def unread_files(document: DiffDocument, rows: DiffRows, reviews: Mapping[str, FileReview]) -> Iterator[Unread]:
    """Yield the files of a document that are unfolded and have no content there."""
    for file, head in zip(document.files, rows.heads, strict=True):
        review = reviews.get(file.path) if file.content is None and not file.is_closed else None
        if review is not None and review.hunks:
            lines = review.added + review.removed if rows.is_unified else max(review.added, review.removed)
            height = review.hunks * _AROUND_HUNK + lines
            yield Unread(head + HEAD_HEIGHT, height, review.hunks, bool(review.removed), bool(review.added))


class Overview(QWidget):
    """Marks hunks in proportion to the rows: removed on the left half, added on the right, moved in its own colour.

    A comment has a balloon, a place that was found a line across.

    Signals: `row_requested(row)` when a place is clicked.
    """

    row_requested = Signal(int)

    def __init__(self, bar: QScrollBar, parent: QWidget) -> None:
        """Follow this scroll bar's part in view."""
        super().__init__(parent)
        self._bar = bar
        self._theme = style.current().theme
        self._count = self._room = 0
        self._marks: Sequence[tuple[int, int, bool, bool]] = ()
        self._rows: DiffRows | None = None
        self._unread: Sequence[Unread] = ()
        self._unread_above: Sequence[int] = (0,)
        """How high the first of them are together, from none of them on."""
        self._moved: MovedLines = {}
        self._comments: Sequence[int] = ()
        self._find_rows: Callable[[], Sequence[int]] = tuple
        self._picture = QPixmap()
        """The marks, drawn."""
        self._drawn: object = None
        self.setFixedWidth(WIDTH)
        self.setAccessibleName("Overview of changes, comments and places found")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip("Where changes, comments and places found are; click to go there")
        bar.valueChanged.connect(self.update)
        bar.rangeChanged.connect(self.update)

    def show_rows(self, rows: DiffRows, unread: Iterable[Unread] = ()) -> None:
        """Show these rows, and between them the files that have none yet."""
        self._count, self._rows, self._unread = len(rows), rows, tuple(unread)
        self._unread_above = tuple(accumulate((one.height for one in self._unread), initial=0))
        hunks = zip(rows.hunk_rows(), rows.hunks, strict=True)
        self._marks = [(row, height, bool(h.old_count), bool(h.new_count)) for (row, height), h in hunks]
        self._drawn = None
        self.update()

    def set_room(self, rows: int) -> None:
        """Set how many rows there is room for beside the strip."""
        if rows != self._room:
            self._room = rows
            self.update()

    def mark_comments(self, rows: Iterable[int]) -> None:
        """Mark these rows, in which comments begin or are folded away."""
        self._comments = sorted(set(rows))
        self.setAccessibleDescription(f"{counted(len(self._comments), 'commented place')}" if self._comments else "")
        self.update()

    def mark_moved(self, moved: MovedLines) -> None:
        """Mark these lines in the colour of moved ones instead."""
        self._moved = moved
        self._drawn = None
        self.update()

    def mark_found(self, find_rows: Callable[[], Sequence[int]]) -> None:
        """Mark the rows in which something was found; which they are is asked when the marks are drawn."""
        self._find_rows = find_rows
        self._drawn = None
        self.update()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        theme, ratio = self._theme, self.devicePixelRatioF()
        key = (self.height(), self._scale(), theme, ratio)
        if key != self._drawn:  # scrolling must not draw ten thousand marks at every step
            self._drawn = key
            self._picture = QPixmap(self.size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._draw_marks(self._picture)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        self._paint_comments(painter)
        if self._bar.maximum() > 0:
            view = QColor(theme.text)
            view.setAlpha(28)
            # The bar counts lines, of which a wrapped row has several.
            share = min(self._count / max(self._bar.maximum() + self._bar.pageStep(), 1), 1)
            top, bottom = (
                self._pixel(round(line * share))
                for line in (self._bar.value(), self._bar.value() + self._bar.pageStep())
            )
            painter.fillRect(QRect(0, top, WIDTH, max(6, bottom - top)), view)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._go(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._bar.event(event)

    def _draw_marks(self, picture: QPixmap) -> None:
        theme = self._theme
        picture.fill(QColor(theme.gutter))
        painter = QPainter(picture)
        half, height, scale = WIDTH // 2, self.height(), self._scale()
        removed, added = list[list[int]](), list[list[int]]()
        drawn = -1
        for place, rows, removes, adds in self._placed_marks():
            top = place * height // scale
            size = max(SMALLEST, (place + rows) * height // scale - top)
            if top + size <= drawn:
                continue  # a thousand hunks on a hundred pixels: one mark a pixel is enough
            drawn = top + size
            for spans in (removed,) * removes + (added,) * adds:
                if spans and top <= spans[-1][1]:
                    spans[-1][1] = drawn
                else:
                    spans.append([top, drawn])
        for left, spans, colour in ((1, removed, theme.removed_mark), (half, added, theme.added_mark)):
            for top, end in spans:
                painter.fillRect(left, top, half - 1, end - top, QColor(colour))
        marks = ((is_old, self._rows.row_of(line, is_old=is_old)) for is_old, line in self._moved if self._rows)
        ends = ((is_old, self._pixel(at), self._pixel(at + 1)) for is_old, at in marks if at is not None)
        for is_old, top, end in dict.fromkeys(ends):
            painter.fillRect(1 if is_old else half, top, half - 1, max(SMALLEST, end - top), QColor(theme.moved_mark))
        found = QColor(theme.warn)  # what lies behind letters can hardly be seen without them
        for top in dict.fromkeys(map(self._pixel, self._find_rows())):
            painter.fillRect(0, top, WIDTH, _FOUND, found)
        painter.end()

    def _placed_marks(self) -> Iterator[tuple[int, int, bool, bool]]:
        """Yield the marks of hunks by their places from the top; those of a file without rows as if they were alike."""
        at = 0
        for row, height, removes, adds in self._marks:
            while at < len(self._unread) and self._unread[at].row <= row:
                yield from self._estimated_marks(at)
                at += 1
            yield row + self._unread_above[at], height, removes, adds
        for rest in range(at, len(self._unread)):
            yield from self._estimated_marks(rest)

    def _estimated_marks(self, at: int) -> Iterator[tuple[int, int, bool, bool]]:
        unread, start = self._unread[at], self._place_of_unread(at)
        step = max(unread.height // unread.hunks, SMALLEST * self._scale() // max(self.height(), 1), 1)
        height = max(unread.height // unread.hunks - _AROUND_HUNK, 1)
        for below in range(0, unread.height, step):
            yield start + below, height, unread.removes, unread.adds

    def _place_of_unread(self, at: int) -> int:
        return self._unread[at].row + self._unread_above[at]

    def _paint_comments(self, painter: QPainter) -> None:
        drawn = -_BALLOON
        for row in self._comments:
            top = min(self._pixel(row), self.height() - _BALLOON)
            if top < drawn + _BALLOON // 2:
                continue  # one on top of the other could not be distinguished
            drawn = top
            draw_balloon(painter, QRect(0, top, WIDTH, _BALLOON), QColor(self._theme.accent), begins=True)

    def _go(self, event: QMouseEvent) -> None:
        if self._count and self.height():
            row = self._row_at(int(event.position().y() * self._scale() / self.height()))
            self.row_requested.emit(max(0, min(row, self._count - 1)))

    def _row_at(self, place: int) -> int:
        """Return the row at a place, or the head of the file that has no rows there."""
        above = bisect_right(range(len(self._unread)), place, key=self._place_of_unread)
        if above and place < self._place_of_unread(above - 1) + self._unread[above - 1].height:
            return self._unread[above - 1].row - HEAD_HEIGHT
        return place - self._unread_above[above]

    def _pixel(self, row: int) -> int:
        above = self._unread_above[bisect_right(self._unread, row, key=lambda one: one.row)] if self._unread else 0
        return (row + above) * self.height() // self._scale()

    def _scale(self) -> int:
        # A short diff is not blown up: its marks stand beside their rows.
        return max(self._count + self._unread_above[-1], self._room, 1)
