"""The comments of the files that are shown: cards and boxes below their lines, marks in the gutter."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QWidget

from guillemet.app.chat.comments import Comment, CommentedLines, CommentList
from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.document import DiffDocument
from guillemet.engine.diff.insets import Inset, Place
from guillemet.engine.diff.proposal_files import is_unplaced
from guillemet.engine.diff.rows import DiffRow, RowKind
from guillemet.ui.comments.comment_anchors import STALE, Marks, marks_of, marks_of_row, named, span_of, spot_of
from guillemet.ui.comments.comment_box import CommentBox, CommentCard, RemovedCard
from guillemet.ui.diff.diff_editor import DiffEditor
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.diff.formatting import Shows
from guillemet.ui.diff.insets.diff_insets import InsetSource


class _Shown(Struct, frozen=True):
    """What stands below some lines."""

    spot: CommentedLines
    inset: Inset
    make: Callable[[QWidget], QWidget]


class DiffComments(QObject):
    """Shows comments, and lets them be written, where their lines are.

    Signals: `keep_requested(CommentedLines, str)`, with an empty text when the comment is to be taken out;
    `opened(CommentedLines | None)` with the lines a comment is being written on from now on;
    `typed(CommentedLines, str)` while one is written, empty when what was typed is discarded;
    `bring_back_requested(comments)` and `forget_requested(comments)` for those that were removed; `closed()` when the
    box is put away; `counts_changed()`; `file_requested(path)` for one that is to be shown, unfolded.
    """

    keep_requested = Signal(object, str)
    opened = Signal(object)
    typed = Signal(object, str)
    counts_changed = Signal()
    file_requested = Signal(str)
    bring_back_requested = Signal(tuple)
    forget_requested = Signal(tuple)
    closed = Signal()

    def __init__(self, reading: DiffView, parent: QObject) -> None:
        super().__init__(parent)
        self._reading = reading
        self._tray = CommentList()
        self._marks: Marks = {}
        self._written: CommentedLines | None = None
        """The lines a comment is being written on."""
        self._box_key, self._opened = "", 0
        """The key of the box, which stays while the lines move, and how many there were."""
        self._text = ""
        self._is_awaited = False
        """Whether the box is to get the focus, once its file is shown."""
        self._led_to = ""
        """The file whose first comment is to be gone to, once it is shown."""
        self.counts: Mapping[str, int] = {}
        """How many comments there are on each file."""
        self._shown: dict[str, _Shown] = {}
        self._source = InsetSource(lambda inset, parent: self._shown[inset.key].make(parent), self)
        reading.insets.add(self._source)
        reading.comment_pressed.connect(self.edit)

    def refresh(self) -> None:
        """Show the comments of the document that is shown now; what is being written stays."""
        before, self.counts = self.counts, self._without_written(self._tray).of_files
        document = self._reading.document
        files = () if document.content.is_of_commit else document.files  # where they are shown in the proposal
        self._marks = self._marks_in(document) if files else {}
        self._reading.mark_comments(self._marks, self.counts)
        contents = {file.path: file.shown for file in files if file.shown.path}
        shown = list(self._all(contents))
        self._shown = {one.inset.key: one for one in shown}
        self._source.set_insets(one.inset for one in shown)
        self._enter()
        if self.counts != before:
            self.counts_changed.emit()

    def set_tray(self, tray: CommentList) -> None:
        before, self._tray = self._tray, tray
        if self._without_written(before) != self._without_written(tray):
            self.refresh()

    @property
    def can_begin(self) -> bool:
        """Whether there are lines to comment on; what will be committed is decided."""
        return self._reading.has_diff and not self._reading.document.content.is_of_commit

    def follow(self, moves: Mapping[CommentedLines, CommentedLines]) -> None:
        """Go on with the comment that is being written where its lines are now."""
        if self._written is not None and self._written in moves:
            self._written = moves[self._written]
            self.refresh()

    def begin(self) -> None:
        """Comment on the selected lines or the line of the text cursor, or go on with the comment that is there.

        On a fold, its first line is meant, on a bar its hunk; so it is on the removed line at which the hunk begins.
        """
        self._reading.pointer = QCursor.pos()  # on what was pressed, not on the line that is looked at
        editor = self._reading.splitter.cursor_editor
        rows = [editor.rows[row] for row in editor.chosen_rows()]
        if len(rows) == 1 and rows[0].inset is not None and rows[0].inset.key in self._shown:
            self._write(self._shown[rows[0].inset.key].spot)
            return
        if all(row.kind is RowKind.FOLD for row in rows) and rows and rows[0].new is not None:
            self._reading.enter_fold(rows[0])  # what is typed next is meant as a comment
            editor = self._reading.splitter.cursor_editor
            rows = [editor.rows[row] for row in editor.chosen_rows()]
        elif len(rows) == 1 and rows[0].hunk is not None and (rows[0].kind is RowKind.BAR or _is_at_start(editor)):
            rows = editor.rows.rows_of(rows[0].hunk)
        self._begin_on(rows, is_before=editor.shows is Shows.OLD)

    def begin_on_hunk(self, hunk: int) -> None:
        """Comment on the selected lines, if some are in this hunk, else on all of it; or go on with what is there."""
        if self._reading.splitter.selected.has_some_of(hunk):
            self.begin()
        else:
            self._reading.stops.enter_hunk(hunk)
            self._begin_on(self._reading.splitter.rows.rows_of(hunk), is_before=False)

    def edit(self, comment: Comment) -> None:
        """Go on with a comment."""
        self._write(comment.spot)

    def lead_to(self, path: str) -> None:
        """Go to the first comment on a file; one that is folded or not shown is asked for."""
        self._led_to = path
        self._enter()
        if self._led_to:
            self.file_requested.emit(path)

    def _begin_on(self, rows: Sequence[DiffRow], *, is_before: bool) -> None:
        document = self._reading.document
        content = document.files[document.file_of(rows[0])].shown if rows else DiffContent.nothing()
        of_file = [document.local(row) for row in rows if document.files[document.file_of(row)].shown is content]
        spot = spot_of(content, of_file, is_before=is_before)
        if spot is not None:
            there = self._there(rows, spot)
            self._write(spot if there is None else there.spot)

    def _write(self, spot: CommentedLines) -> None:
        """Open the box below these lines; what was being written on others is kept as their comment."""
        if self._written is not None and spot != self._written:
            self._keep_other(self._written)
        if spot != self._written:
            self._written, self._text = spot, self._said(self._tray.unfinished, spot) or self._kept(spot)
            self._opened += 1
            self._box_key = f"comment box\0{self._opened}"
            self.opened.emit(spot)
        self._is_awaited = True
        self.refresh()

    def _enter(self) -> None:
        """Give the focus to the box, if it waits for that and is shown; go to the comment that was asked for."""
        box = "" if self._written is None else self._box_key
        if self._is_awaited and box and self._reading.stops.show_inset(box):
            self._is_awaited = not self._reading.insets.focus(box)
        first = next((key for key, shown in self._shown.items() if shown.spot.path == self._led_to), None)
        if first is not None and self._reading.stops.go_to_inset(first):
            self._led_to = ""

    def _keep_other(self, spot: CommentedLines) -> None:
        text, self._written = self._text.strip(), None
        if text not in ("", self._kept(spot)):
            self.keep_requested.emit(spot, text)

    def _stop_writing(self) -> CommentedLines | None:
        """Comment on no lines from now on; return those that it was on."""
        self._reading.pointer = QCursor.pos()  # on a button that goes: what comes below it is not looked at
        spot, self._written = self._written, None
        return spot

    def _keep(self, text: str) -> None:
        spot = self._stop_writing()
        if spot is not None and text != self._kept(spot):
            self.keep_requested.emit(spot, text)
        elif spot is not None:
            self.typed.emit(spot, "")
        self._put_away()

    def _leave(self) -> None:
        """Put the box away; what was typed stays, as an unfinished comment."""
        spot = self._stop_writing()
        if spot is not None and self._text.strip() in ("", self._kept(spot)):
            self.typed.emit(spot, "")
        self._put_away()

    def _put_away(self) -> None:
        self._is_awaited = False
        self.opened.emit(None)
        self.refresh()
        self.closed.emit()

    def _take_text(self, text: str) -> None:
        self._text = text
        if self._written is not None:
            self.typed.emit(self._written, "" if text.strip() == self._kept(self._written) else text)

    def _without_written(self, tray: CommentList) -> CommentList:
        """Return the tray without what is being typed, which the box shows already."""
        return replace(tray, unfinished=tuple(one for one in tray.unfinished if one.spot != self._written))

    def _kept(self, spot: CommentedLines) -> str:
        return self._said(self._tray.comments, spot)

    @staticmethod
    def _said(comments: Sequence[Comment], spot: CommentedLines) -> str:
        return next((comment.text for comment in comments if comment.spot == spot), "")

    def _marks_in(self, document: DiffDocument) -> Marks:
        commented = {comment.spot.path for comment in self._tray.comments}
        return {
            (is_old, line + (span.old if is_old else span.new)): mark
            for file, span in zip(document.files, document.spans, strict=True)
            if file.path in commented and file.shown.path
            for (is_old, line), mark in marks_of(file.shown, self._tray.comments).items()
        }

    def _all(self, contents: dict[str, DiffContent]) -> Iterator[_Shown]:
        """Yield what stands below the lines of these contents, by their paths."""
        for is_unfinished, comments in ((False, self._tray.comments), (True, self._tray.unfinished)):
            for comment in comments:
                if comment.spot.path in contents and comment.spot != self._written:
                    yield self._card(comment, contents[comment.spot.path], is_unfinished=is_unfinished)
        if self._written is not None and self._written.path in contents:
            yield self._box(self._written, contents[self._written.path])
        for comment in self._tray.removed:
            if comment.spot.path in contents:
                yield self._removed(comment, contents[comment.spot.path])

    def _card(self, comment: Comment, content: DiffContent, *, is_unfinished: bool) -> _Shown:
        spot = comment.spot
        shown = _now(spot, content)
        place = _place(spot, content)
        # Of a file with nothing but failed blocks no line is shown, and its lines are as they were for all that.
        is_stale = shown is None and (spot.is_gone or not is_unplaced(content))

        def make(parent: QWidget) -> QWidget:
            card = CommentCard(comment, shown or spot, is_stale=is_stale, is_unfinished=is_unfinished, parent=parent)
            card.edit_requested.connect(lambda: self._write(spot))
            removed = self.typed if is_unfinished else self.keep_requested
            card.remove_requested.connect(lambda: removed.emit(spot, ""))
            return card

        kind = "comment unfinished" if is_unfinished else STALE if shown is None else "comment"
        key = _key(kind, spot, comment.text, str(shown), str(is_stale))
        name = f"Comment on {named(shown or spot)}: {comment.text}"
        return _Shown(spot, Inset(key, place, name=name, is_wide=False), make)

    def _box(self, spot: CommentedLines, content: DiffContent) -> _Shown:
        shown = _now(spot, content) or spot

        def make(parent: QWidget) -> QWidget:
            box = CommentBox(shown, self._text, is_new=not self._kept(spot), parent=parent)
            box.typed.connect(self._take_text)
            box.kept.connect(self._keep)
            box.left.connect(self._leave)
            return box

        name = f"Comment on {named(shown)}"
        inset = Inset(self._box_key, _place(spot, content), name=name, is_wide=False, is_kept=True, height=7)
        return _Shown(spot, inset, make)

    def _removed(self, comment: Comment, content: DiffContent) -> _Shown:
        spot = comment.spot

        def make(parent: QWidget) -> QWidget:
            card = RemovedCard(named(_now(spot, content) or spot), parent)
            card.undo_requested.connect(lambda: self.bring_back_requested.emit((comment,)))
            card.dismissed.connect(lambda: self.forget_requested.emit((comment,)))
            return card

        inset = Inset(
            _key("comment removed", spot), _place(spot, content), name="Comment removed", is_wide=False, height=2
        )
        return _Shown(spot, inset, make)

    def _there(self, rows: Sequence[DiffRow], spot: CommentedLines) -> Comment | None:
        """Return the comment on just these lines, or the one that the only line is among the lines of."""
        document = self._reading.document
        content = document.files[document.file_of(rows[0])].shown
        mark = marks_of_row(self._marks, rows[0], is_old=spot.is_old)
        for comment in mark.comments if mark else ():
            if _now(comment.spot, content) == spot or len(rows) == 1:
                return comment
        return None


def _is_at_start(editor: DiffEditor) -> bool:
    """Whether the text cursor is where keys go to a hunk, on a removed line for which there are new ones."""
    cursor, rows = editor.textCursor(), editor.rows
    row = rows[cursor.blockNumber()]
    if editor.shows is not Shows.BOTH or row.hunk is None or row.new is not None or not cursor.atBlockStart():
        return False
    return cursor.blockNumber() == rows.hunk_row(row.hunk) and rows.hunks[row.hunk].new_count > 0


def _key(kind: str, spot: CommentedLines, *further: str) -> str:
    return "\0".join((kind, repr(spot), *further))


def _now(spot: CommentedLines, content: DiffContent) -> CommentedLines | None:
    """Return the spot with the line numbers it has in this content; None when its lines are gone."""
    span = span_of(content, spot)
    if not span:
        return None
    side = content.old if spot.is_old else content.new
    first = side.number(span[0])
    return replace(spot, first=first, last=first + spot.last - spot.first)


def _place(spot: CommentedLines, content: DiffContent) -> Place:
    """Return the last line of the spot; of one whose lines are gone about where it was."""
    span = span_of(content, spot)
    count = len((content.old if spot.is_old else content.new).lines)
    line = span[-1] if span else min(spot.last, count) - 1
    return Place(spot.path, spot.is_old, line)
