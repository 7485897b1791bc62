"""The two small menus above the diff: how the sides lie, and what is shown of the file."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from guillemet.engine.diff.rows import FoldState
from guillemet.settings import Look
from guillemet.ui.widgets.controls import ToolButton
from guillemet.ui.wording import MINUS, counted


class LookChoice(ToolButton):
    """Says how the sides lie, and offers the other way.

    Signals: `look_requested(Look)`.
    """

    look_requested = Signal(Look)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._menu = QMenu(self)
        group = QActionGroup(self)
        self._ways: dict[Look, QAction] = {}
        for kind in Look:
            way = self._ways[kind] = self._menu.addAction(f"{str(kind).capitalize()}\tU")
            way.setCheckable(True)
            group.addAction(way)
            way.triggered.connect(lambda *, kind=kind: self.look_requested.emit(kind))
        open_menu(self, self._menu)

    def show_look(self, kind: Look) -> None:
        """Say which look is in use."""
        self._ways[kind].setChecked(True)
        self.setText(f"{str(kind).capitalize()} ▾")
        self.setToolTip("Side by side or unified (u)")
        self.setAccessibleName(f"Look of the diff: {kind}")


class Options(ToolButton):
    """Offers what else can be done with the diff.

    Signals: `context_requested(int)` by how many lines it changes; `unfold_requested(bool)`; `find_requested()`.
    """

    context_requested = Signal(int)
    unfold_requested = Signal(bool)
    find_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText("⚙")
        self.setToolTip("Diff options: find, context, unfold")
        self.setAccessibleName("Diff options")
        self._menu = QMenu(self)
        self._menu.addAction("Find…\tCtrl+F").triggered.connect(lambda *_: self.find_requested.emit())
        self._menu.addSeparator()
        self._context = self._menu.addAction("")
        self._context.setEnabled(False)
        self._menu.addAction("More context\t+").triggered.connect(lambda: self.context_requested.emit(1))
        self._menu.addAction(f"Less context\t{MINUS}").triggered.connect(lambda: self.context_requested.emit(-1))
        self._menu.addSeparator()
        self._unfold = self._menu.addAction("Show all unchanged lines\tO")
        self._unfold.setCheckable(True)
        self._unfold.triggered.connect(self.unfold_requested)
        open_menu(self, self._menu)

    def show_folding(self, folding: FoldState) -> None:
        """Say how many unchanged lines are shown."""
        self._unfold.setChecked(folding.is_all_open)
        self._context.setText(f"Context: {counted(folding.context, 'line')}")


def open_menu(control: QToolButton, menu: QMenu) -> None:
    """Let a press, Space or Return open the menu."""
    control.setMenu(menu)
    control.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    # A click leaves the focus in the text, so that the keys go on working there.
    control.setFocusPolicy(Qt.FocusPolicy.TabFocus)
