"""What stands at the left of the text of a diff: the gutter.

− removed, + added, ⋯ folded, a balloon where a comment begins and a line along the others it is on, a ring at lines
that the user wrote since the reply.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.rows import STEP, DiffRow, RowKind, Unfolding
from guillemet.engine.text import counted
from guillemet.ui.comments.comment_anchors import CommentMark, Marks, draw_balloon, marks_of_row, reported
from guillemet.ui.diff.diff_editor import DiffEditor
from guillemet.ui.diff.formatting import fade
from guillemet.ui.diff.visible_rows import VisibleRow, rows_at
from guillemet.ui.shortcuts import with_keys_in_force
from guillemet.ui.style import style
from guillemet.ui.wording import MINUS, plain_tip

PAD = 6
_OF_BALLOON = 0.75
"""Width that is kept for the sign of a comment, as a part of the height of a line."""
_RING = 2.5
"""Radius in pixels of the sign of a line of the user's own."""
_STEP_WIDTH = 14
"""Pixels of the sign that shows more of one end of a fold."""
OWN_LINE = "Changed by you since the reply."
_SELECTS = "Selects the line; drag for several. {ACCEPT_PART} accepts the selected lines, {REJECT_PART} rejects them."
PIECE = "↳"
"""Stands for the number of a further piece of a broken line."""
_AT_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_AT_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class LineNumbers(QWidget):
    """Stands in the left margin of its editor and scrolls with it."""

    def __init__(self, editor: QPlainTextEdit) -> None:
        super().__init__(editor)
        self._editor = editor
        self._margin = 0
        self.setAccessibleName("Line numbers")
        editor.updateRequest.connect(self._follow)

    def place(self) -> None:
        """Stand where the editor's margin is: a new style sheet gives this other letters, until they are set again."""
        inside = self._editor.contentsRect()
        self.setGeometry(QRect(inside.left(), inside.top(), self._margin, inside.height()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._editor.wheelEvent(event)

    def _follow(self, box: QRect, dy: int) -> None:
        if dy:
            self.scroll(0, dy)
        elif self._editor.viewport().updatesEnabled():
            self.update(0, box.y(), self.width(), box.height())


class Gutter(LineNumbers):
    """The line numbers of a diff, with the signs of its rows.

    Signals: `comment_pressed(Comment)` when the mark of one was; `moved_pressed(MoveEnd)` when a moved line was.
    """

    comment_pressed = Signal(object)
    moved_pressed = Signal(object)
    _editor: DiffEditor

    def __init__(self, editor: DiffEditor) -> None:
        super().__init__(editor)
        self._measured: DiffContent | None = None
        self._last = 0
        """The last line number in the content that was measured."""
        self._marks: Marks = {}
        self._began: int | None = None
        """The row that the button of the mouse was pressed at, and is still held."""
        self._selects = False
        """Whether lines are being selected since."""
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        editor.resized.connect(self.place)
        editor.refilled.connect(self.fit)
        editor.hunk_marked.connect(self._mark_hunk)

    def fit(self) -> None:
        """Take the width that the numbers and letters of the editor need."""
        self.setFont(self._editor.font())
        if self._width() != self._margin:
            self._margin = self._width()
            self._editor.set_margin(self._margin)
            self.place()
        self.update()

    def set_marks(self, marks: Marks) -> None:
        self._marks = {place: mark for place, mark in marks.items() if place[0] in self._editor.shows.sides}
        count = len({comment for mark in self._marks.values() for comment in mark.comments})
        self.setAccessibleDescription(counted(count, "comment") if count else "")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        editor, theme = self._editor, self._editor.theme
        seen, width = rows_at(editor.visible_rows(), event.region()), self.width()
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(theme.gutter))
        for visible in seen:
            self._paint_marks(painter, QRect(0, visible.top, width, visible.height), visible.shown)
        self._paint_text(painter, seen)
        for visible in seen:
            if visible.shown.kind is RowKind.FOLD:
                box = QRect(0, visible.top, width, visible.height)
                (self._draw_steps if _has_steps(visible.shown) else self._draw_fold)(painter, box)
        painter.setPen(QColor(theme.border))
        painter.drawLine(width - 1, 0, width - 1, self.height())
        for visible in seen:
            if visible.shown.inset is not None and visible.shown.inset.is_wide:  # which hides the border, too
                painter.fillRect(QRect(0, visible.top, width, visible.height), QColor(theme.pane))
        painter.end()
        fade(self, seen, editor.content.left_out, theme.pane, left=style.BAR)

    def _paint_marks(self, painter: QPainter, box: QRect, row: DiffRow) -> None:
        """Paint the background of a row, the bar of a marked or current one, and the balloon of a comment."""
        editor, theme = self._editor, self._editor.theme
        if band := editor.band(row):
            painter.fillRect(box, QColor(band))
        is_current = row.hunk is not None and row.hunk == editor.hunk
        if bar := theme.warn if editor.is_marked(row) else theme.accent if is_current else "":
            painter.fillRect(0, box.top(), style.BAR, box.height(), QColor(bar))
        mark = self._mark(row) if self._marks else None
        if mark is not None:
            balloon = QRect(1, box.top(), style.BAR + self._mark_width() - 1, box.height())
            draw_balloon(painter, balloon, QColor(theme.accent), begins=mark.begins or row.kind is RowKind.FOLD)
        elif editor.is_own(row):
            self._draw_own(painter, box.top())

    def _paint_text(self, painter: QPainter, rows: Sequence[VisibleRow]) -> None:
        """Paint the line numbers and the signs of rows, on the baselines of their first lines."""
        metrics, theme = self.fontMetrics(), self._editor.theme
        letter, line = metrics.horizontalAdvance("0"), metrics.height()
        lines = [(row.shown, row.baseline - metrics.ascent(), line) for row in rows if row.shown.has_line]
        left, column = style.BAR + self._mark_width(), self._digits() * letter
        content = self._editor.content
        painter.setPen(QColor(theme.gutter_text))
        for is_old in self._sides:
            side = content.old if is_old else content.new
            for row, top, height in lines if side.lines else ():
                place = row.old if is_old else row.new
                if place is not None and row.has_line:
                    number = side.number(place)
                    painter.drawText(QRect(left, top, column, height), _AT_RIGHT, str(number) if number else PIECE)
            left += column + PAD
        painter.setPen(QColor(theme.text))
        left = self.width() - letter - PAD
        for row, top, height in lines:
            if row.is_changed and (sign := self._sign(row)):
                painter.drawText(QRect(left, top, letter + PAD, height), _AT_LEFT, sign)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self._editor.index_at(round(event.position().y()))
        if event.buttons() & Qt.MouseButton.LeftButton and index is not None:
            self._select_to(index)
            return
        row = None if index is None else self._editor.rows[index]
        mark, moved = (None, "") if row is None else (self._mark(row), self._editor.moved_words(row))
        words = moved and with_keys_in_force(f"M{moved[1:]} ({{GO_TO_OTHER_END}})")
        self.setToolTip(plain_tip(words if mark is None else reported(mark)))
        how = self._unfolding(event, row)
        if row is not None and row.is_changed and row.has_line and mark is None and not moved:
            self.setToolTip(with_keys_in_force(_SELECTS))
        if row is not None and self._editor.is_own(row) and mark is None:
            self.setToolTip("\n".join(filter(None, (OWN_LINE, self.toolTip()))))
        if how is not Unfolding.ENDS:
            self.setToolTip(f"{how} (Ctrl+{'Down' if how is Unfolding.TOP else 'Up'})")
        can_press = (
            mark is not None or bool(moved) or (row is not None and (row.is_changed or row.kind is RowKind.FOLD))
        )
        self.setCursor(Qt.CursorShape.PointingHandCursor if can_press else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self._editor.index_at(round(event.position().y()))
        if event.button() is Qt.MouseButton.LeftButton and row is not None:
            chosen, goes_on = self._editor.chosen_rows(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._began = (chosen.start if row >= chosen.start else chosen.stop - 1) if goes_on else row
            self._selects = goes_on
            self._select_to(row)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._editor.contextMenuEvent(event)

    def _select_to(self, row: int) -> None:
        """Select the lines from where the press began to this row, once more than a press is meant."""
        if self._began is not None and (self._selects or row != self._began):
            self._selects = True
            self._editor.select_rows(range(min(self._began, row), max(self._began, row) + 1))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        mark, y = self._mark_at(event), round(event.position().y())
        row, index = self._editor.row_at(y), self._editor.index_at(y)
        if index is not None:
            self._select_to(index)
        began, selects, self._began, self._selects = self._began, self._selects, None, False
        if selects or event.button() is not Qt.MouseButton.LeftButton:
            return
        if mark is not None and row is not None and row.has_line:
            self.comment_pressed.emit(mark.comments[0])
        elif row is not None and (end := self._editor.other_end(row)) is not None:
            self.moved_pressed.emit(end)
        elif row is not None and row.has_line and began is not None:
            self._editor.select_rows(range(began, began + 1))
        else:
            self._editor.open_fold_at(y, self._unfolding(event, row))

    def _mark_hunk(self, before: object, now: object) -> None:
        for visible in self._editor.visible_rows():
            if visible.shown.hunk is not None and visible.shown.hunk in (before, now):
                self.update(0, visible.top, self.width(), visible.height)

    def _digits(self) -> int:
        content = self._editor.content
        if content is not self._measured:
            self._measured = content
            # Of both sides, or the text of one would begin further right than that of the other.
            self._last = max(content.old.last_number, content.new.last_number)
        return max(3, len(str(self._last)))

    def width_for(self, sides: int) -> int:
        """Return how wide it is with the numbers of so many sides."""
        letter = self.fontMetrics().horizontalAdvance("0")
        column = self._digits() * letter + PAD
        return style.BAR + self._mark_width() + column * sides + letter + PAD

    def _width(self) -> int:
        return self.width_for(len(self._sides))

    @property
    def _sides(self) -> tuple[bool, ...]:
        """The sides whose numbers have a column: a file as it stands has one side, in whatever look."""
        sides = self._editor.shows.sides
        return sides if self._editor.content.is_compared else sides[-1:]

    def _mark_width(self) -> int:
        """Return the room for balloons, which is kept without any: the first comment moves no code."""
        return round(self.fontMetrics().height() * _OF_BALLOON)

    def _mark(self, row: DiffRow) -> CommentMark | None:
        found = (marks_of_row(self._marks, row, is_old=is_old) for is_old in self._editor.shows.sides)
        return next((mark for mark in found if mark is not None), None)

    def _mark_at(self, event: QMouseEvent) -> CommentMark | None:
        row = self._editor.row_at(round(event.position().y()))
        return None if row is None else self._mark(row)

    def _draw_own(self, painter: QPainter, top: int) -> None:
        """Draw a ring, in the room for balloons, where the user wrote the line since the reply."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._editor.theme.gutter_text), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(
            QPointF(style.BAR + self._mark_width() / 2, top + self.fontMetrics().height() / 2), _RING, _RING
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)

    def _draw_fold(self, painter: QPainter, box: QRect) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._editor.theme.gutter_text))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        centre = QPointF(box.right() - PAD - 8, box.center().y() + 0.5)
        for step in (-5, 0, 5):
            painter.drawEllipse(centre + QPointF(step, 0), 1.3, 1.3)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)

    def _draw_steps(self, painter: QPainter, box: QRect) -> None:
        """Draw a triangle for each end of a fold."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._editor.theme.gutter_text))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for at, up in enumerate((1, -1)):
            centre = QPointF(style.BAR + _STEP_WIDTH * (at + 0.5), box.center().y() + 0.5)
            corners = ((-4, 2 * up), (4, 2 * up), (0, -3 * up))
            painter.drawPolygon([centre + QPointF(x, y) for x, y in corners])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)

    def _unfolding(self, event: QMouseEvent, row: DiffRow | None) -> Unfolding:
        """Return what a press here shows of a fold: more of its bottom, of its top, or of both."""
        x = event.position().x() - style.BAR
        if row is None or not _has_steps(row) or x >= 2 * _STEP_WIDTH:
            return Unfolding.ENDS
        return Unfolding.BOTTOM if x < _STEP_WIDTH else Unfolding.TOP

    def _sign(self, row: DiffRow) -> str:
        """Return the sign of a changed row; empty where this side has no line."""
        place = self._editor.shows.place(row)
        if place is None:
            return ""
        return MINUS if place[0] else "+"


def _has_steps(row: DiffRow) -> bool:
    """Whether more of either end of a fold can be shown, and not only all of it."""
    return row.kind is RowKind.FOLD and row.gap is not None and row.count > STEP
