"""The commit panel: it lists what will be committed, keeps the draft of the message, and commits only that.

While nothing is to be committed it is a line for the message and a hint.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QShortcut,
)
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from guillemet.app.review.review_actions import CommitRequest
from guillemet.engine.review import CommitLine, Kind, Need, Review
from guillemet.ui.actions import Act, show_keys
from guillemet.ui.changes.file_delegate import letter_colour
from guillemet.ui.changes.message_guides import MessageGuides
from guillemet.ui.changes.run_output import RunOutput
from guillemet.ui.style import style
from guillemet.ui.widgets.context_menu import PathAction, path_entries, show_menu
from guillemet.ui.widgets.controls import IconButton, PushButton, button, elided_path, label, set_caption
from guillemet.ui.widgets.fields import CheckBox, DraftBox, draw_check_box
from guillemet.ui.widgets.layouts import FlowLayout, fill
from guillemet.ui.widgets.tab_order import go_to_row, holds_focus
from guillemet.ui.wording import LETTERS, accepted_in_short, counted, hunks_accepted, plain_tip, seen, shortened

_LINE_ROLE = int(Qt.ItemDataRole.UserRole)
_STATE_ROLE = _LINE_ROLE + 1
Index = QModelIndex | QPersistentModelIndex
_WRITE_MESSAGE = "Write a message to commit."
_MOST_NOTES = 3
_BOX = 14
"""Pixels of a box to tick."""
_ROOM = ((760, 6, 8), (660, 5, 3), (0, 2, 3))
"""The least height of the window, and how many paths, at least, and lines of the message are shown from there on."""
_MOST_ROWS = 10
"""Paths that are shown at once where the list of changes leaves room for them."""
_NEEDS = {
    Need.HOOKS: "hooks",
    Need.SIGNING: "a signing program",
    Need.FILTERS: "filters",
}


class CommitLines(QListView):
    """One row a path: box, letter, path, and whether it is staged; as high as its rows, up to some.

    A press shows the file; one on its box, or Space, includes it in the commit or leaves it out.

    Signals: `path_action_requested(PathAction, tuple[str, ...])` from the menu; `inclusion_requested(tuple[str, ...],
    included)`; `own_lines_requested(tuple[str, ...], included)`, also when a file is ticked that is left out for them.
    """

    path_action_requested = Signal(object, tuple)
    own_lines_requested = Signal(tuple, bool)
    inclusion_requested = Signal(tuple, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = _Lines(self)
        self._least_rows = 4
        self._is_on_box = False
        """Whether the mouse was released on the box of a row."""
        self.setModel(self._lines)
        self.setItemDelegate(_Delegate(self))
        self.setProperty("role", "list")
        self.setUniformItemSizes(True)
        self.setSelectionMode(self.selectionMode().SingleSelection)
        self.setVerticalScrollMode(self.verticalScrollMode().ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(self.editTriggers().NoEditTriggers)
        self.setAccessibleName("What will be committed")
        self._lines.toggled.connect(self._toggle)
        self.clicked.connect(self._take_click)
        self.activated.connect(self._show)

    def set_lines(self, lines: tuple[CommitLine, ...], parts: Mapping[str, tuple[str, str]]) -> None:
        """List these lines; `parts` says in words and in short what is accepted of a file, where not all of it is."""
        scroll = self.verticalScrollBar().value()
        self._lines.set_lines(lines, parts)
        self.setAccessibleName(f"What will be committed: {counted(len(lines), 'path')}")
        self.updateGeometry()
        self.verticalScrollBar().setValue(scroll)

    def set_least_rows(self, count: int) -> None:
        """Show this many rows, if there are, however little room there is."""
        if count != self._least_rows:
            self._least_rows = count
            self.updateGeometry()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show what can be done with a path, by the mouse or the Menu key."""
        is_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if is_key else self.indexAt(event.pos())
        if index.isValid():
            go_to_row(self, index)
            line: CommitLine = index.data(_LINE_ROLE)
            actions = (PathAction.SHOW, PathAction.OPEN, PathAction.REVEAL, PathAction.COPY)
            spot = self.visualRect(index).center() if is_key else event.pos()
            entries = path_entries(actions, [line.path], self.path_action_requested.emit)
            if line.holds_own:
                words = "Commit without my own lines" if line.with_own else "Commit with my own lines"
                entries.append((words, lambda: self.own_lines_requested.emit((line.path,), not line.with_own)))
            entries += self._inclusion_entries(line)
            show_menu(self, entries, self.viewport().mapToGlobal(spot))

    def _inclusion_entries(self, line: CommitLine) -> list[tuple[str, Callable[[], None]]]:
        """Return what the menu of a line offers to include in the commit, or to leave out."""
        others = [one for one in self._lines.lines if _is_optional(one) and one != line]
        taken = tuple(one.path for one in others if not one.is_left_out)
        left_out = tuple(one.path for one in (*others, line) if one.is_by_choice)
        wanted = (
            (_is_optional(line) and not line.is_left_out, "Leave out of the commit", (line.path,), False),
            (line.is_by_choice, "Include in the commit", (line.path,), True),
            (bool(taken) and _is_optional(line), "Leave all others out of the commit", taken, False),
            (len(left_out) > 1 or (left_out and not line.is_by_choice), "Include all in the commit", left_out, True),
        )
        emit = self.inclusion_requested.emit
        return [(words, partial(emit, paths, included)) for applies, words, paths, included in wanted if applies]

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        self._is_on_box = index.isValid() and _box(self.visualRect(index)).contains(event.position().toPoint())
        super().mouseReleaseEvent(event)

    def _toggle(self, line: CommitLine) -> None:
        signal = self.own_lines_requested if _needs_own_lines(line) else self.inclusion_requested
        signal.emit((line.path,), line.is_left_out)

    def _take_click(self, index: Index) -> None:
        if not self._is_on_box:
            self._show(index)

    def _show(self, index: Index) -> None:
        line: CommitLine = index.data(_LINE_ROLE)
        self.path_action_requested.emit(PathAction.SHOW, (line.path,))

    def sizeHint(self) -> QSize:
        return QSize(200, self._height_of(_MOST_ROWS))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self._height_of(self._least_rows))

    def _height_of(self, most: int) -> int:
        """Return the height of the rows, up to so many of them."""
        rows = min(max(self._lines.rowCount(), 1), most)
        return rows * (self.fontMetrics().height() + style.GAP) + 2 * style.LIST_EDGE


