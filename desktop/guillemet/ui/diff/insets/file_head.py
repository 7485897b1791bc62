"""The head of each file in a document of several: its path, how much it changes, and the decision on the whole file.

Heads are widgets over the rows that are kept free for them, made for those in view only and used again.
"""

from collections.abc import Mapping

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QMouseEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSplitterHandle, QWidget

from guillemet.engine.diff.document import DiffDocument, DocumentFile
from guillemet.engine.diff.proposal_files import is_unplaced
from guillemet.engine.diff.rows import HEAD_HEIGHT, RowKind
from guillemet.engine.review import Decision, FileReview
from guillemet.ui.diff.diff_editor import DiffEditor
from guillemet.ui.diff.header import FileDecision, Head, head_title, summary
from guillemet.ui.diff.requests import DiffRequests
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import IconButton, QuickPresses
from guillemet.ui.widgets.fold_state import show_fold_state
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.shortened import ShortenedPath, ShortenedSummary
from guillemet.ui.wording import decided_as, hunks_decided, lines_changed, plain_tip, seen

LEAST_OF_PATH = 230
"""Pixels that a path gets before the words beside it get any."""


def head_words(file: DocumentFile, review: FileReview | None) -> str:
    """Return what stands beside the path: how much changes, what was decided, and that it is folded or being read."""
    parts = [decided_as(review)] if review is not None else []
    if file.content is not None and is_unplaced(file.content):
        return summary(file.content, None)
    if file.content is not None:
        parts.append(summary(file.content, review))
    else:
        parts += [hunks_decided(review), lines_changed(review.added, review.removed)] if review is not None else []
        parts.append("reading…")
    if file.content is not None and file.content.note:
        parts.append(seen(file.content.note))
    return " · ".join(part for part in parts if part)


