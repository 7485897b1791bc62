"""The keys of all actions: searched, and changed by pressing others.

[ find an action or a key ]
Accept file              Ctrl+Alt+Y, Space in the list
…
Accept file   [ press a key ]  None  Reset                                  Reset all
Ctrl+B is the key of Changes on the left.  Use it here
"""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QKeySequenceEdit, QVBoxLayout, QWidget

from guillemet.ui.actions import Act, KeyScope
from guillemet.ui.shortcuts import (
    clashes,
    describe_keys,
    goes_before,
    is_letter,
    is_local,
    is_plain,
    keys_of,
    portable,
    with_keys,
)
from guillemet.ui.style import style
from guillemet.ui.widgets.controls import button, label, set_caption
from guillemet.ui.widgets.layouts import fill
from guillemet.ui.widgets.tables import KeyLine, KeyTable

_STEERING = "This key moves, writes or leaves by itself. Hold Ctrl, Alt or Meta with it."


_FIRST_KEYS = "The keys all actions had at first"


class KeyField(QKeySequenceEdit):
    """Takes the key that is pressed, but for Tab and Shift+Tab, which go on and back as everywhere."""

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            is_back = event.key() == Qt.Key.Key_Backtab
            if is_back and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
                return self.focusNextPrevChild(False)  # noqa: FBT003  Qt's own
        return super().event(event)