def _is_optional(line: CommitLine) -> bool:
    """Whether the user can say if the file is committed: nothing else stands against it."""
    return line.is_by_choice or not line.is_left_out


def _needs_own_lines(line: CommitLine) -> bool:
    """Whether the file is left out for the user's own lines, and can be committed with them."""
    return line.holds_own and not _is_optional(line)


def _can_be_ticked(line: CommitLine) -> bool:
    return _is_optional(line) or _needs_own_lines(line)


class _Lines(QAbstractListModel):
    """Signals: `toggled(CommitLine)`, a line as it was then."""

    toggled = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.lines: tuple[CommitLine, ...] = ()
        self._parts: Mapping[str, tuple[str, str]] = {}

    def set_lines(self, lines: tuple[CommitLine, ...], parts: Mapping[str, tuple[str, str]]) -> None:
        if (lines, parts) == (self.lines, self._parts):
            return
        if [line.path for line in lines] == [line.path for line in self.lines]:
            self.lines, self._parts = lines, parts  # the current row stays
            self.dataChanged.emit(self.index(0), self.index(len(lines) - 1))
            return
        self.beginResetModel()
        self.lines, self._parts = lines, parts
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.lines)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        can_be_ticked = index.isValid() and _can_be_ticked(self.lines[index.row()])
        return flags | Qt.ItemFlag.ItemIsUserCheckable if can_be_ticked else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: ARG002
        """Ask to include a line or to leave it out; it changes with the review."""
        if role == Qt.ItemDataRole.CheckStateRole and index.isValid() and _can_be_ticked(self.lines[index.row()]):
            self.toggled.emit(self.lines[index.row()])
        return False

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self.lines[index.row()]
        part, in_short = self._parts.get(line.path, ("", ""))
        match role:
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Unchecked if line.is_left_out else Qt.CheckState.Checked
            case Qt.ItemDataRole.DisplayRole:
                return seen(line.path)
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                moved = f" from {seen(line.moved_from)}" if line.kind is Kind.MOVED else ""
                parts = (seen(line.path), line.kind + moved, _state(line, part), seen(line.note))
                words = ", ".join(filter(None, parts))
                return plain_tip(words) if role == Qt.ItemDataRole.ToolTipRole else words
            case int(asked) if asked == _STATE_ROLE:
                return _state(line, in_short)  # the path needs the room
            case _:
                return line if role == _LINE_ROLE else None


