"""What stands above the diff, and above each file of it: which file, how much of it changes, and its decision."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import PurePosixPath

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.proposal_files import is_unplaced
from guillemet.engine.diff.rows import FoldState
from guillemet.engine.review import Badge, Decision, FileReview, Kind
from guillemet.engine.text import counted
from guillemet.settings import DiffLook, Look, WhiteSpace
from guillemet.ui.diff.header_menus import LookChoice, Options
from guillemet.ui.diff.requests import DiffRequests
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import ToolButton, announce, set_caption
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.shortened import BETWEEN, ShortenedPath, ShortenedSummary
from guillemet.ui.widgets.tab_order import holds_focus, mark_risky
from guillemet.ui.wording import (
    LINES_COUNTED,
    decided_as,
    hunk_decisions,
    hunks_decided,
    lines_changed,
    plain_tip,
    seen,
)

_LONGEST_NAME = 24
"""Letters of the name of a file on a button."""
PREFERRED_WIDTH = 452
"""Pixels of width below which the diff shrinks only where the other panes cannot."""
_KINDS = {Kind.ADDED: "new file", Kind.DELETED: "deleted", Kind.MOVED: "moved", Kind.CHANGED: ""}


@lru_cache(maxsize=4_096)
def head_title(path: str) -> str:
    """Return what names a file; blocks may name none."""
    return seen(path) or "No file named"


def name_on_button(path: str) -> str:
    """Return the name of a file as there is room for it on a button."""
    name, half = seen(PurePosixPath(path).name), _LONGEST_NAME // 2
    return name if len(name) <= _LONGEST_NAME else f"{name[:half]}…{name[-half:]}"


class FileDecision(QWidget):
    """The buttons that decide a file, and those that lead to its comments and its conflicts."""

    def __init__(self, parent: QWidget, requests: DiffRequests) -> None:
        super().__init__(parent)
        self._path = ""
        self._shown: object = None
        self._wordings: dict[ToolButton, tuple[str, str]] = {}
        """What buttons say where there is room, and where there is not."""
        self._has_words = True
        self._comments = self._button("Comments")
        self._comments.set_mark("comment", leads=True)
        self._comments.clicked.connect(lambda: requests.comments_requested.emit(self._path))
        self._conflicts = self._button("Conflicts")
        self._conflicts.setProperty("tone", "bad")
        self._conflicts.clicked.connect(lambda: requests.conflict_requested.emit(self._path))
        self.accept, self.reject = (self._button(word) for word in ("Accept", "Reject"))
        mark_risky(self.reject)
        for control in (self.accept, self.reject):
            control.takes_double_clicks = False  # once a file is decided, the next one comes to this place
        self.accept.clicked.connect(lambda: requests.accept_requested.emit(self._path))
        self.reject.clicked.connect(lambda: requests.reject_requested.emit(self._path))
        fill(QHBoxLayout(self), self._comments, self._conflicts, self.accept, self.reject, margins=0, gap=style.GAP)

    def show_file(self, path: str, review: FileReview | None, *, comments: int = 0, names: bool = False) -> None:
        """Offer what can be decided of this file, and lead to its comments, of which there are so many.

        Where asked for, the buttons name the file: the keys and the foot are about another one.
        """
        decision = review.decision if review is not None else Decision.UNDECIDED
        conflicts = max(review.conflicts, Badge.CONFLICT in review.badges) if review is not None else 0
        name = seen(path if review is None else review.lies_at)
        of_rest = review.of_rest if review is not None else frozenset()
        if (path, name, decision, conflicts, comments, names, of_rest) == self._shown:
            return
        self._path, self._shown = path, (path, name, decision, conflicts, comments, names, of_rest)
        set_caption(self._comments, f"{comments:,}")
        self._comments.setAccessibleName(f"{counted(comments, 'comment')} on {name}")
        self._comments.setToolTip(f"{counted(comments, 'comment')}: shows the first one")
        self._comments.setVisible(comments > 0)
        words = counted(conflicts, "conflict")
        self._wordings = {self._conflicts: (words, f"{conflicts:,}")}
        self._conflicts.setText(words)
        self._conflicts.setAccessibleName(f"{words} in {name}")
        self._conflicts.setToolTip(f"{words}: shows the first one")
        self._conflicts.setVisible(conflicts > 0)
        short = name_on_button(name).replace("&", "&&")
        for control, word, taken in (
            (self.accept, "Accept", Decision.ACCEPTED),
            (self.reject, "Reject", Decision.REJECTED),
        ):
            is_of_rest = taken in of_rest
            parts = word, "rest" * is_of_rest, "of" * (is_of_rest and names), short * names
            self._wordings[control] = (" ".join(filter(None, parts)), word)
            control.setText(self._wordings[control][0])
            whole = f"{word} the rest of {name}" if is_of_rest else f"{word} {name}"
            control.setAccessibleName(whole)
            control.setToolTip(plain_tip(whole))
            # A conflict is settled first.
            is_refused = decision is taken or (taken is Decision.ACCEPTED and conflicts > 0)
            control.setVisible(not is_refused)
        self._has_words = True

    @property
    def words_width(self) -> int:
        """How many pixels are gained when words are left out."""
        shown = (one for one in self._wordings.items() if not one[0].isHidden())
        advances = ((control.fontMetrics().horizontalAdvance, *words) for control, words in shown)
        return sum(advance(words) - advance(shorter) for advance, words, shorter in advances)

    @property
    def whole_width(self) -> int:
        """The width with all words, in pixels, even while some are left out."""
        return self.sizeHint().width() + (0 if self._has_words else self.words_width)

    def minimumSizeHint(self) -> QSize:
        """Return the size without what can be left out: the pane must not become wider for it."""
        whole = self.sizeHint()
        return whole - QSize(self.words_width if self._has_words else 0, 0)

    def show_words(self, *, is_shown: bool) -> None:
        """Show all words: what is counted, that the rest is decided, and of which file; or the short ones."""
        if is_shown is not self._has_words:
            self._has_words = is_shown
            for control, (words, shorter) in self._wordings.items():
                control.setText(words if is_shown else shorter)

    def _button(self, text: str) -> ToolButton:
        made = ToolButton(self)
        set_caption(made, text)
        made.setProperty("role", "hunk")
        made.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Ctrl+Alt+Y and Ctrl+Alt+N do the same
        made.setCursor(Qt.CursorShape.ArrowCursor)
        return made


class Titles(QWidget):
    """The path, whole as long as it fits, and beside it what there is room for of the summary.

    Signals: `summary_pressed()`.
    """

    summary_pressed = Signal()

    def __init__(self, parent: QWidget, pane: QWidget) -> None:
        super().__init__(parent)
        self._pane = pane
        self._path = ShortenedPath("title", self)
        self._summary = ShortenedSummary("dim", self)
        self._summary.setCursor(Qt.CursorShape.PointingHandCursor)
        # It has the room that the buttons beside it leave.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_content(self, content: DiffContent | None, review: FileReview | None) -> None:
        """Name this file, or none; another one is announced to who is in the pane."""
        decision = decided_as(review) if review else ""
        parts = (decision, summary(content, review)) if content else ()
        path = head_title(review.lies_at if review else content.path) if content else ""
        rest = BETWEEN.join(part for part in parts if part)
        if content and path != self._path.text() and holds_focus(self._pane):
            announce(self, f"{path}, {rest}")
        self.show_words(path, rest, LINES_COUNTED if review and review.divided else "")

    def show_words(self, title: str, rest: str, meaning: str = "") -> None:
        """Show these words, of which the tooltip says what they mean."""
        self._path.set_text(title)
        self._summary.set_text(rest)
        self._summary.setToolTip(plain_tip("\n".join(filter(None, (rest, meaning, "Go to the next hunk")))))
        self.updateGeometry()
        self._share()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # or the release does not come here

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.childAt(event.position().toPoint()) is self._summary:
            self.summary_pressed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._share()

    @property
    def path_width(self) -> int:
        """The width of the whole path, in pixels."""
        return self._path.sizeHint().width()

    def sizeHint(self) -> QSize:
        path, rest = self._path.sizeHint(), self._summary.sizeHint()
        return QSize(path.width() + style.WIDE + rest.width(), max(path.height(), rest.height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def _share(self) -> None:
        height, first = self.height(), min(self._path.sizeHint().width(), self.width())
        self._path.setGeometry(0, 0, first, height)
        left = first + style.WIDE
        wanted = self._summary.sizeHint().width()
        room = min(wanted, self.width() - left)
        self._summary.setGeometry(left, 0, max(room, 0), height)
        self._summary.setVisible(bool(self._summary.text()) and room >= self._summary.first_width)


class Head(QFrame):
    """The head of a file, with a mark while that is the current one of several: the keys and the foot decide it."""

    is_current = False

    def mark_current(self, *, is_current: bool) -> None:
        """Mark it, or not."""
        if is_current is not self.is_current:
            self.is_current = is_current
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.is_current:
            painter = QPainter(self)
            painter.fillRect(0, 1, style.BAR, self.height() - 2, QColor(style.current().theme.accent))
            painter.end()


class Header(Head):
    """The head that stays: it names the file at the top and decides it; `look` and `options` have signals."""

    def __init__(self, parent: QWidget, requests: DiffRequests) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self.path = ""
        """Of the file that is named; empty for none."""
        self.titles = Titles(self, parent)
        self.decision = FileDecision(self, requests)
        self.look = LookChoice(self)
        self.options = Options(self, requests)
        policy = self.options.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # or the head would become lower, and all below it move up
        self.options.setSizePolicy(policy)
        fill(
            QHBoxLayout(self),
            (self.titles, 1),
            self.decision,
            self.look,
            self.options,
            margins=(style.WIDE, style.TIGHT, style.GAP, style.TIGHT),
            gap=style.TIGHT,
        )

    def show_content(
        self, content: DiffContent | None, review: FileReview | None, *, comments: int = 0, is_current: bool = True
    ) -> None:
        """Name this file, which may be one of the proposal and have comments.

        The buttons of one that is not the current one name it: the keys, the list and the foot are about another file.
        """
        self.path = "" if content is None else content.path
        self.titles.show_content(content, review)
        self.decision.setVisible(review is not None)
        if review is not None:
            self.decision.show_file(review.path, review, comments=comments, names=not is_current)
        if content is not None and not is_unplaced(content):
            self.options.show_white_space(content.white_space)
        self.setVisible(content is not None)
        self._fit()

    def show_files(
        self, files: Sequence[FileReview | DiffContent], white_space: WhiteSpace, *, with_nothing_placed: int = 0
    ) -> None:
        """Count what is proposed, or what will be committed, instead of naming a file, and say what is ignored."""
        self.path = ""
        decisions = [file.decision if isinstance(file, FileReview) else None for file in files]
        wanted = [file for file, one in zip(files, decisions, strict=True) if one is not Decision.REJECTED]
        added, removed = sum(file.added for file in wanted), sum(file.removed for file in wanted)
        undecided = decisions.count(Decision.UNDECIDED)
        parts = [f"{undecided:,} undecided"] if undecided else []
        parts += [f"{with_nothing_placed:,} with nothing placed"] if with_nothing_placed else []
        count = counted(len(files) + with_nothing_placed, "file")
        parts += [lines_changed(added, removed)] if added or removed else []
        parts += [white_space] if white_space is not WhiteSpace.ALL else []
        self.titles.show_words(count, BETWEEN.join(parts))
        self.decision.hide()
        self.mark_current(is_current=False)

    def show_state(self, kind: Look, chosen: DiffLook, folding: FoldState, *, note: str, has_diff: bool) -> None:
        """Show how the file is shown; without a diff there is nothing to choose."""
        self.look.show_look(kind, chosen, note)
        self.options.show_folding(folding)
        for choice in (self.look, self.options):
            choice.setVisible(has_diff)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave words out of the buttons where the path would be cut for them: of the look, then of the conflicts."""
        parts = [part for part in (self.look, self.decision) if not part.isHidden()]
        room = self.width() - style.WIDE - style.GAP - style.TIGHT * (len(parts) + 1)
        room -= self.options.sizeHint().width() + sum(part.whole_width for part in parts)
        for part in parts:
            has_room = self.titles.path_width <= room
            part.show_words(is_shown=has_room)
            room += 0 if has_room else part.words_width