class KeysForm(QWidget):
    """Shows the keys of every action, and takes others.

    Signals: `chosen(dict)` with the setting `shortcuts` as it is from now on; `left()` at Escape in the empty field
    that searches.
    """

    chosen = Signal(object)
    left = Signal()

    def __init__(self, custom: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._custom = dict(custom)
        self._acts = list(Act)
        self._asked = QKeySequence()
        self._table = KeyTable(self._rows(), self)
        self._name = label("", "title", parent=self)
        self._field = KeyField(self)
        self._field.setMaximumSequenceLength(1)
        self._field.setAccessibleName("Press the new key")
        self._field.setMinimumWidth(140)
        self._none = button("None", name="No key for this action", parent=self, clicked=self._take_away)
        self._reset = button("Reset", name="The key this action had at first", parent=self, clicked=self._reset_one)
        self._reset_all = button("Reset all", name=_FIRST_KEYS, parent=self, clicked=self._press_reset_all)
        self._before_reset: dict[str, str] | None = None
        """The keys that a press on the button brings back; None while it resets them."""
        self._warning = label("", "warn", parent=self)
        self._instead = button("Use it here", parent=self, clicked=self._use_here)
        self._arrange()
        self._table.row_changed.connect(self._show_row)
        self._field.editingFinished.connect(self._take_key)
        self._table.left.connect(self.left)
        self._table.choose(0)

    def _arrange(self) -> None:
        keys = fill(QHBoxLayout(), self._field, self._none, self._reset, 1, self._reset_all, gap=style.GAP)
        asked = fill(QHBoxLayout(), (self._warning, 1), self._instead, gap=style.GAP)
        fill(QVBoxLayout(self), (self._table, 1), self._name, keys, asked, margins=0, gap=style.GAP)
        self._warn("")

    @property
    def _act(self) -> Act | None:
        """The action of the current row; None where the search found none."""
        return self._acts[self._table.row] if self._table.row >= 0 else None

    def _rows(self) -> list[KeyLine]:
        return [KeyLine(act, describe_keys(act, self._custom), act.synonyms) for act in self._acts]

    def _show_row(self) -> None:
        act = self._act
        self._name.setText(act or "")
        self._field.clear()
        for control in (self._field, self._none):
            control.setEnabled(act is not None)
        self._reset.setEnabled(act is not None and act.name in self._custom)
        self._warn("")

    def _take_key(self) -> None:
        pressed, act = self._field.keySequence(), self._act
        if pressed.isEmpty() or act is None:
            return
        lacks_it = pressed in keys_of(act, {}) and pressed not in keys_of(act, self._custom)
        if pressed == QKeySequence(Qt.Key.Key_Escape) and not lacks_it:  # it leaves the field, and then the dialog
            self._field.clear()
            self._warn("")
            self._table.setFocus()
            return
        self._asked = pressed
        others = clashes(act, pressed, self._custom)
        if _is_steering(act, pressed):
            self._warn(_STEERING)
        elif others:
            named = ", ".join(f"“{other}”{_stays(act, other)}" for other in others)
            self._warn(f"{_native(pressed)} is the key of {named}.", asks=True)
        else:
            self._keep(_with_key(self._custom, act, pressed))

    def _use_here(self) -> None:
        custom, act = self._custom, self._act
        if act is None:
            return
        for other in clashes(act, self._asked, custom):
            if not goes_before(act, other):
                custom = with_keys(custom, other, [key for key in keys_of(other, custom) if key != self._asked])
        self._keep(_with_key(custom, act, self._asked))

    def _take_away(self) -> None:
        if (act := self._act) is not None:
            self._keep(with_keys(self._custom, act, []))

    def _reset_one(self) -> None:
        """Give the action its first keys back, of those that no other action has by now.

        Keys that it had taken from other actions go back to these.
        """
        if (act := self._act) is None:
            return
        had = keys_of(act, self._custom)
        custom = with_keys(self._custom, act, keys_of(act, {}))
        taken = [key for key in keys_of(act, {}) if any(not goes_before(act, one) for one in clashes(act, key, custom))]
        free = [key for key in keys_of(act, {}) if key not in taken]
        custom = with_keys(custom, act, free)
        returned = list[str]()
        for other, key in ((other, key) for key in had if key not in free for other in Act if other is not act):
            if _lacks(other, key, custom):
                custom = _with_key(custom, other, key)
                returned.append(f"{_native(key)} is the key of “{other}” again.")
        self._keep(custom)
        if taken:
            self._asked = taken[0]
            self._field.setKeySequence(taken[0])
            self._take_key()
        elif returned:
            self._warn(" ".join(returned))

    def _press_reset_all(self) -> None:
        """Give all actions their first keys back, and after that the keys they had before."""
        before, now = self._before_reset, self._custom
        self._keep(before or {})
        if before is None and now:
            self._before_reset = now
            set_caption(self._reset_all, "Undo reset")
            self._warn("All actions have their first keys again. Undo reset brings yours back.")

    def _keep(self, custom: dict[str, str]) -> None:
        had_focus = self._instead.hasFocus()
        self._custom = custom
        self._before_reset = None
        self._reset_all.setText("Reset all")
        self._reset_all.setAccessibleName(_FIRST_KEYS)
        self._table.set_rows(self._rows())
        self._show_row()
        if had_focus:
            self._field.setFocus()
        self.chosen.emit({"shortcuts": custom})

    def _warn(self, words: str, *, asks: bool = False) -> None:
        self._warning.setText(words)
        self._warning.setVisible(bool(words))
        self._instead.setVisible(asks)


def _native(key: QKeySequence) -> str:
    return key.toString(QKeySequence.SequenceFormat.NativeText)


def _lacks(act: Act, key: QKeySequence, custom: Mapping[str, str]) -> bool:
    """Whether this key was one of the action's first ones, has none of its kind in its place, and is free."""
    if key not in keys_of(act, {}) or any(_kind(act, one) == _kind(act, key) for one in keys_of(act, custom)):
        return False
    return all(goes_before(act, other) for other in clashes(act, key, custom))


def _with_key(custom: Mapping[str, str], act: Act, pressed: QKeySequence) -> dict[str, str]:
    """Return the user's keys with this one in place of those of the action that are of its kind."""
    others = [key for key in keys_of(act, custom) if _kind(act, key) != _kind(act, pressed)]
    return with_keys(custom, act, sorted([*others, pressed], key=lambda key: _kind(act, key)))


def _kind(act: Act, key: QKeySequence) -> int:
    """Return 0 for a key that works everywhere, 1 for one that acts in its place, 2 for a letter."""
    return 0 if act.where.is_field or not is_local(act, key) else 2 if is_letter(key) else 1


def _stays(act: Act, other: Act) -> str:
    """Return where another action keeps the same key, as one types there or here."""
    return f", and stays it {other.where}" if goes_before(act, other) and other.where.is_field else ""


_ACTING = {"Return", "Enter", "Shift+Return", "Shift+Enter"}
"""What a field takes with nothing else held."""
_ACTING_IN_LISTS = _ACTING | {"Space", "Del", "Backspace", "Ins", "Shift+Space", "Shift+Del"}


def _is_steering(act: Act, pressed: QKeySequence) -> bool:
    """Whether a field or a list needs the key for itself: one that neither writes nor is a function key, alone."""
    if act.where.is_field:
        return is_plain(pressed) and portable(pressed) not in _ACTING and pressed not in keys_of(act, {})
    if act.where in (KeyScope.LIST, KeyScope.FOLD) and portable(pressed) in _ACTING_IN_LISTS:
        return False
    return is_plain(pressed) and not is_letter(pressed)
