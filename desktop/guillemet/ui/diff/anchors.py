"""Where a reader is, in words that hold for other rows of the same files, too, and where to go on after a decision."""

from collections.abc import Collection
from pathlib import PurePosixPath
from typing import NamedTuple

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.document import DiffDocument
from guillemet.engine.diff.insets import Place
from guillemet.engine.diff.rows import FoldState, RowKind
from guillemet.engine.review import FileTexts
from guillemet.ui.diff.diff_editor import DiffEditor
from guillemet.ui.diff.diff_splitter import DiffSplitter
from guillemet.ui.diff.insets.stops import stop_at_inset
from guillemet.ui.wording import seen, shortened


class LineOnScreen(NamedTuple):
    """A line of a file, and where it is seen."""

    line: int
    """Counted from 0."""
    top: int | None
    """In pixels from the top of the screen; None while it is out of view."""


def line_on_screen(splitter: DiffSplitter, content: DiffContent, hunk: int | None) -> LineOnScreen:
    """Return the new line of the text cursor, or where that is in none the first of this hunk."""
    row, view = splitter.cursor_row(), splitter.main.viewport()
    line = row.new if row is not None and row.has_line else None
    if line is None and hunk is not None:
        line = content.hunks[hunk].new_start
    tops = (visible.top for visible in splitter.visible_rows() if visible.shown.new == line)
    top = next((view.mapToGlobal(QPoint(0, top)).y() for top in tops if line is not None), None)
    return LineOnScreen(content.new.number_in_file(line or 0) - 1, top)


class Anchor(NamedTuple):
    """A row, in words that hold for other rows, too."""

    place: Place
    kind: RowKind
    below: int = 0
    """How many lines below the top of the view it stands."""
    inset: str = ""
    """The key of the inset it is."""
    selected: "Selection | None" = None
    """What is selected up to this row, the text cursor's."""


class Selection(NamedTuple):
    """What is selected in an editor, from one row to that of the text cursor."""

    editor: DiffEditor
    begun: Anchor
    """The row in which it was begun."""
    columns: tuple[int, int]
    """Where in its two rows, in UTF-16 units."""
    lines: tuple[str, ...]
    """What its rows say. Qt takes 20 ms to give 30,000 of them as a text."""
    changed: int
    """How many changed lines are selected."""


class ReadingPlace(NamedTuple):
    """What was in view, and how much of it was unfolded."""

    document: DiffDocument
    folding: FoldState
    hunk: int | None
    top: Anchor | None
    cursor: Anchor | None


def place_in(document: DiffDocument, place: ReadingPlace) -> ReadingPlace:
    """Return a place as one of another document, which may have more files or fewer; rows of no file there are None."""
    before, hunk = place.document, place.hunk
    if before is document:
        return place
    if hunk is not None:
        content, number = before.hunk_of_file(hunk)
        file = document.number(content.path)
        is_same = file is not None and document.files[file].shown is content  # its hunks may be alike
        first = 0 if file is None else document.spans[file].first_hunk
        hunk = first + number if is_same else document.hunk_of_text(before.text_of_hunk(hunk))
    top, cursor = (
        None if anchor is None or document.number(anchor.place.path) is None else anchor
        for anchor in (place.top, place.cursor)
    )
    return ReadingPlace(document, document.folding_like(place.folding, before), hunk, top, cursor)


def anchor_of_row(splitter: DiffSplitter, document: DiffDocument, index: int) -> Anchor | None:
    """Return the anchor of a row; None for one that is of no file."""
    row = splitter.rows[index] if index < len(splitter.rows) else None
    place = None if row is None else document.place_of(row)
    if row is None or place is None:
        return None
    return Anchor(place, row.kind, splitter.lines_above(index), "" if row.inset is None else row.inset.key)