def _state(line: CommitLine, part: str) -> str:
    """Return what is known of a line, by words on how much of the file is accepted."""
    if line.is_left_out:
        return "left out"
    return f"{part} staged".lstrip() if line.is_staged else part or "accepted"


def _box(row: QRect) -> QRect:
    """Return where the box of a row stands."""
    return QRect(row.left() + style.GAP, row.center().y() - _BOX // 2 + 1, _BOX, _BOX)


class _Delegate(QStyledItemDelegate):
    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """Toggle a row by its box or by Space."""
        if isinstance(event, QMouseEvent):
            is_on_box = _box(option.rect).contains(event.position().toPoint())
            is_meant = is_on_box and event.button() is Qt.MouseButton.LeftButton
            if event.type() is QEvent.Type.MouseButtonPress:
                return False  # Qt makes it the current row
            is_done = event.type() is QEvent.Type.MouseButtonRelease
        else:
            is_meant = is_done = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space
        if is_meant and is_done:
            model.setData(index, None, Qt.ItemDataRole.CheckStateRole)
        return is_meant

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002
        return QSize(80, QFontMetrics(option.font).height() + style.GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line: CommitLine = index.data(_LINE_ROLE)
        theme = style.current().theme
        is_current = bool(option.state & QStyle.StateFlag.State_HasFocus)
        back = theme.selection if is_current else theme.pane
        painter.save()
        painter.fillRect(option.rect, QColor(back))
        box = _box(option.rect)
        draw_check_box(painter, box, is_checked=not line.is_left_out, is_enabled=_can_be_ticked(line))
        area = option.rect.adjusted(box.right() + style.GAP - option.rect.left(), 0, -style.GAP, 0)
        small = style.small_font(option.font)
        state: str = index.data(_STATE_ROLE)
        chip = style.chip_size(state, small)
        chip_box = QRect(
            area.right() - chip.width(), area.center().y() - chip.height() // 2, chip.width(), chip.height()
        )
        painter.setFont(small)
        colour = theme.good if line.is_staged and not line.is_left_out else theme.dim
        style.draw_chip(painter, chip_box, state, colour=colour, back=theme.pane)
        bold = QFont(option.font)
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(letter_colour(line.kind, theme))
        letter = QRect(area.left(), area.top(), QFontMetrics(bold).horizontalAdvance("M") + style.TIGHT, area.height())
        painter.drawText(letter, Qt.AlignmentFlag.AlignVCenter, LETTERS[line.kind])
        font = QFont(option.font)
        font.setStrikeOut(not _is_optional(line))
        painter.setFont(font)
        painter.setPen(QColor(theme.dim if line.is_left_out else theme.text))
        path = QRect(
            letter.right() + style.TIGHT, area.top(), chip_box.left() - letter.right() - 3 * style.TIGHT, area.height()
        )
        text = elided_path(QFontMetrics(font), seen(line.path), path.width())
        painter.drawText(path, Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()


class AuthorFields(QFrame):
    """Name and address.

    changed: either was edited.
    submitted: Return was pressed in one of them.
    """

    changed = Signal()
    submitted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setAccessibleName("Author of the commit")
        form = QFormLayout()
        form.setSpacing(style.GAP)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._name = self._field("Name", form)
        self._address = self._field("Address", form)
        self._address.setPlaceholderText("you@example.org")
        self._remember = CheckBox("Remember for this repository")
        self._remember.setAccessibleName("Remember name and address for this repository")
        self._remember.setChecked(True)
        fill(
            QVBoxLayout(self),
            label("Git does not know who you are. Name and address stand in every commit."),
            form,
            self._remember,
            margins=(style.WIDE, style.GAP),
            gap=style.GAP,
        )

    @property
    def name(self) -> str:
        return self._name.text().strip()

    @property
    def address(self) -> str:
        return self._address.text().strip()

    @property
    def is_remembered(self) -> bool:
        """Whether the repository's configuration is to hold them from now on."""
        return self._remember.isChecked()

    def focus(self) -> None:
        (self._address if self.name else self._name).setFocus()

    def _field(self, name: str, form: QFormLayout) -> QLineEdit:
        field = QLineEdit()
        field.setAccessibleName(name)
        field.textChanged.connect(self.changed)
        field.returnPressed.connect(self.submitted)
        caption = QLabel(name)
        caption.setBuddy(field)
        form.addRow(caption, field)
        return field


class CommitPanel(QFrame):
    """Shows `Review.commit` and emits what the user wants of it; `committing` and `pushing` show what runs.

    stage_requested: put what is accepted into the index.
    draft_changed: the message was changed.
    message_requested: let the model write the message.
    path_action_requested(PathAction, paths): from the menu of a path.
    own_lines_requested(paths, included): commit these files with the user's own lines, or without them.
    inclusion_requested(paths, included): include these files in commits, or leave them out.
    hooks_requested: show the repository's hooks.
    commit_requested(CommitRequest): commit exactly what is listed.
    """

    stage_requested = Signal()
    commit_requested = Signal(object)
    own_lines_requested = Signal(tuple, bool)
    inclusion_requested = Signal(tuple, bool)
    hooks_requested = Signal()
    path_action_requested = Signal(object, tuple)
    message_requested = Signal()
    draft_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = self._unstaged = 0
        self._listed: tuple[CommitLine, ...] = ()
        self._is_committing = False
        self._own_lines_of: tuple[str, ...] = ()
        """The files that the button offers to commit with the user's own lines."""
        self.setProperty("role", "footer")
        self._build()
        self._show_state()

    @property
    def draft(self) -> str:
        return self._message.toPlainText()

    def set_review(self, review: Review) -> None:
        """List what this review would commit; the draft stays."""
        lines = review.commit
        self._lines.set_lines(lines, _parts(review))
        self._lines.setVisible(bool(lines))
        self._count = sum(not line.is_left_out for line in lines)
        self._listed = lines
        self._unstaged = sum(not (line.is_staged or line.is_left_out) for line in lines)
        set_caption(self._stage, f"Stage {counted(self._unstaged, 'file')}" if self._unstaged else "All staged")
        self._where = "" if review.head.is_detached else f" to {shortened(seen(review.head.branch))}"
        self._offer_own_lines(lines)
        self._more.setVisible(bool(lines))
        for control in (self._stage, self._commit, self._write):
            control.setVisible(self._count > 0)
        self._message.set_least(2 if lines else 1)
        self._show_notes([f"{seen(line.path)}: {seen(line.note)}" for line in lines if line.note])
        self._needs.setText(_needs(review))
        self._needs.setVisible(bool(review.needs))
        self._hooks.setVisible(Need.HOOKS in review.needs)
        self._show_state()

    def _show_notes(self, notes: Sequence[str]) -> None:
        more = len(notes) - _MOST_NOTES
        self._notes.setText("\n".join((*notes[:_MOST_NOTES], *([f"… {more:,} more"] if more > 0 else []))))
        self._notes.setVisible(bool(notes))

    def set_actions(self, actions: Sequence[QAction]) -> None:
        """Offer these beside the button that commits."""
        self._menu.addActions(list(actions))

    def set_committing(self, *, is_on: bool) -> None:
        """Let no second commit begin while one runs."""
        if is_on is not self._is_committing:
            self._is_committing = is_on
            self._show_state()

    def amend(self) -> None:
        """Ask to put what is listed into the last commit, with the draft as its message, or the one that it has."""
        self.commit_requested.emit(CommitRequest(self.draft.strip(), amend=True, seen=self._listed))

    def commit(self) -> None:
        """Ask for the commit; where there is no message yet, it is written first."""
        self._submit()

    def commit_and_push(self) -> None:
        """Ask for the commit, and for a push after it."""
        self._submit(pushes=True)

    def ask_branch(self) -> None:
        """Ask for the name of a new branch to commit to."""
        self._branch.show()
        self._branch.setFocus()
        self._show_state()

    def set_writing(self, is_writing: bool) -> None:
        """Show whether a model writes the message just now."""
        set_caption(self._write, "Writing…" if is_writing else "Write message")
        self._write.setEnabled(not is_writing)

    def set_room(self, height: int) -> None:
        """List fewer paths in a window of little height, in pixels, and show fewer lines of the message."""
        rows, lines = next((rows, lines) for least, rows, lines in _ROOM if height >= least)
        self._lines.set_least_rows(rows)
        self._message.set_most(lines)

    def set_draft(self, text: str) -> None:
        """Put a message into the box; Ctrl+Z brings back what was there."""
        self._message.replace_all(text)

    def offer_draft(self, text: str) -> None:
        """Put a message into the box unless another one was begun."""
        if not self.draft.strip():
            self.set_draft(text)

    def take_draft(self, text: str) -> None:
        """Empty the box if it holds just this message, with which a commit was made; what was written since stays."""
        if self.draft.strip() == text.strip():
            self._message.clear()
        self._author.hide()
        self._leave_branch()

    def clear_draft(self) -> None:
        """Empty the box for another repository, so that Ctrl+Z brings nothing back there."""
        self._message.clear()
        self._author.hide()
        self._leave_branch()

    def ask_author(self) -> None:
        """Ask for name and address, and commit with them next time."""
        self._author.show()
        self._author.focus()
        self._show_state()

    def focus_message(self) -> None:
        self._message.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: ARG002
        self.focus_message()

    def _build(self) -> None:
        self._lines = CommitLines()
        self._lines.path_action_requested.connect(self.path_action_requested)
        self._notes = label("", "warn")
        self._needs = label("", "dim")
        self._message = DraftBox("Commit message", submit=Act.COMMIT)
        self._guides = MessageGuides(self._message)
        self._message.textChanged.connect(self._show_state)
        self._message.textChanged.connect(self.draft_changed)
        self._message.submitted.connect(self._submit)
        self._author = AuthorFields()
        self._author.hide()
        self._author.changed.connect(self._show_state)
        self._author.submitted.connect(self._submit)
        self._why = label(_WRITE_MESSAGE, "dim")
        kept = self._why.sizePolicy()
        kept.setRetainSizeWhenHidden(True)  # no button moves while the message is typed
        self._why.setSizePolicy(kept)
        self._build_branch_field()
        self._own: QPushButton = button(
            "Commit with my own lines",
            tip="Commits what is left out for them as it is on disk, with your uncommitted lines",
            clicked=self._request_own_lines,
        )
        self._hooks: QPushButton = button("Look at the hooks", "fold", clicked=self.hooks_requested)
        self.committing = RunOutput("Committing", "commit")
        self.pushing = RunOutput("Pushing", "push")
        self._menu = QMenu(self)
        self._more: IconButton = IconButton("more", "More ways to commit", self)
        self._more.setMenu(self._menu)
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._more.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._stage: QPushButton = button("Stage 0 files", clicked=self.stage_requested)
        self._commit: PushButton = button("Commit 0 files", "primary", clicked=self._submit)
        show_keys(self._commit, "{COMMIT} in the message ({FOCUS_MESSAGE})")
        self._write: QPushButton = button(
            "Write message",
            "quiet",
            tip="Let the model write the message from what will be committed; you can change it",
            clicked=self.message_requested,
        )
        self._lines.own_lines_requested.connect(self.own_lines_requested)
        self._lines.inclusion_requested.connect(self.inclusion_requested)
        self._lay_out()

    def _build_branch_field(self) -> None:
        self._where = ""
        self._branch = QLineEdit()
        self._branch.setAccessibleName("New branch")
        self._branch.setPlaceholderText("Name of the new branch")
        self._branch.textChanged.connect(self._show_state)
        self._branch.returnPressed.connect(self._submit)
        leave = QShortcut(QKeySequence(Qt.Key.Key_Escape), self._branch, context=Qt.ShortcutContext.WidgetShortcut)
        leave.activated.connect(self._leave_branch)

    def _lay_out(self) -> None:
        for one in (self._commit, self._stage, self._write):
            # Each has its place whatever it says: none changes its row when its words or the width do.
            one.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        fill(
            QVBoxLayout(self),
            # The panel grows upwards: what comes and goes stands above what is pressed.
            self._notes,
            FlowLayout(self._own, gap=style.TIGHT),
            self._lines,
            self._message,
            self._author,
            self._branch,
            fill(QHBoxLayout(), (self._commit, 1), (self._more, 0, Qt.AlignmentFlag.AlignRight), gap=style.TIGHT),
            fill(QHBoxLayout(), (self._stage, 1), (self._write, 1), gap=style.TIGHT),
            self.committing,
            self.pushing,
            self._needs,
            FlowLayout(self._hooks, gap=style.TIGHT),
            self._why,
            margins=style.GAP,
            gap=style.TIGHT,
        )
        hidden: list[QWidget] = [self._lines, self._stage, self._commit, self._more, self._write, self._notes]
        hidden += [self._needs, self._own, self._branch, self._hooks]
        for part in hidden:
            part.hide()

    def _obstacle(self) -> str:
        """Return why nothing can be committed now, and what to do; empty when it can."""
        if not self._count and self._listed:
            return _all_left_out(self._listed)
        if not self._count:
            return "Nothing to commit yet: accept a file first."
        if not self.draft.strip():
            return _WRITE_MESSAGE
        if self._author.isVisibleTo(self) and not (self._author.name and self._author.address):
            return "Fill in name and address to commit."
        if self._branch.isVisibleTo(self) and not self._branch.text().strip():
            return "Name the new branch to commit."
        return ""

    def _offer_own_lines(self, lines: Sequence[CommitLine]) -> None:
        """Offer to commit the files that are left out for the user's own lines with these."""
        self._own_lines_of = left_out = tuple(line.path for line in lines if _needs_own_lines(line))
        if left_out:
            name = shortened(seen(left_out[0].rpartition("/")[2]))
            what = name if len(left_out) == 1 else counted(len(left_out), "file")
            set_caption(self._own, f"Commit {what} with my own lines")
        self._own.setVisible(bool(left_out))

    def _request_own_lines(self) -> None:
        self.own_lines_requested.emit(self._own_lines_of, True)  # noqa: FBT003  a signal's argument

    def _leave_branch(self) -> None:
        if self._branch.hasFocus():
            self.focus_message()
        self._branch.clear()
        self._branch.hide()
        self._show_state()

    def _show_state(self) -> None:
        name = shortened(seen(self._branch.text().strip())) or "a new branch"
        branch = name if self._branch.isVisibleTo(self) else ""
        set_caption(self._commit, f"Commit {counted(self._count, 'file')}{f' to {branch}' if branch else self._where}")
        self._commit.set_shorter(f"Commit {counted(self._count, 'file')}", f"Commit {self._count:,}")
        obstacle = "The commit is being made." if self._is_committing else self._obstacle()
        self._commit.setEnabled(not obstacle)
        self._commit.setAccessibleDescription(obstacle)
        self._stage.setEnabled(self._unstaged > 0 and not self._is_committing)
        advice = obstacle or self._guides.words
        self._why.setText(advice or _WRITE_MESSAGE)
        self._why.setVisible(bool(advice))

    def _submit(self, *, pushes: bool = False) -> None:
        if self._obstacle():
            if not holds_focus(self) or pushes or not self.draft.strip():
                self.focus_message()  # asked for elsewhere; here it stands why not
            return
        asks = self._author.isVisibleTo(self)
        author = (self._author.name, self._author.address) if asks else None
        branch = self._branch.text().strip() if self._branch.isVisibleTo(self) else ""
        is_remembered = asks and self._author.is_remembered
        self.commit_requested.emit(
            CommitRequest(
                self.draft.strip(),
                author,
                is_author_remembered=is_remembered,
                branch=branch,
                pushes=pushes,
                seen=self._listed,
            )
        )


def _all_left_out(lines: Sequence[CommitLine]) -> str:
    """Return that nothing of these lines is committed, and what to do."""
    left_out = "Nothing to commit: all that is listed is left out."
    if any(map(_is_optional, lines)):
        return f"{left_out} Tick a file to commit it."
    if any(map(_needs_own_lines, lines)):
        return f"{left_out} Tick a file to commit it with your own lines."
    return f"{left_out} The lines above it say why." if any(line.note for line in lines) else left_out


def _parts(review: Review) -> dict[str, tuple[str, str]]:
    """Return how many hunks are accepted of the files in which others wait or were rejected."""
    return {file.path: (hunks_accepted(file), accepted_in_short(file)) for file in review.files if file.divided}


def _needs(review: Review) -> str:
    details = review.need_details or tuple(_NEEDS[need] for need in Need if need in review.needs)
    return f"This repository's commits run: {seen(', '.join(details))}"
