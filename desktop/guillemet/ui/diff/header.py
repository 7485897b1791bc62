"""What stands above and below the diff: which file, how much of it changes, where one is, and the decision."""

from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import PurePosixPath

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from guillemet.engine.diff.content import DiffContent
from guillemet.engine.diff.proposal_files import is_unplaced
from guillemet.engine.diff.rows import FoldState
from guillemet.engine.review import Badge, Decision, FileReview, Kind
from guillemet.engine.text import counted
from guillemet.settings import DiffLook, Look, WhiteSpace
from guillemet.ui.actions import Act
from guillemet.ui.diff.header_menus import LookChoice, Options
from guillemet.ui.diff.insets.hunk_bar import SelectedLines
from guillemet.ui.diff.requests import DiffRequests
from guillemet.ui.shortcuts import show_keys
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import IconButton, ToolButton, announce, button, elided_path, set_caption
from guillemet.ui.widgets.layouts import fill
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

_BETWEEN = " · "
_LEAST = 60
"""Pixels below which a shortened summary says nothing any more."""
_LONGEST_NAME = 24
"""Letters of the name of a file on a button."""
_LEAST_PLACE = 120
"""Pixels below which the words about a place are left out, not shortened."""
PREFERRED_WIDTH = 452
"""Pixels of width below which the diff shrinks only where the other panes cannot."""
_KINDS = {Kind.ADDED: "new file", Kind.DELETED: "deleted", Kind.MOVED: "moved", Kind.CHANGED: ""}