def cursor_anchor(splitter: DiffSplitter, document: DiffDocument) -> Anchor | None:
    """Return the row of the text cursor, with what is selected there, unless that is the current search hit."""
    editor = next((each for each in splitter.cursor_first if each.textCursor().hasSelection()), splitter.cursor_editor)
    cursor = editor.textCursor()
    begun, ended = (editor.document().findBlock(at) for at in (cursor.anchor(), cursor.position()))
    anchor = anchor_of_row(splitter, document, ended.blockNumber())
    if anchor is None or splitter.selected_rows is None:
        return anchor
    first = anchor_of_row(splitter, document, begun.blockNumber())
    columns = cursor.anchor() - begun.position(), cursor.position() - ended.position()
    if first is None:
        return anchor
    lines = splitter.lines_between(editor, begun.blockNumber(), ended.blockNumber())
    return anchor._replace(selected=Selection(editor, first, columns, lines, splitter.selected.count))


def select_again(splitter: DiffSplitter, document: DiffDocument, cursor: Anchor) -> None:
    """Select in other rows what was selected, unless its rows or the number of changed lines in it are others now."""
    selected = cursor.selected
    if selected is None or selected.editor not in splitter.editors:
        return
    editor, row, begun = selected.editor, *(row_like(splitter, document, one) for one in (cursor, selected.begun))
    editor.put_cursor(begun, selected.columns[0], to=(row, selected.columns[1]))
    lines = splitter.lines_between(editor, begun, row)
    if editor.blockCount() <= max(begun, row) or (lines, splitter.selected.count) != (selected.lines, selected.changed):
        editor.put_cursor(row)


def select_to_end(splitter: DiffSplitter, document: DiffDocument) -> str:
    """Select from the text cursor to the last row, also of those that are not filled in yet.

    The lines of files of which there is the head only are not there to be selected: it ends above these, as is said.
    """
    editor, rows = splitter.cursor_editor, splitter.rows
    cursor = editor.textCursor()
    begun = editor.document().findBlock(cursor.anchor())
    row, column = begun.blockNumber(), cursor.anchor() - begun.position()
    below = range(rows.file_of(row) + 1, len(document.files)) if rows.runs else ()
    unread = next((number for number in below if document.files[number].content is None), None)
    if unread is None:
        splitter.enter_last()
        last, words = len(rows) - 1, ""
    else:  # where one is, or other files would have rows, and these be lost
        last, name = rows.heads[unread] - 1, shortened(seen(PurePosixPath(document.files[unread - 1].path).name))
        splitter.put_cursor(last)
        words = f"Selected to the end of {name}. The files below it have no lines here yet: go there first."
    editor.put_cursor(row, column, to=(last, editor.document().findBlockByNumber(last).length()))
    return words


def anchor_of_cursor(splitter: DiffSplitter, document: DiffDocument) -> Anchor | None:
    """Return the row of the text cursor while it is in view."""
    cursor = splitter.cursor_editor.textCursor().blockNumber()
    is_seen = any(visible.row == cursor for visible in splitter.visible_rows())
    return cursor_anchor(splitter, document) if is_seen else None


def anchor_of_pointer(splitter: DiffSplitter, document: DiffDocument) -> Anchor | None:
    """Return the row under the pointer; None while that is elsewhere."""
    at = QCursor.pos()
    under = QApplication.widgetAt(at)
    if under is None or not splitter.isAncestorOf(under):
        return None
    y = splitter.main.viewport().mapFromGlobal(at).y()
    row = next((one.row for one in splitter.visible_rows() if one.top <= y < one.top + one.height), None)
    if row is None or row >= len(splitter.rows):
        return None
    if splitter.rows[row].kind is RowKind.HEAD:
        row = splitter.rows.heads[splitter.rows.file_of(row)]
    return anchor_of_row(splitter, document, row)


def anchor_of_reader(splitter: DiffSplitter, document: DiffDocument, *, moved_from: QPoint | None) -> Anchor | None:
    """Return the row under the pointer if that moved from there, else that of the text cursor if it is in view."""
    pointed = anchor_of_pointer(splitter, document) if QCursor.pos() != moved_from else None
    return pointed or anchor_of_cursor(splitter, document)


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


