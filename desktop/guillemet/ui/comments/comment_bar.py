"""The bar below the editors in which a comment on lines is written."""

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from guillemet.app.chat.comments import Comment, Spot
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.rows import DiffRow, RowKind
from guillemet.ui.comments.comment_anchors import Marks, marks_of, marks_of_row, named, span_of, spot_of
from guillemet.ui.diff.diff_editor import Shows
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.diff.header import Shortened
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button
from guillemet.ui.widgets.fields import DraftBox
from guillemet.ui.widgets.layouts import fill

_REMEMBERED = 50
"""Comments left half-written that come back when one begins on the same lines again."""


class CommentBar(QFrame):
    """Asks what to say of some lines. It belongs to them, whatever the diff shows meanwhile.

    Signals: `keep_requested(Spot, str)`, with an empty text when the comment is to be taken out; `closed()`.
    """

    keep_requested = Signal(object, str)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._spot: Spot | None = None
        self._kept = ""
        self._left: dict[Spot, str] = {}
        self.setProperty("role", "footer")
        self.setAccessibleName("Comment on lines")
        self._build()
        self.hide()

    @property
    def spot(self) -> Spot | None:
        """The lines a comment is being written on; None while the bar is closed."""
        return self._spot

    def open_on(self, spot: Spot, text: str, *, shown: Spot) -> None:
        """Ask what to say of these lines, of which this was said before; `shown` is where they are now.

        What was being written on other lines is kept as their comment.
        """
        if spot != self._spot:
            self._keep_other()
            self._spot, self._kept = spot, text
            self._text.setPlainText(self._left.get(spot, text))
            self._text.moveCursor(QTextCursor.MoveOperation.End)
        self._title.set_text(f"Comment on {named(shown)}")
        self._text.setAccessibleName(f"Comment on {named(shown)}")
        self._remove.setVisible(bool(text))
        self.show()
        around = self.parentWidget()
        if around is not None and (layout := around.layout()) is not None:
            layout.activate()  # so that the caller can see which lines are still in view
        self._text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keep(self) -> None:
        """Keep what is written; nothing written takes the comment out."""
        if self._spot is not None:
            self._close(self._spot, self._text.toPlainText().strip())

    def remove(self) -> None:
        if self._spot is not None:
            self._close(self._spot, "")

    def leave(self) -> None:
        """Put the bar away; what was written comes back when a comment on the same lines is begun again."""
        spot, text = self._spot, self._text.toPlainText()
        if spot is None:
            return
        self._left.pop(spot, None)
        if text.strip() not in ("", self._kept):
            self._left[spot] = text
            if len(self._left) > _REMEMBERED:
                del self._left[next(iter(self._left))]
        self._put_away()

    def _keep_other(self) -> None:
        text = self._text.toPlainText().strip()
        if self._spot is not None and text not in ("", self._kept):
            self.keep_requested.emit(self._spot, text)

    def _close(self, spot: Spot, text: str) -> None:
        self._left.pop(spot, None)
        is_new = text != self._kept
        self._put_away()
        if is_new:
            self.keep_requested.emit(spot, text)

    def _put_away(self) -> None:
        self._spot = None
        self.hide()
        self.closed.emit()

    def _build(self) -> None:
        self._title = Shortened("title", self)
        self._text = DraftBox("What should be different here?", least=2, parent=self)
        self._text.submitted.connect(self.keep)
        self._text.escaped.connect(self.leave)
        self._keep = button(
            "Keep comment",
            "primary",
            parent=self,
            tip="Ctrl+Enter; it goes to the model with all others when you write and send a message",
            clicked=self.keep,
        )
        self._remove = button("Remove", parent=self, clicked=self.remove)
        self._cancel = button("Cancel", "quiet", parent=self, tip="Esc", clicked=self.leave)
        self._text.textChanged.connect(self._show_state)
        row = fill(QHBoxLayout(), self._keep, self._remove, self._cancel, 1, gap=style.TIGHT)
        fill(QVBoxLayout(self), self._title, self._text, row, margins=style.GAP, gap=style.TIGHT)
        self._show_state()

    def _show_state(self) -> None:
        self._keep.setEnabled(bool(self._text.toPlainText().strip()))


class DiffComments(QObject):
    """Joins the editors with the bar a comment is written in."""

    def __init__(self, bar: CommentBar, reading: DiffView, parent: QObject) -> None:
        super().__init__(parent)
        self._bar, self._reading = bar, reading
        self._comments: tuple[Comment, ...] = ()
        self._marks: Marks = {}
        reading.comment_pressed.connect(self.edit)

    def refresh(self) -> None:
        """Mark the lines of the document that is shown now; what is being written stays."""
        self._mark()

    def set_comments(self, comments: tuple[Comment, ...]) -> None:
        self._comments = comments
        self._mark()

    def begin(self) -> None:
        """Comment on the selected lines or the line of the text cursor, or go on with the comment that is there.

        On a fold, its first line is meant, on a bar its hunk.
        """
        editor = self._reading.splitter.cursor_editor
        rows = editor.chosen_rows()
        if all(row.kind is RowKind.FOLD for row in rows) and rows and rows[0].new is not None:
            self._reading.enter_fold(rows[0])  # what is typed next is meant as a comment
            editor = self._reading.splitter.cursor_editor
            rows = editor.chosen_rows()
        elif len(rows) == 1 and rows[0].kind is RowKind.BAR:
            rows = self._reading.chosen_rows(rows[0].hunk)
        self._begin_on(rows, is_before=editor.shows is Shows.OLD)

    def begin_on_hunk(self, hunk: int) -> None:
        """Comment on the lines of this hunk, or go on with the comment that is there."""
        self._begin_on(self._reading.chosen_rows(hunk), is_before=False)

    def _begin_on(self, rows: Sequence[DiffRow], *, is_before: bool) -> None:
        document = self._reading.document
        content = document.files[document.file_of(rows[0])].shown if rows else DiffContent.nothing()
        of_file = [document.local(row) for row in rows if document.files[document.file_of(row)].shown is content]
        spot = spot_of(content, of_file, is_before=is_before)
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
        if self._reading.has_diff:
            lines = span_of(self._content(spot.path), spot)
            self._reading.show_lines(spot.path, lines, is_old=spot.is_old)

    def _content(self, path: str) -> DiffContent:
        """Return what is shown of a file."""
        document = self._reading.document
        number = document.number(path)
        return DiffContent.nothing() if number is None else document.files[number].shown

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
        content = self._content(spot.path)
        span = span_of(content, spot) if content.path else range(0)
        if not span:
            return spot
        side = content.old if spot.is_old else content.new
        first = side.number(span[0])
        return replace(spot, first=first, last=first + spot.last - spot.first)

    def _mark(self) -> None:
        document = self._reading.document
        commented = {comment.spot.path for comment in self._comments}
        self._marks = {
            (is_old, line + (span.old if is_old else span.new)): mark
            for file, span in zip(document.files, document.spans, strict=True)
            if file.path in commented and file.shown.path
            for (is_old, line), mark in marks_of(file.shown, self._comments).items()
        }
        self._reading.mark_comments(self._marks)
