"""The two menus at the right end of the diff's head: how the sides lie, and what else can be done with the diff."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QWidget

from guillemet.engine.diff.rows import FoldState
from guillemet.engine.text import counted
from guillemet.settings import DiffLook, Look, WhiteSpace
from guillemet.ui.actions import Act
from guillemet.ui.diff.requests import DiffRequests
from guillemet.ui.shortcuts import show_keys
from guillemet.ui.widgets.context_menu import TickMenu, open_menu
from guillemet.ui.widgets.controls import IconButton, ToolButton
from guillemet.ui.wording import LOOKS, MINUS


class LookChoice(ToolButton):
    """Says how the sides lie, and offers the other ways.

    Signals: `look_requested(DiffLook)`.
    """

    look_requested = Signal(DiffLook)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.set_mark("chevron-down")
        self._menu = TickMenu(self)
        group = QActionGroup(self)
        self._ways: dict[DiffLook, QAction] = {}
        for kind, words in LOOKS.items():
            way = self._ways[kind] = self._menu.addAction(words)
            if kind is not DiffLook.BY_WIDTH:
                show_keys(way, f"{words}\t{{SWITCH_LOOK}}")
            way.setCheckable(True)
            group.addAction(way)
            way.triggered.connect(lambda *, kind=kind: self.look_requested.emit(kind))
        self._note = self._menu.addAction("")
        self._note.setEnabled(False)
        self._words = ""
        open_menu(self, self._menu)

    @property
    def words_width(self) -> int:
        """How many pixels are gained when the words are left out."""
        return self.fontMetrics().horizontalAdvance(self._words)

    @property
    def whole_width(self) -> int:
        """The width with the words, in pixels, even while they are left out."""
        return self.sizeHint().width() + (0 if self.text() else self.words_width)

    def show_words(self, *, is_shown: bool) -> None:
        """Say how the sides lie, or show the mark of the menu alone."""
        self.setText(self._words if is_shown else "")

    def show_look(self, kind: Look, chosen: DiffLook, note: str) -> None:
        """Show which one it is, which one was chosen, and why they are not the same, where they are not."""
        self._ways[chosen].setChecked(True)
        self._words = str(kind).capitalize()
        self.setText(self._words)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        show_keys(self, f"{note or 'Side by side or unified'} ({{SWITCH_LOOK}})")
        self.setAccessibleName(f"Look of the diff: {kind}")


class Options(IconButton):
    """Offers what else can be done with the diff.

    Signals: `context_requested(int)` by how many lines it changes; `unfold_requested(bool)`; `find_requested()`;
    `wrap_requested(bool)`.
    """

    context_requested = Signal(int)
    unfold_requested = Signal(bool)
    find_requested = Signal()
    wrap_requested = Signal(bool)

    def __init__(self, parent: QWidget, requests: DiffRequests) -> None:
        super().__init__("options", "Diff options: find, context, unfold, white space, size", parent)
        self.setAccessibleName("Diff options")
        self._menu = TickMenu(self)
        find = self._menu.addAction("")
        show_keys(find, "Find…\t{FIND}")
        find.triggered.connect(lambda *_: self.find_requested.emit())
        self._menu.addSeparator()
        self._context = self._menu.addAction("")
        self._context.setEnabled(False)
        self._menu.addAction("More context\t+").triggered.connect(lambda: self.context_requested.emit(1))
        self._menu.addAction(f"Less context\t{MINUS}").triggered.connect(lambda: self.context_requested.emit(-1))
        self._menu.addSeparator()
        self._wrap = self._menu.addAction("")
        show_keys(self._wrap, "Wrap long lines\t{SWITCH_WRAP}")
        self._wrap.setCheckable(True)
        self._wrap.triggered.connect(self.wrap_requested)
        self._continuous = self._menu.addAction("All files in one document")
        self._continuous.setCheckable(True)
        self._continuous.triggered.connect(requests.continuous_requested)
        self._unfold = self._menu.addAction("Show all unchanged lines\tO")
        self._unfold.setCheckable(True)
        self._unfold.triggered.connect(self.unfold_requested)
        self._menu.addSeparator()
        group = QActionGroup(self)
        self._ways = {way: self._menu.addAction("") for way in WhiteSpace}
        for way, action in self._ways.items():
            show_keys(action, f"{way.capitalize()}\t{{SWITCH_WHITE_SPACE}}")
            action.setCheckable(True)
            group.addAction(action)
            action.triggered.connect(lambda *, way=way: requests.white_space_requested.emit(way))
        self._menu.addSeparator()
        for act, steps in ((Act.ZOOM_IN, 1), (Act.ZOOM_OUT, -1), (Act.ZOOM_RESET, 0)):
            size = self._menu.addAction("")
            show_keys(size, f"{act}\t{{{act.name}}}")
            size.triggered.connect(lambda *_, steps=steps: requests.zoom_requested.emit(steps))
        open_menu(self, self._menu)

    def show_wrap(self, *, wraps: bool) -> None:
        self._wrap.setChecked(wraps)

    def show_continuous(self, *, is_continuous: bool) -> None:
        self._continuous.setChecked(is_continuous)

    def show_white_space(self, way: WhiteSpace) -> None:
        self._ways[way].setChecked(True)

    def show_folding(self, folding: FoldState) -> None:
        self._unfold.setChecked(folding.is_all_open)
        self._context.setText(f"Context: {counted(folding.context, 'line')}")
