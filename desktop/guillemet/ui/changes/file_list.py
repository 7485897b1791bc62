"""The list of changes, with a key for each decision: groups that fold, in them files, flat or as a tree, commands."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyleOptionViewItem, QWidget

from guillemet.engine.review import Badge, CommitLine, Decision, SuggestionReview
from guillemet.ui import badges
from guillemet.ui.actions import DECIDING, Act, KeyScope
from guillemet.ui.changes.commit_boxes import CommitBoxes
from guillemet.ui.changes.file_delegate import FileDelegate
from guillemet.ui.changes.file_menus import FileMenus
from guillemet.ui.changes.file_rows import (
    CommandRow,
    FileRow,
    FolderRow,
    Group,
    GroupRow,
    Row,
    arranged,
    beside_command,
    files_in,
    files_of_key,
    in_order,
    key_of_head,
    keys_above,
    next_fitting,
    place_above,
    row_of,
)
from guillemet.ui.changes.folded_rows import FoldedRows
from guillemet.ui.changes.head_buttons import HeadButtons
from guillemet.ui.changes.rows_model import Index, RowsModel, has_badges
from guillemet.ui.changes.suggested_commands import command_entries
from guillemet.ui.shortcuts import act_pressed
from guillemet.ui.widgets.context_menu import Entry, show_menu
from guillemet.ui.widgets.controls import QuickPresses, claims_escape
from guillemet.ui.widgets.reading_pause import ReadingPause
from guillemet.ui.widgets.tab_order import go_to_row
from guillemet.ui.wording import back_to_first

_MEASURED = 40
"""Rows that are measured one by one where the height of all is wanted: more fit in no window."""


class FileList(QListView):
    """Lists what is to decide, what was decided, and what waits for the commit; below it the suggested commands.

    Space accepts, Delete rejects, Return opens, n finds the next undecided, ] and [ step; Left and Right fold. Of an
    accepted file, Space, or a press on its box, includes it in the commit or leaves it out.

    Signals: `file_picked(str)` with the path of the new current file; `file_clicked(str)` with that of a clicked one;
    `block_picked(int)` when the current file has nothing but blocks that are in no file, with the number of the first;
    `file_opened(str)` when its diff should get the focus; `accept_requested(tuple[str, ...])`, `reject_requested(…)`;
    `reconsider_requested(…)` to reset decisions; `dismiss_requested(tuple[int, ...])` with blocks that are in no file;
    `reviewed_requested(tuple[str, ...])` to mark files as reviewed, or not; `path_action_requested(PathAction,
    tuple[str, ...])` from the menu; `mark_picked(path, word)` when a badge was pressed;
    `command_picked(SuggestionReview)` when the user wants to see what a command would do; `command_dismissed(str)` with
    one to be offered no more; `filter_left()` when Escape was pressed while files are filtered; `nothing_undecided()`
    when such a file was asked for in vain; `nothing_to_decide(is_to_settle)` where it is to be settled, or none;
    `came_back(path, words)` to say that the next file is above, once it is shown. A key that is too soon is held back.
    """

    file_picked = Signal(str)
    file_clicked = Signal(str)
    block_picked = Signal(int)
    file_opened = Signal(str)
    accept_requested = Signal(tuple)
    dismiss_requested = Signal(tuple)
    reviewed_requested = Signal(tuple)
    path_action_requested = Signal(object, tuple)
    command_picked = Signal(object)
    command_dismissed = Signal(str)
    mark_picked = Signal(str, str)
    filter_left = Signal()
    nothing_undecided = Signal()
    nothing_to_decide = Signal(bool)
    came_back = Signal(str, str)
    _is_filtered = False
    reject_requested = Signal(tuple)
    reconsider_requested = Signal(tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = RowsModel(self)
        self._delegate = FileDelegate(lambda index: self._rows.rows[index.row()], self)
        self._files: tuple[FileRow, ...] = ()
        self._commands: tuple[CommandRow, ...] = ()
        self._folded = FoldedRows()
        self._as_tree = False
        self._pointer: QPoint | None = None
        self._took_press = self._has_slid = False
        """Whether another row came to the pointer since that was moved."""
        self._picked = ""
        """The key of the file that was current last; it stays so while its row is folded away."""
        self._is_restoring = self._is_elsewhere = self._is_standing_in = False
        """Whether a head or folder is current only because the file in it is folded away."""
        self._is_picked_by_qt = False
        """Whether a row is just being picked of which Qt says itself what is selected with it."""
        self.pause = ReadingPause(self)
        self.boxes = CommitBoxes(self)
        self.head_buttons = HeadButtons(self, self._rows, self._delegate)
        self._rows.toggled.connect(lambda row: self.boxes.toggle([row]))
        self._menus = self._build_menus()
        self._keys = self._table_of_keys()
        self.setModel(self._rows)
        self.setItemDelegate(self._delegate)
        self._delegate.rows_left.connect(self.viewport().update)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.setAccessibleName("Proposed files")
        self.setAccessibleDescription(
            "Space accepts, or includes an accepted file in the commit and leaves it out, Delete rejects, "
            "Return opens the diff, n goes to the next undecided, Left and Right fold"
        )
        self.clicked.connect(self._go_back)
        self.doubleClicked.connect(lambda _: self._open_current())

    def sizeHint(self) -> QSize:
        """Ask for the height of the rows: others have what these leave."""
        count = self._rows.rowCount()
        height = sum(map(self.sizeHintForRow, range(min(count, _MEASURED))))
        return QSize(super().sizeHint().width(), height + max(count - _MEASURED, 0) * self.sizeHintForRow(0))

    @property
    def current_path(self) -> str:
        """The path of the current file; empty when none is, or a head or a folder."""
        row = self._current
        return row.path if isinstance(row, FileRow) else ""

    @property
    def is_beside_files(self) -> bool:
        """Whether a head, a folder or a command is current for its own sake: no file is meant then."""
        return self._current is not None and not (isinstance(self._current, FileRow) or self._is_standing_in)

    @property
    def as_tree(self) -> bool:
        """Whether files stand below their folders."""
        return self._as_tree

    def set_as_tree(self, as_tree: bool) -> None:
        """Show files below their folders, or one below the other with the folder behind the name."""
        if as_tree is not self._as_tree:
            self._as_tree = as_tree
            self._arrange()

    @property
    def current_line(self) -> CommitLine | None:
        """What the commit takes of the file at which the keys are, while they are in the list."""
        row = self._current
        is_at_keys = self.window().focusWidget() is self  # also while a palette is in front of it
        return row.line if is_at_keys and isinstance(row, FileRow) else None

    @property
    def current_command(self) -> str:
        """The suggested command whose row is current; empty when none is."""
        row = self._current
        return row.suggestion.text if isinstance(row, CommandRow) else ""

    def set_commands(self, suggestions: Iterable[SuggestionReview]) -> None:
        """Show these suggested commands below the files."""
        if (commands := tuple(map(CommandRow, suggestions))) != self._commands:
            self._commands = commands
            self._arrange()
            self.head_buttons.place()

    def set_files(self, files: Sequence[FileRow], *, is_filtered: bool = False, unfolds: bool = False) -> None:
        """Show these files; keep selection, current file, what is folded, and scroll position.

        The first undecided file becomes the current one where there was no file before; where the current one goes,
        none is current. While they are filtered, what is folded is remembered apart; nothing is at first, nor where
        the filter is another one, which `unfolds` what was folded since.
        """
        self._is_filtered = is_filtered
        self._folded.filter(is_filtered=is_filtered, unfolds=unfolds)
        had_review = not all(row.is_of_commit_only for row in self._files)
        self._files = tuple(files)
        if not is_filtered:
            self._folded.follow(self._files, self._picked)
        pointed_at = self._key_at_pointer()
        self._arrange()
        self._has_slid = self._has_slid or pointed_at != self._key_at_pointer()
        current = self._current
        is_elsewhere = current is None or (isinstance(current, FileRow) and current.is_of_commit_only)
        if is_elsewhere and not had_review and not all(row.is_of_commit_only for row in self._files):
            _ = self._pick_where(lambda row: row.is_undecided) or self._pick_where(lambda row: row.has_blocks_to_settle)
            if not self.currentIndex().isValid():
                self.pick_next()
        self.head_buttons.place()

    def pick(self, path: str) -> None:
        """Make this file the current one, as a click on it does, and unfold what it stands in."""
        if (row := row_of(self._files, path, self._current)) is not None:
            self._go_to(row)

    def follow(self, path: str, *, is_of_review: bool = True, at_block: bool | None = None) -> None:
        """Make the file the current one that is shown; no signal is emitted, for it is shown already.

        If it is not listed, or something else is shown of it than what is proposed, clear the selection; a click on
        the current row then emits `file_picked` again. Which row is meant if failed blocks have one, says `row_of`.
        """
        if not path and isinstance(self._current, FileRow) and not self._current.path and not self._is_elsewhere:
            return  # of the blocks that name no file, which the user picked
        if not is_of_review and self.hasFocus() and (line := self.current_line) is not None and line.is_left_out:
            return  # by the key at it, which is to be about it again
        row = row_of(self._files, path, self._current, in_commit=not is_of_review, at_block=at_block) if path else None
        is_other = row is not None and not is_of_review and not row.is_of_commit_only
        if row is not None and is_other and row.group is Group.ACCEPTED:
            self._go_to(row)  # keys in the list are about what the commit has of it, and others about no file
            self._is_elsewhere, self._picked = False, ""
            return
        self._is_elsewhere = bool(path) and (row is None or is_other)
        self._picked = row.key if row is not None else ""
        if row is not None and not (is_other and self._rows.place_of(row.key) <= 0):
            self._go_to(row)
        elif not path or is_other:
            self.selectionModel().clear()
        if self._is_elsewhere:
            self._picked = ""
            self.clearSelection()

    def pick_next(self, step: int = 1) -> None:
        """Go this many files down, or up when negative, and stop at the ends."""
        places = [place for place, row in enumerate(self._rows.rows) if isinstance(row, FileRow)]
        here = self.currentIndex().row()
        ahead = [place for place in places[:: 1 if step > 0 else -1] if (place - here) * step > 0]
        if ahead:
            go_to_row(self, self._rows.index(ahead[min(abs(step), len(ahead)) - 1]))

    def pick_beside(self, order: Sequence[str], step: int) -> None:
        """Go to the next listed file in this order, or to the one before when negative, and stop at the ends."""
        places = {row.path: place for place, row in enumerate(self._rows.rows) if isinstance(row, FileRow)}
        listed = [path for path in order if path in places]
        here = self._current.path if isinstance(self._current, FileRow) else ""
        if here not in listed:
            self.pick_next(step)
            return
        at = listed.index(here) + step
        if 0 <= at < len(listed):
            go_to_row(self, self._rows.index(places[listed[at]]))

    def pick_next_undecided(self) -> None:
        """Go to the next file without a decision or with a block to settle, wrapping around; say so where none is."""
        here = self._current
        is_found = self._pick_where(lambda row: row.is_undecided or row.has_blocks_to_settle, tells_back=True)
        is_other = self._current != here or (isinstance(here, FileRow) and here.is_undecided)
        if not (is_found and is_other):
            self.nothing_undecided.emit()

    def pick_any(self) -> None:
        """Go to a file without a decision, else to any."""
        if not self._pick_where(lambda row: row.is_undecided):
            self.pick_next()

    def pick_next_asking(self) -> None:
        """Go to the next file that Accept all leaves out, or whose edits could not be placed."""
        self._pick_where(lambda row: row.group is Group.TO_SETTLE)

    def pick_next_decided(self, decision: Decision) -> None:
        """Go to the next file that was decided so, wrapping around at the end; the list gets the focus."""
        self._pick_where(lambda row: row.file is not None and row.decision is decision)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def pick_command(self) -> bool:
        """Go to the first suggested command that can be run, with the focus; return whether there is one."""
        if (command := next((row for row in self._commands if row.is_open), None)) is not None:
            self._fold(key_of_head(command), is_open=True)
            go_to_row(self, self._rows.index(self._rows.place_of(command.key)))
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        return command is not None

    def decide(self, decision: Decision) -> None:
        """Request this decision for the selected files, or for the shown one while the focus is elsewhere."""
        if not self.pause.holds(self._picked):
            self._decide_meant(self._meant_files(), decision)

    @property
    def chosen_paths(self) -> list[str]:
        """The paths of the files that are selected while the list has the focus."""
        return list(dict.fromkeys(row.path for row in self._selected_files())) if self.hasFocus() else []

    def mark_reviewed(self) -> None:
        """Request to mark the selected files as reviewed, or the shown one while the focus is elsewhere."""
        if paths := tuple(row.path for row in self._meant_files() if row.file is not None):
            self.reviewed_requested.emit(paths)

    def event(self, event: QEvent) -> bool:
        return (self._is_filtered and claims_escape(event)) or super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take the focus; the row that Qt makes the current one for that takes nobody away from what is read beside."""
        self._is_restoring = self._is_elsewhere or all(row.is_of_commit_only for row in self._files)
        super().focusInEvent(event)
        self._is_restoring = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if is_plain and event.key() == Qt.Key.Key_Space and isinstance(self._current, FolderRow):
            self._open_current()  # as in other trees
        elif is_plain and event.key() == Qt.Key.Key_Space and self._toggle_boxes(is_repeated=event.isAutoRepeat()):
            pass
        elif (act := act_pressed(self._keys, event)) is not None:
            if not (act in DECIDING and (event.isAutoRepeat() or self.pause.holds(self._picked))):
                self._keys[act]()
        elif is_plain and event.key() == Qt.Key.Key_Left:
            self._fold_or_leave()
        elif is_plain and event.key() == Qt.Key.Key_Right:
            self._unfold()
        elif event.key() == Qt.Key.Key_Escape and self._is_filtered:
            self.filter_left.emit()
        else:
            super().keyPressEvent(event)

    def _toggle_boxes(self, *, is_repeated: bool) -> bool:
        """Toggle the boxes of the selected files where all of them are accepted; a held key toggles none.

        Return whether they are toggled by this key.
        """
        rows = self._selected_files()
        is_meant = bool(rows) and all(row.group is Group.ACCEPTED for row in rows)
        return is_meant and (is_repeated or self.boxes.toggle(rows))

    def resizeEvent(self, event: QResizeEvent) -> None:
        was_seen = QRect(QPoint(), event.oldSize()).intersects(self.visualRect(self.currentIndex()))
        super().resizeEvent(event)
        if self._commands and event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()  # commands wrap
        if was_seen:
            self.scrollTo(self.currentIndex())
        self.head_buttons.place()

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """Scroll as Qt does; the head above the first file of a group comes into view with it."""
        if index.row() > 0 and isinstance(self._rows.rows[index.row() - 1], GroupRow):
            super().scrollTo(self._rows.index(index.row() - 1), hint)
        super().scrollTo(index, hint)

    @property
    def _seen_of_current(self) -> int:
        return self.viewport().rect().intersected(self.visualRect(self.currentIndex())).height()

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """Lay all rows out again only if one of them may be of another height: in a long list that takes its time."""
        (QAbstractItemView if roles else QListView).dataChanged(self, first, last, roles)

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.head_buttons.place()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.head_buttons.place()

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Pass over the heads of unfolded groups, to which Left leads: nothing of them is shown in the diff."""
        here, to = self.currentIndex().row(), super().moveCursor(action, modifiers)
        row = self._rows.row_at(to)
        if not isinstance(row, GroupRow) or not row.is_open:
            return to
        step = -1 if 0 < to.row() < here else 1
        return self._rows.index(to.row() + step)

    def keyboardSearch(self, search: str) -> None:
        """Disable Qt's search by typing: letters are commands here."""

    def _key_at_pointer(self) -> str:
        """Return the key of the row under the pointer; empty while that is elsewhere."""
        row = None if self._pointer is None else self._rows.row_at(self.indexAt(self._pointer))
        return "" if row is None else row.key

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Leave:
            self._pointer = None
        return super().viewportEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer, self._has_slid = event.position().toPoint(), False
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        is_quick, is_left = QuickPresses.note(event), event.button() is Qt.MouseButton.LeftButton
        self._took_press = is_left and self._press(event, decides=not is_quick)
        if self._took_press:
            event.accept()
            return
        on_row = self.indexAt(event.position().toPoint()).isValid()
        super().mousePressEvent(event)
        if is_left and on_row and not event.modifiers():  # Qt selects what lies there once the press has moved the rows
            self.selectionModel().select(self.currentIndex(), QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._took_press:  # else Qt takes it for the release of the press before
            super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        QuickPresses.note(event)
        # The first press may have put another file in this place, which is not decided unseen.
        self._took_press = self._press(event, decides=False)
        if not self._took_press:
            super().mouseDoubleClickEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show what can be done with the selected rows, by the mouse or the Menu key."""
        is_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if is_key else self.indexAt(event.pos())
        if not index.isValid():
            return
        if index not in self.selectedIndexes():
            go_to_row(self, index)
        spot = self.visualRect(index).center() if is_key else event.pos()
        match self._rows.rows[index.row()]:
            case FileRow():
                entries = self._menus.of_files(self._selected_files())
            case CommandRow() as row:
                entries = command_entries(row, self._open_current, partial(self._dismiss_command, row))
            case head:
                entries = self._menus.of_head(head, files_in(head, self._files))
        show_menu(self, entries, self.viewport().mapToGlobal(spot))

    def entries_of(self, path: str, *, is_of_review: bool) -> list[Entry]:
        """Return what can be done with a file, for a menu in the diff; the keys are about the current file only.

        Nothing is offered to be decided where something else is shown of it than what is proposed.
        """
        where = KeyScope.DIFF if path == self.current_path else None
        rows = [row for row in self._files if row.path == path and not row.is_of_blocks] if is_of_review else []
        return self._menus.of_files(rows, where) if rows else self._menus.of_unlisted(path, where)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        row = self._rows.row_at(current)
        if self._is_restoring:
            return
        self._is_standing_in = False
        if isinstance(row, FileRow) and row.key != self._picked:
            self._pick_for_qt(row)

    def _build_menus(self) -> FileMenus:
        menus = FileMenus(self.boxes, self)
        menus.decided.connect(self._decide)
        menus.fold_requested.connect(lambda key, is_open: self._fold(key, is_open=is_open))
        menus.reconsider_requested.connect(self.reconsider_requested)
        menus.dismiss_requested.connect(self.dismiss_requested)
        menus.reviewed_requested.connect(self.reviewed_requested)
        menus.path_action_requested.connect(self.path_action_requested)
        return menus

    def _table_of_keys(self) -> dict[Act, Callable[[], None]]:
        return {
            Act.ACCEPT_FILE: partial(self._decide_or_fold, Decision.ACCEPTED),
            Act.REJECT_FILE: self._reject_or_dismiss,
            Act.OPEN_IN_DIFF: self._open_current,
            Act.NEXT_UNDECIDED: self.pick_next_undecided,
            Act.NEXT_FILE: self.pick_next,
            Act.PREVIOUS_FILE: partial(self.pick_next, -1),
        }

    @property
    def _current(self) -> Row | None:
        return self._rows.row_at(self.currentIndex())

    def _arrange(self) -> None:
        """Show the rows again after files, folding or arrangement changed; of the current one no less is in view."""
        current, scroll, seen = self._current, self.verticalScrollBar().value(), self._seen_of_current
        selected = [self._rows.rows[index.row()] for index in self.selectedIndexes()]
        rows = arranged(self._files, self._commands, folded=self._folded.keys, as_tree=self._as_tree)
        # Qt asks for the size of each row else, whenever one comes, goes or moves.
        self.setUniformItemSizes(not any(isinstance(row, CommandRow) or has_badges(row) for row in rows))
        if self._rows.set_rows(rows):
            self.updateGeometry()
            self.doItemsLayout()  # first, or the new current row lays out all rows, and the scroll bar once more
            self._restore(current, selected)
            self.verticalScrollBar().setValue(scroll)
        if self._seen_of_current < seen:
            self.scrollTo(self.currentIndex())

    def _restore(self, current: Row | None, selected: Sequence[Row]) -> None:
        """Restore current row and selection after the model was reset."""
        keys = self._keys_to_restore(current)
        place = next((place for key in keys if (place := self._rows.place_of(key)) >= 0), -1)
        self._is_standing_in = place >= 0 and self._rows.rows[place].key != keys[0]
        if place < 0:
            return
        self._is_restoring = True
        try:
            go_to_row(self, self._rows.index(place))
            if current is None or self._rows.rows[place].key != current.key:
                return  # what was selected beside another row would be decided with this one
            chosen = QItemSelectionModel.SelectionFlag.ClearAndSelect
            for index in self._rows.together(selected):
                self.selectionModel().select(index, chosen)
                chosen = QItemSelectionModel.SelectionFlag.Select
        finally:
            self._is_restoring = False

    def _keys_to_restore(self, current: Row | None) -> list[str]:
        """Return the keys of the rows of which the first that is shown becomes the current one."""
        keys: list[str] = []
        if isinstance(current, GroupRow | FolderRow | CommandRow) and not self._is_standing_in:
            keys.append(current.key)
        picked = next((file for file in self._files if file.key == self._picked), None)
        if picked is None and isinstance(current, FileRow) and current.is_of_blocks:
            picked = row_of(self._files, current.path)  # in which they are now, unless they were dismissed
            self._picked = current.path
        if picked is not None:  # it may be folded away, whether it went there itself or its group was folded
            keys += [picked.key, *reversed([*keys_above(picked, as_tree=self._as_tree)])]
        elif not self._is_filtered:  # else it comes back when the filter is lifted
            self._picked = ""
        return keys

    def _go_to(self, row: FileRow) -> None:
        if self._folded.unfold(keys_above(row, as_tree=self._as_tree)):
            self._arrange()
        index = self._rows.index(self._rows.place_of(row.key))
        is_set = self._is_picked_by_qt or self.selectionModel().isSelected(index)
        if index.isValid() and not (is_set and index == self.currentIndex()):  # else what is selected with it stays so
            go_to_row(self, index)

    def _pick(self, row: FileRow) -> None:
        self._picked = row.key
        if row.is_of_commit_only:
            self.boxes.look_requested.emit(row.path)
        elif row.file is not None:
            self.file_picked.emit(row.path)
        else:
            self.block_picked.emit(row.blocks[0])

    def _pick_for_qt(self, row: FileRow) -> None:
        self._is_picked_by_qt = True
        self._pick(row)
        self._is_picked_by_qt = False

    def _pick_where(self, fits: Callable[[FileRow], bool], *, tells_back: bool = False) -> bool:
        """Go to the next file for which this is so, folded or not, round and round; return whether there is one.

        For who is in the list, it is next there; else in the diff, where no file changes its place with its group.
        If asked for, say that it is above.
        """
        listed = [row for row in arranged(self._files, folded=(), as_tree=self._as_tree) if isinstance(row, FileRow)]
        rows = listed if self.hasFocus() else in_order(self._files, as_tree=self._as_tree)
        found, is_above = next_fitting(rows, self._current, fits)
        if found is not None:
            self._go_to(found)
            if is_above and tells_back:
                self.pause.begin(found.key, self.viewport())
                what = "undecided file" if found.is_undecided else "file to settle"
                self.came_back.emit(found.path, back_to_first(what, found.lies_at))
        return found is not None

    def _open_current(self) -> None:
        row = self._current
        if isinstance(row, FileRow):
            if row.file is not None:
                self.file_opened.emit(row.path)
            else:
                self._pick(row)
        elif isinstance(row, CommandRow):
            self.command_picked.emit(row.suggestion)
        elif row is not None:
            self._fold(row.key, is_open=not row.is_open)

    def _decide_or_fold(self, decision: Decision) -> None:
        if isinstance(self._current, CommandRow | GroupRow):
            self._open_current()
        else:
            self._decide_meant(self._selected_files(), decision)

    def _decide_meant(self, rows: Sequence[FileRow], decision: Decision) -> None:
        """Request a decision by a key; of a folder of files to settle, go to the first: each is looked at by itself."""
        folder = self._current if self.hasFocus() and decision is Decision.ACCEPTED else None
        if isinstance(folder, FolderRow) and folder.group is Group.TO_SETTLE:
            self._fold(folder.key, is_open=True)
            self.pick_next()
            self.nothing_to_decide.emit(True)  # noqa: FBT003  a signal
        elif any(row.file is not None for row in rows):
            self._decide(rows, decision)
        else:
            self.nothing_to_decide.emit(False)  # noqa: FBT003  a signal

    def _reject_or_dismiss(self) -> None:
        """Reject the selected files; of those that are not proposed, dismiss the blocks; or dismiss the command."""
        rows, current = self._selected_files(), self._current
        blocks = tuple(number for row in rows if row.file is None for number in row.blocks)
        if isinstance(current, CommandRow) and current.can_be_dismissed:
            self._dismiss_command(current)
        elif not blocks or isinstance(current, FolderRow):
            self._decide_meant(rows, Decision.REJECTED)
        else:
            self.dismiss_requested.emit(blocks)
            self._decide(rows, Decision.REJECTED)

    def _dismiss_command(self, row: CommandRow) -> None:
        """Request that a command is offered no more, and go to one beside it: the next key is about no file then."""
        if (other := beside_command(self._commands, row)) is not None:
            go_to_row(self, self._rows.index(self._rows.place_of(other.key)))
        self.command_dismissed.emit(row.suggestion.text)

    def _fold(self, key: str, *, is_open: bool) -> None:
        self._folded.set(key, is_open=is_open)
        self._arrange()

    def _fold_or_leave(self) -> None:
        """Fold the current head or folder; from anything else go to what it stands in."""
        row = self._current
        if isinstance(row, GroupRow | FolderRow) and row.is_open:
            self._fold(row.key, is_open=False)
        elif (place := place_above(self._rows.rows, self.currentIndex().row())) >= 0:
            go_to_row(self, self._rows.index(place))

    def _unfold(self) -> None:
        if isinstance(row := self._current, GroupRow | FolderRow) and not row.is_open:
            self._fold(row.key, is_open=True)

    def _go_back(self, index: Index) -> None:
        row = self._rows.row_at(index)
        if isinstance(row, FileRow) and (self._is_elsewhere or row.is_of_commit_only or row.is_of_blocks):
            self._pick_for_qt(row)
        elif isinstance(row, FileRow):
            self.file_clicked.emit(row.path)

    def _press(self, event: QMouseEvent, *, decides: bool = True) -> bool:
        """Fold what is under the pointer, or decide the file whose button is; return whether there was one."""
        index = self.indexAt(event.position().toPoint())
        row = self._rows.row_at(index)
        if isinstance(row, GroupRow | FolderRow):
            go_to_row(self, index)
            self._fold(row.key, is_open=not row.is_open)
            return True
        if row is None:
            return False
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.rect = self.visualRect(index)
        if isinstance(row, FileRow):
            return self._press_file(row, index, option, event.position().toPoint(), decides=decides)
        if is_hit := self._delegate.hits_run(option, row, event.position().toPoint()):
            go_to_row(self, index)
            self.command_picked.emit(row.suggestion)
        return is_hit

    def _press_file(
        self, row: FileRow, index: QModelIndex, option: QStyleOptionViewItem, point: QPoint, *, decides: bool
    ) -> bool:
        is_on_box, decision = self._delegate.hits_box(option, row, point), self._delegate.hit(option, row, point)
        if not is_on_box and decision is None:
            mark = self._delegate.mark_at(option, row, point)
            if mark is not None:
                go_to_row(self, index)
                self.mark_picked.emit(row.path, mark.word)
            return mark is not None
        if decides and self._has_slid and row.key != self._picked:
            go_to_row(self, index)  # another file than was pointed at is only shown
        elif decides and decision is not None:  # what is read stays in view beside the decision on another file
            is_refused = decision is Decision.ACCEPTED and badges.UNFINISHED in row.marks
            is_left = decision is not row.decision and not is_refused and self._leave_to_others(index)
            self._decide([row], decision, moves_on=row.key == self._picked and not is_left)
        elif decides:
            self.boxes.toggle([row])
        self._has_slid = self._has_slid and not decides
        return True

    def _leave_to_others(self, index: QModelIndex) -> bool:
        """Take a file that is decided alone out of the selection, if others are in it, and go on to one of these."""
        other = self._rows.file_beside(index, self.selectedIndexes())
        if other.isValid():
            self.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Deselect)
        if other.isValid() and index == self.currentIndex():
            self.selectionModel().setCurrentIndex(other, QItemSelectionModel.SelectionFlag.NoUpdate)
        return other.isValid()

    def _decide(self, rows: Sequence[FileRow], decision: Decision, *, moves_on: bool = True) -> None:
        files = [row.file for row in rows if row.file is not None]
        if not files:
            return
        paths = tuple(file.path for file in files if file.decision is not decision)
        requested = self.accept_requested if decision is Decision.ACCEPTED else self.reject_requested
        requested.emit(paths or tuple(file.path for file in files))
        edited = {row.path for row in self._files if badges.UNFINISHED in row.marks}  # also a moment ago
        is_held = (Badge.CONFLICT in file.badges or file.path in edited for file in files)
        is_refused = decision is Decision.ACCEPTED and all(is_held)
        if moves_on and paths and not is_refused:  # else the user stays, to see why nothing becomes of it
            self._pick_where(lambda row: row.is_undecided and row.path not in paths, tells_back=True)

    def _meant_files(self) -> list[FileRow]:
        """Return what a key of the whole window is about."""
        return self._selected_files() if self.hasFocus() else files_of_key(self._files, self._picked)

    def _selected_files(self) -> list[FileRow]:
        rows = [self._rows.rows[index.row()] for index in sorted(self.selectedIndexes())]
        if len(rows) == 1 and isinstance(rows[0], FolderRow):
            return files_in(rows[0], self._files)
        return [row for row in rows if isinstance(row, FileRow)]
