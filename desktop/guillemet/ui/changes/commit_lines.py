"""The list of what will be committed: a row for each path, with a box that leaves it out."""

from collections.abc import Callable, Mapping
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
    QColor,
    QContextMenuEvent,
    QCursor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import QListView, QSizePolicy, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from guillemet.engine.review import CommitLine, Kind
from guillemet.engine.text import counted
from guillemet.ui.changes.file_delegate import letter_colour
from guillemet.ui.style import style
from guillemet.ui.widgets.context_menu import PathAction, path_entries, show_menu
from guillemet.ui.widgets.controls import elided_path
from guillemet.ui.widgets.fields import draw_check_box
from guillemet.ui.widgets.tab_order import go_to_row
from guillemet.ui.wording import LETTERS, plain_tip, seen

_LINE_ROLE = int(Qt.ItemDataRole.UserRole)
_STATE_ROLE = _LINE_ROLE + 1
Index = QModelIndex | QPersistentModelIndex
_BOX = 14
"""Pixels of a box to tick."""
_MOST_ROWS = 16
"""Paths that are shown at once where the list of changes leaves room for them."""


class CommitLines(QListView):
    """One row a path: box, letter, path, and whether it is staged; as high as its rows, up to some.

    A press shows the file; one on its box, or Space, includes it in the commit or leaves it out.

    Signals: `path_action_requested(PathAction, tuple[str, ...])` from the menu; `inclusion_requested(tuple[str, ...],
    included)`; `own_lines_requested(tuple[str, ...], included)`, also when a file is ticked that is left out for them;
    `reset_requested(tuple[str, ...])` to reset the decisions on a file of the review.
    """

    path_action_requested = Signal(object, tuple)
    own_lines_requested = Signal(tuple, bool)
    inclusion_requested = Signal(tuple, bool)
    reset_requested = Signal(tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = _Lines(self)
        self._decided: Mapping[str, str] = {}
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

    def set_lines(
        self, lines: tuple[CommitLine, ...], parts: Mapping[str, tuple[str, str]], decided: Mapping[str, str]
    ) -> None:
        """List these lines; `parts` says in words and in short what is accepted of a file, where not all of it is.

        `decided` has the paths of the files on which something was decided in the review, by where they lie now.
        """
        self._decided = decided
        scroll = self.verticalScrollBar().value()
        self._lines.set_lines(lines, parts)
        self.setAccessibleName(f"What will be committed: {counted(len(lines), 'path')}")
        self.updateGeometry()
        self.verticalScrollBar().setValue(scroll)

    @property
    def current(self) -> CommitLine | None:
        """The line at which the keys are, while they are in the list, or only a palette is in front of it."""
        line: CommitLine | None = self.currentIndex().data(_LINE_ROLE)
        return line if self.window().focusWidget() is self else None

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
                words = "Leave my own lines out" if line.with_own else "Include my own lines"
                entries.append((words, lambda: self.own_lines_requested.emit((line.path,), not line.with_own)))
            entries += self._inclusion_entries(line)
            if file := self._decided.get(line.path):
                entries.append(("Reset the decision", partial(self.reset_requested.emit, (file,))))
            show_menu(self, entries, self.viewport().mapToGlobal(spot))

    def _inclusion_entries(self, line: CommitLine) -> list[tuple[str, Callable[[], None]]]:
        """Return what the menu of a line offers to include in the commit, or to leave out."""
        others = [one for one in self._lines.lines if is_optional(one) and one != line]
        taken = tuple(one.path for one in others if not one.is_left_out)
        left_out = tuple(one.path for one in (*others, line) if one.has_left_out)
        wanted = (
            (is_optional(line) and not line.is_left_out, "Leave out of the commit", (line.path,), False),
            (line.is_by_choice, "Include in the commit", (line.path,), True),
            (bool(line.hunks[1]), "Include all hunks in the commit", (line.path,), True),
            (bool(taken) and is_optional(line), "Leave all others out of the commit", taken, False),
            (len(left_out) > 1 or (left_out and not line.has_left_out), "Include all in the commit", left_out, True),
        )
        emit = self.inclusion_requested.emit
        return [(words, partial(emit, paths, included)) for applies, words, paths, included in wanted if applies]

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        self._is_on_box = index.isValid() and _box(self.visualRect(index)).contains(event.position().toPoint())
        super().mouseReleaseEvent(event)

    def _toggle(self, line: CommitLine) -> None:
        signal = self.own_lines_requested if line.needs_own_lines else self.inclusion_requested
        signal.emit((line.path,), line.is_left_out or bool(line.hunks[1]))

    def _take_click(self, index: Index) -> None:
        if not self._is_on_box:
            self._show(index)

    def _show(self, index: Index) -> None:
        line: CommitLine = index.data(_LINE_ROLE)
        self.path_action_requested.emit(PathAction.SHOW, (line.path,))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the rows below the pointer in their places: the panel grows upwards."""
        super().resizeEvent(event)
        view, bar = self.viewport(), self.verticalScrollBar()
        if view.rect().contains(view.mapFromGlobal(QCursor.pos())):
            bar.setValue(bar.value() + event.oldSize().height() - event.size().height())

    def sizeHint(self) -> QSize:
        return QSize(200, self._height_of(_MOST_ROWS))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self._height_of(self._least_rows))

    def _height_of(self, most: int) -> int:
        """Return the height of the rows, up to so many of them."""
        rows = min(max(self._lines.rowCount(), 1), most)
        return rows * (self.fontMetrics().height() + style.GAP) + 2 * style.LIST_EDGE


def is_optional(line: CommitLine) -> bool:
    """Whether the user can say if the file is committed: nothing else stands against it."""
    return line.is_by_choice or not line.is_left_out


def _can_be_ticked(line: CommitLine) -> bool:
    return is_optional(line) or line.needs_own_lines


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
                is_in_part = Qt.CheckState.PartiallyChecked if line.hunks[1] else Qt.CheckState.Checked
                return Qt.CheckState.Unchecked if line.is_left_out else is_in_part
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
    included, count = line.hunks
    if count:
        return f"{included:,} of {count:,} hunks"
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
        is_checked, is_in_part = not line.is_left_out, bool(line.hunks[1])
        draw_check_box(painter, box, is_checked=is_checked, is_enabled=_can_be_ticked(line), is_in_part=is_in_part)
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
        font.setStrikeOut(not is_optional(line))
        painter.setFont(font)
        painter.setPen(QColor(theme.dim if line.is_left_out else theme.text))
        path = QRect(
            letter.right() + style.TIGHT, area.top(), chip_box.left() - letter.right() - 3 * style.TIGHT, area.height()
        )
        text = elided_path(QFontMetrics(font), seen(line.path), path.width())
        painter.drawText(path, Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()