def row_in_place(splitter: DiffSplitter, document: DiffDocument, anchor: Anchor | None) -> int:
    """Return the row that is to stand where the anchor's did, the first one for None; for a lost inset the next one."""
    if anchor is None:
        return 0
    row = row_like(splitter, document, anchor)
    is_lost = bool(anchor.inset) and splitter.rows[row].has_line  # that it stood below
    return min(row + 1, len(splitter.rows) - 1) if is_lost else row


def anchor_followed(anchor: Anchor, before: DiffDocument, now: DiffDocument) -> Anchor:
    """Return the anchor of the same row in a later document, where lines above it may have come or gone."""
    selected = anchor.selected
    if selected is not None:
        selected = selected._replace(begun=anchor_followed(selected.begun, before, now))
    return anchor._replace(place=next(now.followed([anchor.place], before)), selected=selected)


class ExpectedDecision(NamedTuple):
    """A decision whose outcome is not shown yet."""

    place: Place
    """Where the hunk begins."""
    texts: FileTexts
    """What it is about: the outcome has other ones."""
    number: int
    """Of the hunk in its file, which it keeps."""
    below: int | None
    """How many lines below the top of the view its bar stood when a button of that was pressed; None for a key."""


class PendingDecision:
    """The decision on a hunk that was asked for, until its outcome is shown."""

    def __init__(self) -> None:
        self._expected: ExpectedDecision | None = None

    @property
    def is_begun(self) -> bool:
        """Whether there is one."""
        return self._expected is not None

    def begin(self, document: DiffDocument, hunk: int, *, below: int | None) -> None:
        """Record that this hunk is being decided: once it is, the reader goes on behind it."""
        content, number = document.hunk_of_file(hunk)
        path = document.files[document.file_of_hunk(hunk)].path
        place = Place(path, is_old=False, line=content.hunks[number].new_start)
        self._expected = ExpectedDecision(place, content.texts, content.numbers[number].first, below)

    def forget(self) -> None:
        """Drop the decision: it was not carried out."""
        self._expected = None

    def forget_in(self, decided: Collection[str]) -> None:
        """Drop the decision where its file is decided as a whole: one that is rejected has the same texts as before."""
        if self._expected is not None and self._expected.place.path in decided:
            self._expected = None

    def hunk(self, document: DiffDocument) -> int | None:
        """Return the hunk that is being decided."""
        return None if self._expected is None else document.hunk_behind(self._expected.place)

    def take_outcome(self, document: DiffDocument, *, keep_place: bool) -> ExpectedDecision | None:
        """Return the decision on a hunk if this document shows its outcome, and expect it no longer."""
        expected = self._expected
        if expected is None:
            return None
        number = document.number(expected.place.path)
        content = None if number is None else document.files[number].content
        if keep_place and content is not None and content.texts == expected.texts:
            return None  # other files were read meanwhile
        self._expected = None
        return expected if keep_place else None


def row_of_decided(splitter: DiffSplitter, document: DiffDocument, decided: ExpectedDecision) -> int | None:
    """Return the row in which a decided hunk is named now, or the bar of what is left of it; None where neither is.

    Where a key decided a part of it, that is the row of that part, if it is above what is left.
    """
    number = document.number(decided.place.path)
    shown = document.files[number or 0].shown
    if number is None:
        return None
    parts = (at for at, one in enumerate(shown.numbers) if one.first <= decided.number <= one.last)
    rest = next((splitter.rows.bar_row(document.spans[number].first_hunk + at) for at in parts), None)
    if rest is not None and decided.below is not None:
        return rest
    keys = (one.inset.key for one in shown.decided if one.run.hunk == decided.number)
    stops = (stop_at_inset(splitter, key) for key in keys)
    rows = [stop.row for stop in stops if stop is not None and (rest is None or stop.row < rest)]
    return next(reversed(rows) if decided.below is None else iter(rows), rest)
