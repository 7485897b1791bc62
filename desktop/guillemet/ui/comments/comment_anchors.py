"""Which lines of the file a comment or a decision is on: from rows to those lines, and back to the lines shown."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from guillemet.app.chat.comments import Comment, CommentedLines, line_of
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.rows import DiffRow, DiffRows, RowKind
from guillemet.ui.wording import seen

_WIDTH = 2


def draw_balloon(painter: QPainter, box: QRect, colour: QColor, *, begins: bool) -> None:
    """Draw a speech balloon where a comment begins, or the line along the further lines it is on."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    size = min(box.width(), box.height()) * 0.72
    centre = QRectF(box).center()
    if begins:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPath(_balloon(centre, size))
    else:
        painter.setPen(QPen(colour, _WIDTH))
        painter.drawLine(QPointF(centre.x(), box.top()), QPointF(centre.x(), box.bottom() + 1))
    painter.restore()


def _balloon(centre: QPointF, size: float) -> QPainterPath:
    body = QRectF(0, 0, size, size * 0.72)
    body.moveCenter(QPointF(centre.x(), centre.y() - size * 0.1))
    path = QPainterPath()
    path.addRoundedRect(body, size * 0.2, size * 0.2)
    left, bottom = body.left() + size * 0.2, body.bottom()
    tail = QPainterPath(QPointF(left, bottom - size * 0.1))
    tail.lineTo(left, bottom + size * 0.26)
    tail.lineTo(left + size * 0.34, bottom - size * 0.1)
    return path.united(tail)


STALE = "comment without lines"
"""Begins the keys of the insets of comments whose lines are not shown, as where they have changed."""


class CommentMark(Struct, frozen=True):
    """What a shown line has of comments."""

    comments: tuple[Comment, ...]
    """The one on the fewest lines first."""
    begins: bool
    """One of them begins here."""


Marks = Mapping[tuple[bool, int], CommentMark]
"""The marks of shown lines, by (is old, line counted from 0)."""


def spot_of(content: DiffContent, rows: Sequence[DiffRow], *, is_before: bool) -> CommentedLines | None:
    """Return the lines these rows show; None when they show none.

    The new lines count, where there are any. `is_before` tells that the user is on the old side, where they count only
    if nothing changes there.
    """
    shown = [row for row in rows if row.has_line]
    is_changed = any(row.is_changed for row in shown)
    new = [] if is_before and is_changed else _lines(shown, is_old=False)
    lines = new or _lines(shown, is_old=True)
    if not lines:
        return None
    is_old = not new
    side = content.old if is_old else content.new
    first, last = side.number_in_file(min(lines)), side.number_in_file(max(lines))
    source = content.lines_in_file(is_old=is_old)
    return CommentedLines(content.path, first, last, tuple(source[first - 1 : last]), is_old)


def _lines(rows: Iterable[DiffRow], *, is_old: bool) -> list[int]:
    return [line for row in rows if (line := row.old if is_old else row.new) is not None]


def marks_of(content: DiffContent, comments: Iterable[Comment]) -> dict[tuple[bool, int], CommentMark]:
    """Return the marks of the shown lines; a comment whose lines are gone, or of another file, makes none."""
    of_file = [comment for comment in comments if comment.spot.path == content.path]
    of_file.sort(key=lambda comment: len(comment.spot.lines))
    marks: dict[tuple[bool, int], CommentMark] = {}
    for comment in of_file:
        span = span_of(content, comment.spot)
        for line in span:
            key = comment.spot.is_old, line
            old = marks.get(key, CommentMark((), begins=False))
            marks[key] = CommentMark((*old.comments, comment), begins=old.begins or line == span[0])
    return marks


def span_of(content: DiffContent, spot: CommentedLines) -> range:
    """Return the shown lines of a spot, counted from 0; none when its lines are gone."""
    line = line_of(spot, content.lines_in_file(is_old=spot.is_old))
    if line is None:
        return range(0)
    side, after = content.old if spot.is_old else content.new, line + len(spot.lines)
    return range(side.first_shown(line), side.first_shown(after))


def marks_of_row(marks: Marks, row: DiffRow, *, is_old: bool) -> CommentMark | None:
    """Return what this side of a row has of comments; a fold has those of the lines in it."""
    line = row.old if is_old else row.new
    if line is None or not marks or row.kind in (RowKind.BAR, RowKind.INSET):
        return None
    if row.kind is not RowKind.FOLD:
        return marks.get((is_old, line))
    lines = sorted(at for old, at in marks if old is is_old)
    at = bisect_left(lines, line)
    return marks[is_old, lines[at]] if at < len(lines) and lines[at] < line + row.count else None


def marks_on(marks: Marks, row: DiffRow) -> CommentMark | None:
    """Return what a row has of comments, the new side first."""
    return marks_of_row(marks, row, is_old=False) or marks_of_row(marks, row, is_old=True)


def commented_rows(marks: Marks, rows: DiffRows) -> list[int]:
    """Return the rows in which comments begin, for those in a fold, the fold; and those of comments without lines."""
    begun = (place for place, mark in marks.items() if mark.begins)
    found = [row for is_old, line in begun if (row := rows.row_or_fold(line, is_old=is_old)) is not None]
    return found + [row for row, inset in rows.inset_rows() if inset.key.startswith(STALE)]


def spoken(marks: Marks, row: DiffRow) -> str:
    """Return what is added to a row's place in words: ", commented", or nothing."""
    return ", commented" if marks_on(marks, row) else ""


def named(spot: CommentedLines) -> str:
    """Return such as "src/total.py, lines 12 to 14"."""
    return f"{seen(spot.path)}, {lines_of(spot)}"


def lines_of(spot: CommentedLines) -> str:
    """Return such as "lines 12 to 14"."""
    lines = f"line {spot.first:,}" if spot.first == spot.last else f"lines {spot.first:,} to {spot.last:,}"
    return f"{lines}{' before the change' if spot.is_old else ''}"


def reported(mark: CommentMark) -> str:
    """Return what a tooltip says of a line's comments."""
    return "\n\n".join(seen(comment.text) for comment in mark.comments)
