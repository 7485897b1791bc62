"""The line on top: the repository and its branch, intake, undo and redo, and the way to everything else."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from guillemet.engine.review import Head
from guillemet.ui import look
from guillemet.ui.actions import Act, Actions
from guillemet.ui.wording import seen


class TopBar(QFrame):
    """Shows where the work happens and offers what is used all the time.

    Signals: `repository_wanted(str)` when a recent one is picked.
    """

    repository_wanted = Signal(str)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self.setProperty("role", "banner")
        self._menu = QMenu(self)
        self._repository = QToolButton(self)
        self._branch = QLabel(self)
        self._arrange()
        self.set_recent((), "")
        self.set_head(None)

    def set_recent(self, recent: Sequence[str], root: str) -> None:
        """List these repositories in the menu, the open one marked."""
        name = Path(root).name if root else "No repository"
        self._repository.setText(f"{seen(name).replace('&', '&&')} ▾")
        self._repository.setAccessibleName(f"Repository: {seen(name)}")
        self._repository.setToolTip(seen(root))
        self._menu.clear()
        self._menu.addAction(self._actions[Act.OPEN_REPOSITORY])
        if recent:
            self._menu.addSeparator()
        for place in recent:
            entry = QAction(seen(f"{Path(place).name}  —  {place}").replace("&", "&&"), self._menu)
            entry.setCheckable(True)
            entry.setChecked(place == root)
            entry.triggered.connect(lambda *, place=place: self.repository_wanted.emit(place))
            self._menu.addAction(entry)

    def set_head(self, head: Head | None) -> None:
        """Show where HEAD points."""
        if head is None:
            text = ""
        elif head.is_detached:
            text = f"detached at {head.commit[:7]}"
        else:
            text = seen(head.branch) if head.commit else f"{seen(head.branch)} (no commit yet)"
        self._branch.setText(text)
        self._branch.setAccessibleName(f"Branch: {text}" if text else "No branch")

    def _arrange(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(look.GAP, look.TIGHT, look.GAP, look.TIGHT)
        row.setSpacing(look.TIGHT)
        self._repository.setMenu(self._menu)
        self._repository.setStyleSheet("QToolButton::menu-indicator { image: none; }")  # the text has its own arrow
        self._repository.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._repository.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._branch.setTextFormat(Qt.TextFormat.PlainText)
        look.set_role(self._branch, "dim")
        row.addWidget(self._repository)
        row.addWidget(self._branch)
        row.addSpacing(look.WIDE)
        for act in (Act.PASTE_REPLY, Act.OPEN_REPLY, None, Act.UNDO, Act.REDO):
            if act is None:
                row.addSpacing(look.WIDE)
            else:
                row.addWidget(self._button(act))
        row.addStretch()
        for act in (Act.SHOW_CONVERSATION, Act.SEARCH_ACTIONS, Act.SETTINGS):
            row.addWidget(self._button(act))

    def _button(self, act: Act) -> QToolButton:
        made = QToolButton(self)
        made.setDefaultAction(self._actions[act])
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        made.setAccessibleName(str(act))
        return made