def summary(content: DiffContent, review: FileReview | None) -> str:
    """Return what stands beside the path: "exact · 1 of 3 hunks decided · +12 −4 · 1 rejected"."""
    if is_unplaced(content):
        return "nothing placed" if content.path else ""
    parts = _characters(content)  # first, for what there is no room for is cut off at the end
    if review is not None and review.moved_to:
        parts.append(f"moved here from {seen(review.path)}")
    parts.append(f"moved from {seen(content.moved_from)}" if content.moved_from else _KINDS[content.kind])
    parts += [content.headline, *map(seen, content.texts.remarks)]
    if review is not None and review.hunks:
        parts.append(hunks_decided(review))
    elif content.numbers:
        count, left_out = content.numbers[0].count, len(content.texts.left_out)
        every = counted(count, "hunk") + " in the commit" * (content.is_of_commit and not content.headline)
        parts.append(f"{count - left_out:,} of {count:,} hunks included" if left_out else every)
    if content.texts.whole_only and content.kind in (Kind.CHANGED, Kind.MOVED):
        parts.append("committed as a whole")
    parts.append(_lines(content, review))
    if own := len(content.texts.own_lines):
        parts.append(f"{counted(own, 'line')} changed on disk since the reply")
    if review is not None and Badge.EDITED_SINCE in review.badges:
        parts.append("changed on disk since you accepted it")
    if content.has_pieces:
        parts.append("long lines in pieces")
    parts.append(hunk_decisions(review) if review is not None else "")
    if content.white_space is not WhiteSpace.ALL and content.hunks and not content.ignored:
        parts.append(content.white_space)
    return BETWEEN.join(part for part in parts if part)


def _characters(content: DiffContent) -> list[str]:
    """Return in how many lines white space is ignored, and how many characters are hidden or odd."""
    parts: list[str] = []
    if content.ignored:
        parts.append(f"{content.white_space}: {counted(content.ignored, 'line')}")
    if content.hidden:
        parts.append(counted(content.hidden, "hidden character"))
    if content.odd_blanks:
        parts.append(counted(content.odd_blanks, "odd blank"))
    return parts


def _lines(content: DiffContent, review: FileReview | None) -> str:
    """Return how many lines are added and removed, as the list counts them; empty where no line changes."""
    if review is not None and (review.added or review.removed):
        return lines_changed(review.added, review.removed)
    return lines_changed(content.added, content.removed) if content.hunks else ""
