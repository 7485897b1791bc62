"""The top bar: repository and branch, buttons for replies, undo and redo, and a menu with all other actions.

Buttons that do not fit move into the menu at its end, the least used first.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QWidget

from guillemet.engine.review import Head
from guillemet.ui.actions import Act
from guillemet.ui.shortcuts import show_keys
from guillemet.ui.style import style
from guillemet.ui.widgets.context_menu import TickMenu, open_menu
from guillemet.ui.widgets.controls import IconButton, ToolButton
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.window_actions import WindowActions
from guillemet.ui.wording import plain_tip, seen

_YIELDING = (Act.SETTINGS, Act.SEARCH_ACTIONS, Act.OPEN_REPLY, Act.REDO)
"""Buttons that may move into the menu, the first one first."""
_HELP = (Act.KEYS, Act.FORMATS, Act.LOG_FOLDER, Act.ABOUT)
"""Actions of the Help submenu, at the end of the menu at every width."""
_LONGEST = 180
"""Greatest width of a repository's or branch's name in pixels; the tooltip shows it whole."""
_NARROWEST = 560
"""Pixels."""


class TopBar(QFrame):
    """Shows the repository and its branch, and the actions that are used most.

    Signals: `repository_requested(str)` with the root of a recent repository that was chosen.
    """

    repository_requested = Signal(str)

    def __init__(self, actions: WindowActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self.setProperty("role", "banner")
        self._menu = TickMenu(self)
        self._repository = ToolButton(self)
        self._branch = ToolButton(self)
        self._rest = IconButton("more", "More actions", self)
        self._rest_menu = QMenu(self)
        self._help_menu = QMenu("Help", self)
        self._help_menu.addActions([actions[act] for act in _HELP])
        self._buttons: dict[Act, QToolButton] = {}
        self._arrange()
        self.set_recent((), "")
        self.set_head(None)

    def set_recent(self, recent: Sequence[str], root: str) -> None:
        """List these repositories in the menu, the open one marked."""
        name = Path(root).name if root else "No repository"
        self._repository.setText(f"{self._short(seen(name)).replace('&', '&&')}")
        self._repository.setAccessibleName(f"Repository: {seen(name)}")
        self._repository.setToolTip(plain_tip(seen(root)))
        self._fit()
        self._menu.clear()
        self._menu.addAction(self._actions[Act.OPEN_REPOSITORY])
        if recent:
            self._menu.addSeparator()
        for place in recent:
            entry = QAction(seen(f"{Path(place).name}  —  {place}").replace("&", "&&"), self._menu)
            entry.setCheckable(True)
            entry.setChecked(place == root)
            entry.triggered.connect(lambda *, place=place: self.repository_requested.emit(place))
            self._menu.addAction(entry)

    def set_head(self, head: Head | None) -> None:
        """Show where HEAD points."""
        if head is None:
            text = ""
        elif head.is_detached:
            text = f"detached at {head.commit[:7]}"
        else:
            text = seen(head.branch) if head.commit else f"{seen(head.branch)} (no commit yet)"
        self._branch.setText(self._short(text).replace("&", "&&"))
        self._branch.setVisible(bool(text))
        self._branch.setToolTip(plain_tip(f"{text}: switch to another branch") if text else "")
        self._branch.setAccessibleName(f"Branch: {text}" if text else "No branch")
        self._fit()

    def _arrange(self) -> None:
        for menu in (self._repository, self._branch):
            menu.set_mark("chevron-down")
        open_menu(self._repository, self._menu)
        self._branch.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._branch.clicked.connect(self._actions[Act.SWITCH_BRANCH].trigger)
        row = fill(QHBoxLayout(self), self._repository, self._branch, margins=(style.GAP, style.TIGHT), gap=style.TIGHT)
        row.addSpacing(style.WIDE)
        for act in (Act.PASTE_REPLY, Act.OPEN_REPLY, Act.UNDO, Act.REDO):
            row.addWidget(self._button(act))
        row.addStretch()
        row.addWidget(self._button(Act.SEARCH_ACTIONS))
        for act, icon in ((Act.SHOW_CHANGES, "left-side"), (Act.SHOW_CONVERSATION, "right-side")):
            row.addWidget(self._fold_button(act, icon))
        row.addWidget(self._button(Act.SETTINGS))
        open_menu(self._rest, self._rest_menu)
        row.addWidget(self._rest)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, super().minimumSizeHint().height())

    def _fit(self) -> None:
        """Show the buttons that fit, and move the others into the menu."""
        steady = [
            self._repository,
            self._branch,
            *(self._buttons[act] for act in self._buttons if act not in _YIELDING),
        ]
        step, slack = style.TIGHT, 2 * style.GAP + 2 * style.WIDE
        room = self.width() - slack - sum(part.sizeHint().width() + step for part in (*steady, self._rest))
        wanted = {act: self._buttons[act].sizeHint().width() + step for act in _YIELDING}
        self._rest_menu.clear()
        self._rest_menu.addAction(self._actions[Act.OPEN_FILE])
        self._rest_menu.addAction(self._actions[Act.COPY_INSTRUCTIONS])
        self._rest_menu.addAction(self._actions[Act.PUSH])  # the panel offers it only while it lists what to commit
        for act in reversed(_YIELDING):
            room -= wanted[act]
            self._buttons[act].setVisible(room >= 0)
            if room < 0:
                self._rest_menu.addAction(self._actions[act])
        self._rest_menu.addSeparator()
        self._rest_menu.addMenu(self._help_menu)

    def _short(self, text: str) -> str:
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, _LONGEST)

    def _fold_button(self, act: Act, icon: str) -> QToolButton:
        action = self._actions[act]
        made = IconButton(icon, str(act), self)
        show_keys(made, f"{act} ({{{act.name}}})")
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setCheckable(True)
        made.clicked.connect(action.trigger)

        def follow(is_shown: bool) -> None:
            made.icon_name = f"{icon}-shown" if is_shown else icon
            made.setChecked(is_shown)
            made.update()

        action.toggled.connect(follow)
        self._buttons[act] = made
        return made

    def _button(self, act: Act) -> QToolButton:
        made = ToolButton(self)
        made.setDefaultAction(self._actions[act])
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setAccessibleName(str(act))
        self._buttons[act] = made
        return made
