"""The menu of the line of the text cursor, and of what is selected."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget

from guillemet.engine.diff.rows import RowKind, Unfolding
from guillemet.ui.actions import Act, with_keys_in_force
from guillemet.ui.diff.diff_view import DiffView
from guillemet.ui.widgets.tab_order import stops_in


class LineMenu(QMenu):
    """Offers what can be done with the line; deletes itself when it is closed.

    Signals: `hunk_pressed(verb, hunk)` as `HunkBar` emits it; `comment_requested()`;
    `other_end_requested()` of a moved block; `origin_requested()` of the old line.
    """

    hunk_pressed = Signal(str, int)
    comment_requested = Signal()
    other_end_requested = Signal()
    origin_requested = Signal()

    def __init__(self, view: DiffView, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._add_unfolding(view)
        self._add_buttons(view)
        editor, has_diff = view.splitter.cursor_editor, view.has_diff
        if editor.textCursor().hasSelection():
            self._add("Copy\tCtrl+C", editor.copy)
        self._add("Select all\tCtrl+A", editor.selectAll)
        self.addSeparator()
        self._add_decisions(view)
        if has_diff and not view.document.content.is_of_commit:
            self._add("Comment…\t{COMMENT}", self.comment_requested.emit)
        if view.other_end() is not None:
            self._add(f"{Act.GO_TO_OTHER_END}\t{{GO_TO_OTHER_END}}", self.other_end_requested.emit)
        if view.old_line() is not None:
            self._add("Who changed this line", self.origin_requested.emit)

    def _add_unfolding(self, view: DiffView) -> None:
        row = view.splitter.cursor_row()
        if row is not None and row.kind is RowKind.FOLD:
            for how in Unfolding:
                self.addAction(how).triggered.connect(partial(view.open_fold, row, how))
            self.addSeparator()

    def _add_buttons(self, view: DiffView) -> None:
        """Offer the buttons of the card that the text cursor is on."""
        row = view.splitter.cursor_row()
        card = view.insets.widget(row.inset.key) if row is not None and row.inset is not None else None
        for stop in stops_in([card]) if card is not None else ():
            if isinstance(stop, QAbstractButton) and stop.isVisible() and stop.isEnabled():
                self.addAction(stop.text() or stop.accessibleName()).triggered.connect(stop.click)
        self.addSeparator()

    def _add_decisions(self, view: DiffView) -> None:
        """Offer to decide the selected lines, or the hunk of the line."""
        hunk, selected = view.offered_hunk(), view.splitter.selected
        if hunk is None:
            return
        for verb, key in (("Accept", "y"), ("Reject", "x"), ("Edit", "e")):
            words = selected.verb(verb) if selected.count and verb != "Edit" else f"{verb} hunk"
            self._add(f"{words}\t{key.upper()}", partial(self.hunk_pressed.emit, verb, hunk))

    def _add(self, words: str, action: Callable[[], None]) -> None:
        self.addAction(with_keys_in_force(words)).triggered.connect(lambda *_: action())
