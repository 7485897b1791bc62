"""Whether a button has unfolded what it folds, as a state that screen readers know."""

from functools import cache

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAccessibleStateChangeEvent
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget

_PROPERTY = "unfolded"
_PRESS = "Press"
"""As Qt names it for every button."""


def show_fold_state(fold: QAbstractButton, *, is_open: bool) -> None:
    """Let screen readers say that the button has unfolded something, or can."""
    _install()
    before = fold.property(_PROPERTY)
    fold.setProperty(_PROPERTY, is_open)
    if not QAccessible.isActive():
        return
    if before is None:  # with its text, Qt has made the interface that other buttons have
        QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(QAccessible.queryAccessibleInterface(fold)))
    elif before is not is_open:
        changed = QAccessible.State()
        changed.expanded = changed.collapsed = True
        QAccessible.updateAccessibility(QAccessibleStateChangeEvent(fold, changed))


class _Fold(QAccessibleWidget):
    """A button with the states that Qt gives to items of trees only."""

    def __init__(self, fold: QAbstractButton) -> None:
        super().__init__(fold, QAccessible.Role.Button)
        self._fold = fold

    def state(self) -> QAccessible.State:
        state = super().state()
        is_open = bool(self._fold.property(_PROPERTY))
        state.expandable, state.expanded, state.collapsed = True, is_open, not is_open
        return state

    def text(self, kind: QAccessible.Text) -> str:
        return super().text(kind) or (self._fold.text() if kind is QAccessible.Text.Name else "")

    def actionNames(self) -> list[str]:
        return [_PRESS, *super().actionNames()]

    def doAction(self, name: str) -> None:
        if name == _PRESS:
            self._fold.animateClick()
        else:
            super().doAction(name)


def _interface_of(_name: str, shown: QObject) -> QAccessibleInterface | None:
    return _Fold(shown) if isinstance(shown, QAbstractButton) and shown.property(_PROPERTY) is not None else None


@cache
def _install() -> None:
    QAccessible.installFactory(_interface_of)