class Shortened(QLabel):
    """A label of one line that is shortened in the middle where room is short; its tooltip is the whole text."""

    def __init__(self, role: str, parent: QWidget, *, least: int = 48) -> None:
        """Keep this width, in pixels, if the text needs it."""
        super().__init__(parent)
        self._least = least
        self.setProperty("role", role)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def set_text(self, text: str) -> None:
        self.setText(text)
        self.setToolTip(plain_tip(text))
        self.setAccessibleName(text)

    def minimumSizeHint(self) -> QSize:
        return QSize(min(self._least, self.sizeHint().width()), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        return QSize(metrics.horizontalAdvance(self.text()) + 4, metrics.height() + 4)

    @staticmethod
    def elided(metrics: QFontMetrics, text: str, width: int, /) -> str:
        """Return what is shown of the text in this width."""
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        text = self.elided(self.fontMetrics(), self.text(), self.width())
        painter.drawText(event.rect() | self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.end()


class ShortenedPath(Shortened):
    """A path that is shortened in its folders first, for its name is what people look for."""

    elided = staticmethod(elided_path)


class ShortenedSummary(Shortened):
    """Parts that dots are between, of which those at the end are left out first; a sentence among them is shortened."""

    @property
    def first_width(self) -> int:
        """The width of the first part, which says nothing when it is cut."""
        return QFontMetrics(self.font()).horizontalAdvance(self.text().partition(_BETWEEN)[0]) + 4

    def minimumSizeHint(self) -> QSize:
        return QSize(min(_LEAST, self.first_width), super().minimumSizeHint().height())

    @staticmethod
    def elided(metrics: QFontMetrics, text: str, width: int, /) -> str:
        parts, cut = text.split(_BETWEEN), ""
        while len(parts) > 1 and metrics.horizontalAdvance(_BETWEEN.join(parts)) > width:
            cut = parts.pop()
        if cut.endswith("."):  # what is cut of counts would mislead
            parts.append(cut)
        words = _BETWEEN.join(parts)
        is_whole = len(parts) > 1 and not cut.endswith(".")
        return words if is_whole else metrics.elidedText(words, Qt.TextElideMode.ElideRight, width)


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
        rest = _BETWEEN.join(part for part in parts if part)
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
        self.titles.show_words(count, _BETWEEN.join(parts))
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


class Footer(QFrame):
    """Tells where one is, and takes the decision on the file, on selected lines, or on the block at which the keys are.

    What there is no room for is left out.

    Signals: `pressed(Act)` with what a button is to do.
    """

    pressed = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.previous = IconButton("up", "Previous hunk", self)
        self.next = IconButton("down", "Next hunk", self)
        self._hunk = QLabel(self)
        self._hunk.setContentsMargins(0, 0, style.WIDE, 0)
        self._place = Shortened("dim", self, least=_LEAST_PLACE)
        self.comment = ToolButton(self)
        self.comment.setText("Comment")
        self.comment.setAccessibleName("Comment on the line or the selected lines")
        self.comment.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.reject = button("Reject file", parent=self)
        self.accept = button("Accept file", "primary", parent=self)
        self.dismiss = button("", parent=self)
        mark_risky(self.dismiss)
        self.place = button("", parent=self)  # a place that is only like it is not what the pane leads to
        for decision in (self.accept, self.reject, self.dismiss, self.place):
            decision.takes_double_clicks = False  # the second press would decide what comes next
        for control, act, tip in (
            (self.previous, Act.PREVIOUS_HUNK, "Previous hunk ({PREVIOUS_HUNK})"),
            (self.next, Act.NEXT_HUNK, "Next hunk ({NEXT_HUNK})"),
            (self.comment, Act.COMMENT, "Comment on the line or the selected lines ({COMMENT})"),
            (self.reject, Act.REJECT_FILE, "Reject what is proposed for this file ({REJECT_FILE} in the list)"),
            (self.accept, Act.ACCEPT_FILE, "Write what is proposed to this file ({ACCEPT_FILE} in the list)"),
            (self.dismiss, Act.DISMISS_BLOCK, "Put this block away ({DISMISS_BLOCK})"),
            (self.place, Act.PLACE_BLOCK, "Let this block stand at the place that it shows ({PLACE_BLOCK})"),
        ):
            show_keys(control, tip)
            control.clicked.connect(partial(self._press, act))
        self._block: tuple[str, str] | None = None
        """The words of the buttons for the block: to place it, and to put it away."""
        self._can_decide = self._is_in_conflict = False
        self._of_rest: frozenset[Decision] = frozenset()
        self._decision = Decision.UNDECIDED
        self._file = self._place_said = ""
        self._lines = SelectedLines()
        self._hunk_number, self._hunks = -1, 0
        self._leads_on = False
        """Whether another file comes behind the last hunk."""
        self._lay_out()
        self._offer_steps()
        self._offer()
        self._name_decisions()

    def lead_on(self, *, is_on: bool) -> None:
        """Let the arrow down lead behind the last hunk, or not."""
        if is_on is not self._leads_on:
            self._leads_on = is_on
            self._offer_steps()

    def show_hunk(self, hunk: int, count: int, words: str) -> None:
        """Say by these words which hunk of its file is the current one; of all there are so many, -1 for none."""
        if (hunk, count, words) != (self._hunk_number, self._hunks, self._hunk.text()):
            self._hunk.setText(words)
            self._hunk_number, self._hunks = hunk, count
            self._offer_steps()

    def _offer_steps(self) -> None:
        hunk, count = self._hunk_number, self._hunks
        is_between = hunk < 0 < count  # at what has none, such as a file that only moves
        ends = (
            (self.previous, self.next, is_between or hunk > 0),
            (self.next, self.previous, self._leads_on or is_between or 0 <= hunk < count - 1),
        )
        for control, other, can in sorted(ends, key=lambda end: not end[2]):
            if control.hasFocus() and not can:
                other.setFocus()  # else Qt hands it to whatever comes next, which does something else
            control.setEnabled(can)
        self._fit()

    def _press(self, act: Act) -> None:
        of_lines = {Act.ACCEPT_FILE: Act.ACCEPT_PART, Act.REJECT_FILE: Act.REJECT_PART} if self.has_lines else {}
        self.pressed.emit(of_lines.get(act, act))

    def offer_block(self, place: str, dismiss: str, *, can_place: bool) -> None:
        """Decide a block instead of its file, by buttons with these words; no words for what it does not offer."""
        if self.place.hasFocus() and place and not can_place:
            self.next.setFocus()  # else Qt hands it to the button that dismisses
        self.place.setEnabled(can_place or not place)
        if (place, dismiss) == self._block:
            return
        self._block = place, dismiss
        for control, words in ((self.place, place), (self.dismiss, dismiss)):
            set_caption(control, words)
            control.setAccessibleName(f"{words}: the current block")  # the place itself has buttons for it, too
        self._offer()

    def _offer(self) -> None:
        """Show the buttons for the block, or, where none is offered, for the file."""
        at_block = {control: bool(control.text()) for control in (self.place, self.dismiss)}
        of_file = self._can_decide and not any(at_block.values())
        for control, is_offered in {**at_block, self.accept: of_file, self.reject: of_file}.items():
            control.setVisible(is_offered)
        self._fit()

    def show_place(self, place: str, *, is_answer: bool = False) -> None:
        """Say where the text cursor is, or, in answer to a key, why that did nothing, until a decision changes."""
        self._place_said = self._place_said if is_answer else place
        style.set_role(self._place, "warn" if is_answer else "dim")
        self._place.set_text(place)
        self._fit()

    def follow_place(self, place: str) -> None:
        """Say where the text cursor is now; where it is said again, as after a new layout, an answer stays."""
        if place != self._place_said:
            self.show_place(place)

    def end_answer(self) -> None:
        """Say where the text cursor is instead of an answer that holds no longer."""
        self.show_place(self._place_said)

    def offer_decision(
        self, *, can: bool, is_in_conflict: bool = False, of_rest: frozenset[Decision] = frozenset()
    ) -> None:
        """Offer to decide and to comment on what is proposed, where anything is; a conflict is settled first.

        Some decisions are about the rest only: lines that were decided otherwise stay so.
        """
        if (can, is_in_conflict, of_rest) != (self._can_decide, self._is_in_conflict, self._of_rest):
            self._can_decide, self._is_in_conflict, self._of_rest = can, is_in_conflict, of_rest
            self._offer()
            self._name_decisions()

    @property
    def has_lines(self) -> bool:
        """Whether selected lines are decided, not the file."""
        return bool(self._lines.count) and self._decision is Decision.UNDECIDED

    def show_lines(self, lines: SelectedLines) -> None:
        """Decide these lines instead of the file, where there are any."""
        if lines != self._lines:
            self._lines = lines
            self._name_decisions()

    def name_file(self, path: str) -> None:
        """Name the file that is decided, which others are shown beside; no path for one by itself."""
        if (name := name_on_button(path)) != self._file:
            self._file = name
            self._name_decisions()

    def show_decision(self, decision: Decision) -> None:
        """Say what was decided; the other decision can still be taken."""
        if decision is not self._decision:
            self._decision = decision
            self.show_place(self._place_said)
            self._name_decisions()

    def _name_decisions(self) -> None:
        """Say on the buttons what they decide, or that it was decided."""
        decision = self._decision
        for control, verb, taken in (
            (self.accept, "Accept", Decision.ACCEPTED),
            (self.reject, "Reject", Decision.REJECTED),
        ):
            is_taken = decision is taken
            rest = " rest of" * (taken in self._of_rest)
            words = self._lines.verb(verb) if self.has_lines else f"{verb}{rest} {self._file or 'file'}"
            set_caption(control, str(taken).capitalize() if is_taken else words)
            if not is_taken and not self.has_lines:
                control.setAccessibleName(f"{verb}{rest} file {self._file}".rstrip())
            is_refused = self._is_in_conflict and control is self.accept and not self.has_lines
            control.setEnabled(not (is_taken or is_refused))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._row.activate()  # Qt laid out what has no room any more, and squeezed the buttons for it

    def minimumSizeHint(self) -> QSize:
        return QSize(PREFERRED_WIDTH, self.sizeHint().height())

    def sizeHint(self) -> QSize:
        """Return a height that stays whatever is hidden for a moment: the lines above would move with it."""
        tallest = max(part.sizeHint().height() for part in (self.previous, self.comment, self.accept))
        return super().sizeHint().expandedTo(QSize(0, tallest + 2 * style.TIGHT))

    def _fit(self) -> None:
        """Show what there is room for: the decision first, then the steps, the hunk, the comment and the place."""
        room = self.width() - 2 * style.GAP - 2 * style.TIGHT
        decisions = (self.dismiss, self.place, self.reject, self.accept)
        room -= sum(part.sizeHint().width() + style.TIGHT for part in decisions if not part.isHidden())
        for part, is_requested in (
            (self.next, self._hunks > 0 or self._leads_on),
            (self.previous, self._hunks > 0),
            (self._hunk, bool(self._hunk.text())),
            (self.comment, self._can_decide),
            (self._place, self._place.text() not in ("", self._hunk.text())),
        ):
            least = (part.minimumSizeHint() if part is self._place else part.sizeHint()).width() + style.TIGHT
            part.setVisible(is_requested and least <= room)
            room -= least if is_requested and least <= room else 0
        left = style.WIDE if self.next.isHidden() else style.GAP  # words stand below those of the heads
        self._row.setContentsMargins(left, style.TIGHT, style.GAP, style.TIGHT)

    def _lay_out(self) -> None:
        self._row = layout = fill(QHBoxLayout(self), self.previous, self.next, self._hunk, gap=style.TIGHT)
        layout.addWidget(self._place)
        layout.addStretch(1)
        layout.addWidget(self.comment)
        for decision in (self.reject, self.accept, self.dismiss, self.place):
            layout.addSpacing(style.TIGHT)
            layout.addWidget(decision)


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
        every = counted(count, "hunk") + " in the commit" * content.is_of_commit
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
    return _BETWEEN.join(part for part in parts if part)


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
