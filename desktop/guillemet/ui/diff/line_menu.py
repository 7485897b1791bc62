"""The menus of the diff: of the line of the text cursor and what is selected, of a card, of the head of a file."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QLabel, QMenu, QWidget

from guillemet.engine.diff.rows import STEP, RowKind, Unfolding
from guillemet.ui.actions import Act, KeyScope
from guillemet.ui.diff.conflicts import TAKE_MINE, TAKE_PROPOSED
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.diff.header import Header
from guillemet.ui.diff.insets.file_head import FileHead
from guillemet.ui.diff.insets.hunk_bar import INCLUDE, LEAVE_OUT
from guillemet.ui.widgets.context_menu import PathAction, with_key
from guillemet.ui.widgets.controls import copy_text
from guillemet.ui.widgets.tab_order import stops_in
from guillemet.ui.widgets.text_box import TextBox

_UNFOLDING_ACTS = {
    Unfolding.TOP: Act.UNFOLD_TOP,
    Unfolding.BOTTOM: Act.UNFOLD_BOTTOM,
    Unfolding.ENDS: Act.UNFOLD,
    Unfolding.WHOLE: Act.UNFOLD_WHOLE,
}
_CARD_ACTS = {
    TAKE_MINE: Act.TAKE_MINE,
    TAKE_PROPOSED: Act.TAKE_PROPOSED,
    "Edit": Act.EDIT_PROPOSAL,
    "Dismiss": Act.DISMISS_BLOCK,
    "Reset": Act.RECONSIDER_FILE,
}
"""What does the same as a button of the current card."""


class DiffMenus(QObject):
    """Opens the menus of a pane.

    Signals: `hunk_pressed(verb, hunk)` as `HunkBar` emits it; `comment_requested()`; `other_end_requested()` of a moved
    block; `origin_requested()` of the old line; `file_menu_opened(path, QMenu)` before a menu opens to which what can
    be done with a file is to be added.
    """

    hunk_pressed = Signal(str, int)
    comment_requested = Signal()
    other_end_requested = Signal()
    origin_requested = Signal()
    file_menu_opened = Signal(str, QMenu)

    def __init__(self, view: DiffView, header: Header, pane: QWidget) -> None:
        super().__init__(pane)
        self._view, self._header, self._pane = view, header, pane
        view.menu_requested.connect(self._open_on_line)

    def open_at(self, place: QPoint) -> bool:
        """Open the menu of the head or the card at this point of the screen; return whether there is one."""
        insets, window = self._view.insets, self._pane.window()
        widget: QWidget | None = self._pane.childAt(self._pane.mapFromGlobal(place))
        while widget is not None and widget is not self._pane:
            if isinstance(widget, FileHead):
                return self._open(QMenu(window), widget.file.path, place)
            if widget is self._header:
                return self._open(QMenu(window), self._header.path, place)
            if (inset := insets.inset_of(widget)) is not None:
                if self._view.decided_rows.has(inset.key):
                    self._view.stops.show_inset(
                        inset.key
                    )  # as in a row of a line; its buttons can be used from then on
                is_current = inset.key == self._view.stops.inset
                return self._open(CardMenu(widget, window, is_current=is_current), inset.place.path, place)
            widget = widget.parentWidget()
        return False

    def _open_on_line(self, place: QPoint) -> None:
        # As a child of the pane, the letters of the pane would work in it.
        menu = LineMenu(self._view, self, parent=self._pane.window())
        menu.addSeparator()
        row, document = self._view.splitter.cursor_row(), self._view.document
        self._open(menu, "" if row is None else document.files[document.file_of(row)].path, place)
        for action in menu.actions():  # of the file; the menu has that on the line
            if action.text().startswith(PathAction.COMMENT):
                menu.removeAction(action)

    def _open(self, menu: QMenu, path: str, place: QPoint) -> bool:
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if path:
            self.file_menu_opened.emit(path, menu)
        if menu.isEmpty():
            menu.deleteLater()
            return False
        menu.popup(place)
        return True


class LineMenu(QMenu):
    """Offers what can be done with the line, and lets `menus` emit what is chosen."""

    def __init__(self, view: DiffView, menus: DiffMenus, parent: QWidget) -> None:
        super().__init__(parent)
        self._menus = menus
        self._add_unfolding(view)
        row = view.splitter.cursor_row()
        if row is not None and row.inset is not None and (card := view.insets.widget(row.inset.key)) is not None:
            add_buttons(self, card, KeyScope.DIFF)
        editor, has_diff = view.splitter.cursor_editor, view.has_diff
        if editor.textCursor().hasSelection():
            self._add("Copy\tCtrl+C", editor.copy)
        self._add("Select all\tCtrl+A", editor.selectAll)
        self.addSeparator()
        self._add_decisions(view)
        if has_diff and not view.document.content.is_of_commit:
            self._add("Comment…", menus.comment_requested.emit, Act.COMMENT)
        if view.other_end() is not None:
            self._add(Act.GO_TO_OTHER_END, menus.other_end_requested.emit, Act.GO_TO_OTHER_END)
        if view.document.old_line(view.splitter.cursor_row()) is not None:
            self._add(Act.WHO_CHANGED_LINE, menus.origin_requested.emit, Act.WHO_CHANGED_LINE)

    def _add_unfolding(self, view: DiffView) -> None:
        row = view.splitter.cursor_row()
        if row is not None and row.kind is RowKind.FOLD:
            steps = 0 if row.hunk is not None else (row.count - 1) // STEP  # that show less than all of it
            for how in (
                *[Unfolding.TOP, Unfolding.BOTTOM] * (steps > 0),
                *[Unfolding.ENDS] * (steps > 1),
                Unfolding.WHOLE,
            ):
                words = with_key(how, _UNFOLDING_ACTS[how], KeyScope.FOLD)
                self.addAction(words).triggered.connect(partial(view.open_fold, row, how))
            self.addSeparator()

    def _add_decisions(self, view: DiffView) -> None:
        """Offer to decide the selected lines, or the hunk of the line; of the commit, to leave the hunk out."""
        row = view.splitter.cursor_row()
        if view.document.content.is_of_commit:
            if row is not None and row.hunk is not None and view.document.can_leave_out(row.hunk):
                is_left_out = row.hunk in view.document.content.left_out
                verb, act = (INCLUDE, Act.ACCEPT_PART) if is_left_out else (LEAVE_OUT, Act.REJECT_PART)
                words = "Include hunk in the commit" if is_left_out else "Leave hunk out of the commit"
                self._add(words, partial(self._menus.hunk_pressed.emit, verb, row.hunk), act)
            return
        hunk, selected = view.offered_hunk(), view.splitter.selected
        decided = view.stops.decided_hunk(view.decided) if view.has_lines else None
        if hunk is None and decided is not None:
            words, reset = "Reset the decision on this hunk", view.decided_rows.reset_requested
            self._add(words, lambda: reset.emit(*decided), Act.RECONSIDER_FILE)
        if hunk is None:
            return
        content, number = view.document.hunk_of_file(hunk)
        ways = [("Accept", Act.ACCEPT_PART), ("Reject", Act.REJECT_PART)]
        if content.is_in_conflict(number):
            ways = []
            of_file = "" if content.texts.conflicts else " for the whole file"
            for verb, act in ((TAKE_MINE, Act.TAKE_MINE), (TAKE_PROPOSED, Act.TAKE_PROPOSED)):
                self._add(f"{verb}{of_file}", partial(self._menus.hunk_pressed.emit, verb, hunk), act)
        for verb, act in (*ways, ("Edit", Act.EDIT_PROPOSAL)):
            words = selected.verb(verb) if selected.count and verb != "Edit" else f"{verb} hunk"
            self._add(words, partial(self._menus.hunk_pressed.emit, verb, hunk), act)

    def _add(self, words: str, action: Callable[[], None], act: Act | None = None) -> None:
        self.addAction(with_key(words, act, KeyScope.DIFF)).triggered.connect(lambda *_: action())


class CardMenu(QMenu):
    """Offers the buttons of a card, and to copy what is selected there."""

    def __init__(self, card: QWidget, parent: QWidget, *, is_current: bool) -> None:
        """Name the keys where they are about this card."""
        super().__init__(parent)
        add_buttons(self, card, KeyScope.DIFF if is_current else None)
        for text in card.findChildren(TextBox):
            if text.isVisible() and text.textCursor().hasSelection():
                self.addAction("Copy").triggered.connect(text.copy)
        for words in card.findChildren(QLabel):
            if words.isVisible() and words.hasSelectedText():
                self.addAction("Copy").triggered.connect(partial(copy_text, words.selectedText()))
        self.addSeparator()


def add_buttons(menu: QMenu, card: QWidget, where: KeyScope | None) -> None:
    """Offer the buttons of a card, with the keys that do the same in this place."""
    for stop in stops_in([card]):
        if isinstance(stop, QAbstractButton) and stop.isVisible() and stop.isEnabled():
            words = stop.text() or stop.accessibleName()
            menu.addAction(with_key(words, _CARD_ACTS.get(words), where)).triggered.connect(stop.click)
    menu.addSeparator()