class FileHead(Head):
    """The head of one file, which is folded or unfolded by a click."""

    def __init__(self, parent: QWidget, requests: DiffRequests) -> None:
        super().__init__(parent)
        self._requests = requests
        self.setProperty("role", "head")
        self.file = DocumentFile("")
        self._review: FileReview | None = None
        self._comments = 0
        self._is_pressed = False
        self._fold = IconButton("chevron-down", "", self, role="quiet")
        # Return on the head does the same; the Tab key would stop at every file.
        self._fold.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._path = ShortenedPath("title", self)
        self._words = ShortenedSummary("dim", self)
        self.decision = FileDecision(self, requests)
        self.decision.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._fold.takes_double_clicks = False
        policy = self._fold.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the paths of all heads begin at one column
        self._fold.setSizePolicy(policy)
        self._fold.clicked.connect(lambda: requests.toggled.emit(self.file.path))
        parts = self._fold, self._path, self._words, 1, self.decision
        fill(QHBoxLayout(self), *parts, margins=(style.TIGHT, 0), gap=style.GAP)

    def show_file(self, file: DocumentFile, review: FileReview | None, *, comments: int = 0) -> None:
        """Name this file, and offer what can be decided of it and where its comments are."""
        if file is self.file and review is self._review and comments == self._comments:
            return  # as with each step of scrolling
        self.file, self._review, self._comments = file, review, comments
        path = head_title(review.lies_at if review is not None else file.path)
        self._path.set_text(path)
        self._words.set_text(head_words(file, review))
        parts = (path, self._words.text(), "folded" if file.is_closed else "")
        self.setAccessibleName(", ".join(filter(None, parts)))
        can_fold = file.content is None or not is_unplaced(file.content)  # of that one there are only places
        self._fold.setVisible(can_fold)
        self.setCursor(Qt.CursorShape.PointingHandCursor if can_fold else Qt.CursorShape.ArrowCursor)
        show_fold_state(self._fold, is_open=not file.is_closed)
        verb = "Unfold" if file.is_closed else "Fold"
        self._fold.setAccessibleName(f"{verb} {path}")
        self._fold.setToolTip(plain_tip(f"{verb} {path}"))
        self._fold.icon_name = "chevron-right" if file.is_closed else "chevron-down"
        self._fold.update()
        self.decision.show_file(file.path, review, comments=comments)
        self.decision.setVisible(review is not None)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Shorten the words beside the path for it, never the other way about; the path, for the buttons."""
        path = min(self._path.sizeHint().width(), LEAST_OF_PATH)
        room = self.width() - 2 * style.TIGHT - self._fold.sizeHint().width() - 2 * style.GAP
        if not self.decision.isHidden():
            self.decision.show_words(is_shown=path + self.decision.whole_width <= room)
            room -= self.decision.sizeHint().width() + style.GAP
        self._path.setMinimumWidth(max(min(path, room), 1))
        self._words.setVisible(path + style.GAP + self._words.minimumSizeHint().width() <= room)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._is_pressed = not QuickPresses.note(event) and event.button() is Qt.MouseButton.LeftButton

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        QuickPresses.note(event)  # another head may be in this place by now

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        was_pressed, self._is_pressed = self._is_pressed, False
        if was_pressed and self.rect().contains(event.position().toPoint()):
            self._requests.toggled.emit(self.file.path)


class FileHeads:
    """The heads in view of the editors of one look."""

    def __init__(self, around: QWidget, requests: DiffRequests) -> None:
        """Put heads over the whole width of the widget that the editors are in."""
        self._around, self._requests = around, requests
        self._heads: list[FileHead] = []
        self.reviews: Mapping[str, FileReview] = {}
        self.comments: Mapping[str, int] = {}
        """How many there are on each file."""
        self._current = ""
        self._bare: tuple[DiffDocument, Mapping[str, FileReview], tuple[int, ...]] | None = None
        """What `bare` found last, and in what."""

    def bare(self, document: DiffDocument) -> tuple[int, ...]:
        """Return the numbers of the undecided files that show no hunk: they are places, and are decided at the head."""
        if self._bare is None or self._bare[0] is not document or self._bare[1] is not self.reviews:
            found = tuple(
                number
                for number, (file, span) in enumerate(zip(document.files, document.spans, strict=True))
                if span.has_head and span.first_hunk == span.last_hunk and self._is_to_decide(file)
            )
            self._bare = document, self.reviews, found
        return self._bare[2]

    def _is_to_decide(self, file: DocumentFile) -> bool:
        review = self.reviews.get(file.path) if file.content is not None and not is_unplaced(file.content) else None
        return review is not None and review.decision is Decision.UNDECIDED

    def mark_current(self, path: str) -> None:
        """Mark the head of this file, and no other."""
        self._current = path
        for head in self._heads:
            head.mark_current(is_current=head.file.path == path)

    def place(self, editor: DiffEditor, document: DiffDocument, width: int) -> None:
        """Let a head stand over every row in view of this editor that is for one."""
        view = editor.viewport()
        corner = view.mapTo(self._around, view.rect().topLeft())
        area = QRect(0, corner.y(), width, view.height())
        wanted: dict[int, QRect] = {}
        for visible in editor.visible_rows():
            row = visible.shown
            if row.kind is RowKind.HEAD and row.file is not None and row.file not in wanted:
                missing = visible.row - editor.rows.heads[row.file]  # its first row may be above the view
                top = corner.y() + visible.top - missing * visible.height
                box = QRect(0, top, width, HEAD_HEIGHT * visible.height)
                # Its upper edge is the lower one of a head above it, or of the pane's; it covers nothing of a line.
                above = visible.row - missing - 1
                is_below_head = above >= 0 and editor.rows[above].kind is RowKind.HEAD
                wanted[row.file] = box.adjusted(0, -is_below_head if row.file else -1 - top + corner.y(), 0, 0)
        paths = {document.files[number].path: number for number in wanted}
        # To name another file takes a head long; of two that named the same one, that which is shown comes last.
        in_turn = sorted(self._heads, key=QWidget.isHidden, reverse=True)
        known = {paths[head.file.path]: head for head in in_turn if head.file.path in paths}
        free = [head for head in self._heads if head not in known.values()]
        for number, box in wanted.items():
            file = document.files[number]
            head = known.get(number) or (free.pop() if free else self._make())
            head.show_file(file, self.reviews.get(file.path), comments=self.comments.get(file.path, 0))
            head.mark_current(is_current=file.path == self._current)
            head.setGeometry(box)
            seen_part = box & area
            head.setMask(QRegion(seen_part.translated(-box.topLeft())))
            head.show()
        for head in free:
            head.hide()
        for handle in self._around.findChildren(QSplitterHandle) if wanted else ():
            handle.update()  # WORKAROUND Qt 6: it may stay painted over a head that moved across it

    def _make(self) -> FileHead:
        self._heads.append(FileHead(self._around, self._requests))
        return self._heads[-1]
