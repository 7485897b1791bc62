"""The dialogs about git: the list of branches, where a new one is made, and the hooks to be looked at."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from guillemet.engine.git.branches import is_branch_name
from guillemet.ui.dialogs import CommandPalette
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label, read_only_text
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.wording import seen


class BranchPalette(CommandPalette):
    """Finds a branch by some of its letters, to be switched to; a name that none has makes a new branch at HEAD."""

    _NONE = "There is no other branch. Type a name to make one."

    def __init__(
        self,
        branches: Sequence[str],
        current: str,
        parent: QWidget,
        *,
        switch: Callable[[str], object],
        create: Callable[[str], object],
    ) -> None:
        others = [name for name in branches if name != current]
        self._known = frozenset(branches)
        self._create = create
        self._switching = [(_action(seen(name), partial(switch, name), parent), "") for name in others]
        if current in self._known:
            self._switching.insert(0, (_unavailable(seen(current), parent), "current branch"))
        super().__init__(self._switching, parent, title="Switch branch", asks="Find a branch, or name a new one")

    def _fill(self, typed: str) -> None:
        name = typed.strip()
        self._actions = list(self._switching)
        if name and name not in self._known:
            made = _action(f"New branch {seen(name)}", partial(self._create, name), self)
            # Said here, where what was typed can be mended: a refusal comes when the dialog is gone.
            refused = _unavailable(f"{seen(name)} cannot be the name of a branch", self)
            self._actions.append((made if is_branch_name(name) else refused, ""))
        super()._fill(typed)


def _action(words: str, does: Callable[[], object], parent: QWidget) -> QAction:
    action = QAction(words, parent)
    action.triggered.connect(lambda *_: does())
    return action


def _unavailable(words: str, parent: QWidget) -> QAction:
    action = QAction(words, parent)
    action.setEnabled(False)
    return action


class HooksDialog(QDialog):
    """Shows what git runs of this repository, read-only."""

    def __init__(self, hooks: Sequence[tuple[str, str]], parent: QWidget) -> None:
        """Show these hooks: path and text of each."""
        super().__init__(parent)
        self.setWindowTitle("Hooks of this repository")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        words = (
            "Git may run these programs during a commit, a push or a checkout." if hooks else "There are no hooks here."
        )
        text = "\n\n".join(f"{path}\n\n{seen(content)}" for path, content in hooks)
        box = read_only_text("Hooks", text, parent=self)
        box.setFont(style.current().code_font())
        box.setVisible(bool(hooks))
        fill(
            QVBoxLayout(self),
            label(words),
            (box, 1),
            fill(QHBoxLayout(), (label(""), 1), button("Close", clicked=self.close)),
            margins=style.WIDE,
            gap=style.GAP,
        )
        self.resize(640, 480 if hooks else 120)
