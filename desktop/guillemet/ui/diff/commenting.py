"""Commenting in the diff: which lines are meant, what is said of them already, and where the marks are."""

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor

from guillemet.app.chat.comments import Comment, Spot
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.rows import DiffRow, RowKind
from guillemet.ui.diff.comment_anchors import Marks, marks_of, marks_of_row, span_of, spot_of
from guillemet.ui.diff.comment_bar import CommentBar
from guillemet.ui.diff.diff_editor import DiffEditor
from guillemet.ui.diff.diff_side import Shows
from guillemet.ui.diff.diff_view import DiffView


class DiffComments(QObject):
    """Joins the sheets with the bar a comment is written in.

    Signals: `comment_requested(Spot, str)`, with an empty text when a comment is to be taken out.
    """

    comment_requested = Signal(object, str)

    def __init__(self, bar: CommentBar, reading: DiffView, parent: QObject) -> None:
        super().__init__(parent)
        self._bar, self._reading = bar, reading
        self._content = DiffContent.nothing()
        self._comments: tuple[Comment, ...] = ()
        self._marks: Marks = {}
        bar.keep_requested.connect(self.comment_requested)
        reading.comment_pressed.connect(self.edit)

    def set_content(self, content: DiffContent) -> None:
        """Mark the lines of this content; what is being written stays."""
        self._content = content
        self._mark()

    def set_comments(self, comments: tuple[Comment, ...]) -> None:
        """Mark the lines of these comments."""
        self._comments = comments
        self._mark()

    def begin(self) -> None:
        """Comment on the selected lines or the line of the text cursor, or go on with the comment that is there.

        On a fold, its first line is meant.
        """
        sheet = self._reading.spread.cursor_sheet
        rows = _chosen_rows(sheet)
        if all(row.kind is RowKind.FOLD for row in rows) and rows and rows[0].new is not None:
            self._reading.go_to_line(rows[0].new)  # opens the fold: what is typed next is meant as a comment
            sheet = self._reading.spread.cursor_sheet
            rows = _chosen_rows(sheet)
        spot = spot_of(self._content, rows, is_before=sheet.shows is Shows.OLD)
        if spot is None:
            return
        there = self._there(rows, spot)
        if there is not None:
            self.edit(there)
        else:
            self._open(spot, "", shown=spot)

    def edit(self, comment: Comment) -> None:
        """Go on with a comment."""
        self._open(comment.spot, comment.text, shown=self._now(comment.spot))

    def _open(self, spot: Spot, text: str, *, shown: Spot) -> None:
        self._bar.open_on(spot, text, shown=shown)
        if spot.path == self._content.path and self._reading.has_diff:
            self._bring_into_view(span_of(self._content, spot), is_old=spot.is_old)

    def _bring_into_view(self, span: range, *, is_old: bool) -> None:
        """Scroll to the last of these lines unless it is in view; a fold it is in is opened."""
        if not span:
            return
        spread = self._reading.spread
        row = spread.rows.row_of(span[-1], is_old=is_old)
        if row is None and not is_old:
            self._reading.go_to_line(span[-1])
        elif row is not None and all(visible.row != row for visible in spread.visible_rows()[:-1]):
            spread.go_to(row)

    def _there(self, rows: Sequence[DiffRow], spot: Spot) -> Comment | None:
        """Return the comment on just these lines, or the one that the only line is among the lines of."""
        mark = marks_of_row(self._marks, rows[0], is_old=spot.is_old)
        for comment in mark.comments if mark else ():
            now = self._now(comment.spot)
            if now == spot or len(rows) == 1:
                return comment
        return None

    def _now(self, spot: Spot) -> Spot:
        """Return the spot with the line numbers it has in the content that is shown."""
        span = span_of(self._content, spot) if spot.path == self._content.path else range(0)
        if not span:
            return spot
        side = self._content.old if spot.is_old else self._content.new
        first = side.number(span[0])
        return replace(spot, first=first, last=first + spot.last - spot.first)

    def _mark(self) -> None:
        self._marks = marks_of(self._content, self._comments)
        self._reading.mark_comments(self._marks)


def _chosen_rows(sheet: DiffEditor) -> list[DiffRow]:
    """Return the rows of the selection, or that of the text cursor."""
    cursor = sheet.textCursor()
    first, last = QTextCursor(cursor), QTextCursor(cursor)
    first.setPosition(cursor.selectionStart())
    last.setPosition(cursor.selectionEnd())
    start, end = first.blockNumber(), last.blockNumber()
    if end > start and last.atBlockStart():
        end -= 1  # nothing of that line is selected
    return [sheet.rows[row] for row in range(start, min(end + 1, len(sheet.rows)))]
