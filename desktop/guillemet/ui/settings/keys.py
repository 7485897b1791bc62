"""The keys of all actions: searched, and changed by pressing others.

[ find an action or a key ]
Accept file              Ctrl+Alt+Y, Y in the list
…
Accept file   [ press a key ]  None  Reset                                  Reset all
Ctrl+B is the key of Changes on the left.  Use it here
"""

import re
from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QKeySequenceEdit, QVBoxLayout, QWidget

from guillemet.ui.actions import Act, clashes, describe_keys, is_letter, keys_of, portable, split_letters, with_keys
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.tables import KeyTable

_HELD_OR_FUNCTION = re.compile(r"(.*\+)?(F\d+$|(Ctrl|Alt|Meta)\+)")
_STEERING = "This key moves, writes or leaves by itself. Hold Ctrl, Alt or Meta with it."


class KeysForm(QWidget):
    """Shows the keys of every action, and takes others.

    Signals: `chosen(dict)` with the setting `shortcuts` as it is from now on.
    """

    chosen = Signal(object)

    def __init__(self, custom: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._custom = dict(custom)
        self._acts = list(Act)
        self._asked = QKeySequence()
        self._table = KeyTable(self._rows(), self)
        self._name = label("", "title", parent=self)
        self._field = QKeySequenceEdit(self)
        self._field.setMaximumSequenceLength(1)
        self._field.setAccessibleName("Press the new key")
        self._field.setMinimumWidth(140)
        self._none = button("None", name="No key for this action", parent=self, clicked=self._take_away)
        self._reset = button("Reset", name="The key this action had at first", parent=self, clicked=self._reset_one)
        self._reset_all = button("Reset all", name="The keys all actions had at first", parent=self)
        self._warning = label("", "warn", parent=self)
        self._instead = button("Use it here", parent=self, clicked=self._use_here)
        self._arrange()
        self._table.row_changed.connect(self._show_row)
        self._field.editingFinished.connect(self._take_key)
        self._reset_all.clicked.connect(lambda: self._keep({}))
        self._table.choose(0)

    def _arrange(self) -> None:
        keys = fill(QHBoxLayout(), self._field, self._none, self._reset, 1, self._reset_all, gap=style.GAP)
        asked = fill(QHBoxLayout(), (self._warning, 1), self._instead, gap=style.GAP)
        fill(QVBoxLayout(self), (self._table, 1), self._name, keys, asked, margins=0, gap=style.GAP)
        self._warn("")

    @property
    def _act(self) -> Act:
        return self._acts[max(self._table.row, 0)]

    def _rows(self) -> list[tuple[str, str]]:
        return [(str(act), describe_keys(act, self._custom)) for act in self._acts]

    def _show_row(self) -> None:
        self._name.setText(self._act)
        self._field.clear()
        self._reset.setEnabled(self._act.name in self._custom)
        self._warn("")

    def _take_key(self) -> None:
        pressed = self._field.keySequence()
        if pressed.isEmpty():
            return
        self._asked = pressed
        others = clashes(self._act, pressed, self._custom)
        if _is_steering(pressed):
            self._warn(_STEERING)
        elif others:
            named = ", ".join(f"“{other}”" for other in others)
            self._warn(f"{pressed.toString(QKeySequence.SequenceFormat.NativeText)} is the key of {named}.", asks=True)
        else:
            self._keep(_with_key(self._custom, self._act, pressed))

    def _use_here(self) -> None:
        custom = self._custom
        for other in clashes(self._act, self._asked, custom):
            custom = with_keys(custom, other, [key for key in keys_of(other, custom) if key != self._asked])
        self._keep(_with_key(custom, self._act, self._asked))

    def _take_away(self) -> None:
        self._keep(with_keys(self._custom, self._act, []))

    def _reset_one(self) -> None:
        """Give the action its first keys back, of those that no other action has by now."""
        custom = with_keys(self._custom, self._act, keys_of(self._act, {}))
        taken = [key for key in keys_of(self._act, {}) if clashes(self._act, key, custom)]
        free = [key for key in keys_of(self._act, {}) if key not in taken]
        self._keep(with_keys(custom, self._act, free))
        if taken:
            self._asked = taken[0]
            self._field.setKeySequence(taken[0])
            self._take_key()

    def _keep(self, custom: dict[str, str]) -> None:
        had_focus = self._instead.hasFocus()
        self._custom = custom
        self._table.set_rows(self._rows())
        self._show_row()
        if had_focus:
            self._field.setFocus()
        self.chosen.emit({"shortcuts": custom})

    def _warn(self, words: str, *, asks: bool = False) -> None:
        self._warning.setText(words)
        self._warning.setVisible(bool(words))
        self._instead.setVisible(asks)


def _with_key(custom: Mapping[str, str], act: Act, pressed: QKeySequence) -> dict[str, str]:
    """Return the user's keys with this one in place of the action's key, or of its letter where it is one."""
    keys, letters = split_letters(keys_of(act, custom))
    return with_keys(custom, act, [*keys, pressed] if is_letter(pressed) else [pressed, *letters])


def _is_steering(pressed: QKeySequence) -> bool:
    """Whether a field or a list needs the key for itself: one that neither writes nor is a function key, alone."""
    return not (is_letter(pressed) or _HELD_OR_FUNCTION.match(portable(pressed)))
