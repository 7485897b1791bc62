"""Keys of a pane that work while it has the focus."""

from collections.abc import Callable, Container, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

_Modifier = Qt.KeyboardModifier
# AltGr, with which many keyboards write brackets and the slash, comes as Ctrl+Alt on Windows.
_WRITING = (
    _Modifier.NoModifier,
    _Modifier.ShiftModifier,
    _Modifier.GroupSwitchModifier,
    _Modifier.ControlModifier | _Modifier.AltModifier,
)


class DiffKeys:
    """Maps what is typed to actions: signs by what they write, wherever they lie; other keys by Qt's portable names."""

    def __init__(self, actions: Mapping[str, Callable[[], object]]) -> None:
        self._actions = actions
        self.left: Container[str] = ()
        """Keys that are not taken here."""

    def knows(self, event: QKeyEvent) -> bool:
        """Return whether the key has an action."""
        return self._action(event) is not None

    def press(self, event: QKeyEvent) -> bool:
        """Do what the key is for; return whether it is for anything."""
        action = self._action(event)
        if action is not None:
            action()
        return action is not None

    def _action(self, event: QKeyEvent) -> Callable[[], object] | None:
        if event.key() in (0, Qt.Key.Key_unknown):
            return None
        modifiers = event.modifiers() & ~_Modifier.KeypadModifier
        if len(event.text()) == 1 and event.text() in self._actions and modifiers in _WRITING:
            return None if event.text() in self.left else self._actions[event.text()]
        name = QKeySequence(event.keyCombination()).toString(QKeySequence.SequenceFormat.PortableText)
        return self._actions.get(name) if len(name) > 1 and name not in self.left else None
