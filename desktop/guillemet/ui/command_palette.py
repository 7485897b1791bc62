"""Search actions: a list of everything that can be done, filtered by typing."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from guillemet.ui.style.style import GAP, WIDE, set_role

_TRAVEL = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}


class CommandPalette(QDialog):
    """Lists actions with their keys; Return does the chosen one and Escape leaves."""

    def __init__(
        self, actions: Sequence[tuple[QAction, str]], parent: QWidget, *, title: str = "Search actions"
    ) -> None:
        """Show these actions, each with its keys as text."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._actions = actions
        self._field = QLineEdit(self)
        self._field.setPlaceholderText("What would you like to do?")
        self._field.setAccessibleName(title)
        self._list = QListWidget(self)
        self._list.setAccessibleName("Actions found")
        self._list.setProperty("role", "list")
        self._list.setUniformItemSizes(True)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(WIDE, WIDE, WIDE, WIDE)
        layout.addWidget(self._field)
        layout.addWidget(self._list)
        self.resize(520, 420)
        self._field.textChanged.connect(self._fill)
        self._field.returnPressed.connect(self._do_chosen)
        self._list.itemClicked.connect(self._do_chosen)
        self._field.installEventFilter(self)
        self._fill("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let arrow keys in the field move through the list."""
        is_travel = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _TRAVEL
        if watched is self._field and is_travel:
            self._list.event(event)
            return True
        return super().eventFilter(watched, event)

    def _fill(self, typed: str) -> None:
        words = typed.casefold().split()
        self._list.clear()
        for number, (action, keys) in enumerate(self._actions):
            if all(word in action.text().casefold() for word in words):
                item = QListWidgetItem(self._list)
                item.setData(Qt.ItemDataRole.UserRole, number)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{action.text()}, {keys}" if keys else action.text())
                if not action.isEnabled():
                    item.setFlags(Qt.ItemFlag.NoItemFlags)
                line = _Line(action, keys, self._list)
                item.setSizeHint(line.sizeHint())
                self._list.setItemWidget(item, line)
        self._choose_first()

    def _choose_first(self) -> None:
        rows = range(self._list.count())
        first = next((row for row in rows if self._list.item(row).flags() & Qt.ItemFlag.ItemIsEnabled), -1)
        self._list.setCurrentRow(first)

    def _do_chosen(self) -> None:
        row = self._list.currentRow()
        if row < 0:
            return
        item = self._list.item(row)
        action, _ = self._actions[item.data(Qt.ItemDataRole.UserRole)]
        self.accept()
        action.trigger()


class _Line(QWidget):
    """An action's words at the left, its keys at the right."""

    def __init__(self, action: QAction, keys: str, parent: QWidget) -> None:
        super().__init__(parent)
        words, key_label = QLabel(action.text(), self), QLabel(keys, self)
        words.setEnabled(action.isEnabled())
        set_role(key_label, "dim")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GAP, 3, GAP, 3)
        layout.addWidget(words)
        layout.addStretch()
        layout.addWidget(key_label)
