"""Where a reader is, in words that hold for other rows of the same files, too."""

from typing import NamedTuple

from guillemet.engine.diff.document import DiffDocument
from guillemet.engine.diff.insets import Place
from guillemet.engine.diff.rows import FoldState, RowKind
from guillemet.ui.diff.diff_splitter import DiffSplitter
from guillemet.ui.diff.insets.stops import stop_at_inset


class Anchor(NamedTuple):
    """A row, in words that hold for other rows, too."""

    place: Place
    kind: RowKind
    below: int = 0
    """How many lines below the top of the view it stands."""
    inset: str = ""
    """The key of the inset it is."""


class ReadingPlace(NamedTuple):
    """What was in view, and how much of it was unfolded."""

    document: DiffDocument
    folding: FoldState
    hunk: int | None
    top: Anchor | None
    cursor: Anchor | None


def anchor_of_row(splitter: DiffSplitter, document: DiffDocument, index: int) -> Anchor | None:
    """Return the anchor of a row; None for one that is of no file."""
    row = splitter.rows[index] if index < len(splitter.rows) else None
    place = None if row is None else document.place_of(row)
    if row is None or place is None:
        return None
    return Anchor(place, row.kind, splitter.lines_above(index), "" if row.inset is None else row.inset.key)


def anchor_at_top(splitter: DiffSplitter, document: DiffDocument, *, of_line: bool = False) -> Anchor | None:
    """Return the row at the top, or the first one in view that shows a line."""
    top, at_top = splitter.top_index(), None
    for index in range(top, min(top + len(splitter.visible_rows()), len(splitter.rows))):
        anchor = anchor_of_row(splitter, document, index)
        if anchor is not None and (splitter.rows[index].has_line or not (of_line or anchor.inset)):
            return anchor
        at_top = at_top or anchor
    return None if of_line else at_top  # insets only


def row_like(splitter: DiffSplitter, document: DiffDocument, anchor: Anchor) -> int:
    """Return the row that shows the same line now, or the fold or the head of the file that hides it."""
    rows, place = splitter.rows, anchor.place
    inset = stop_at_inset(splitter, anchor.inset) if anchor.inset else None
    if inset is not None:
        return inset.row
    line = document.line_of(place)
    row = None if line is None else rows.row_or_fold(line, is_old=place.is_old)
    if row is None:
        number = document.number(place.path)
        return 0 if number is None else rows.heads[number]
    hunk = rows[row].hunk if anchor.kind is RowKind.BAR else None
    return row if hunk is None else rows.bar_row(hunk)
