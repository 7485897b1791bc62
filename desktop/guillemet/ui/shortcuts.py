"""The keys of actions: those they have at first, those that the user chose, which one was pressed, and their names."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from guillemet.ui.actions import DECIDING, Act, KeyScope


def keys_of(act: Act, custom: Mapping[str, str]) -> list[QKeySequence]:
    """Return the keys of an action, those of a place last: those that the user chose, else those it has at first."""
    return list(_parsed(_kept_keys(act, custom)))


def _kept_keys(act: Act, custom: Mapping[str, str]) -> str:
    chosen = custom.get(act.name)
    return "; ".join(filter(None, (act.keys, act.local))) if chosen is None else chosen


@lru_cache(maxsize=512)
def _parsed(keys: str) -> tuple[QKeySequence, ...]:
    return tuple(key for key in QKeySequence.listFromString(keys) if not key.isEmpty()) if keys else ()


def keys_in_force() -> Mapping[str, str]:
    """Return the keys that the user chose."""
    app = QApplication.instance()
    return (app.property(_IN_FORCE) if app else None) or {}


def is_pressed(act: Act, event: QKeyEvent) -> bool:
    """Whether a key is one of an action."""
    return act_pressed((act,), event) is not None


def act_pressed(acts: Iterable[Act], event: QKeyEvent) -> Act | None:
    """Return which of these actions a key is of: signs by what they write, wherever they lie; others by Qt's names."""
    if event.key() in (0, Qt.Key.Key_unknown):
        return None
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    key = Qt.Key.Key_Return if event.key() == Qt.Key.Key_Enter else Qt.Key(event.key())
    name = portable(QKeySequence(QKeyCombination(held, key)))
    sign = event.text().casefold() if held in _WRITING else ""
    has_shift, custom = bool(held & Qt.KeyboardModifier.ShiftModifier), keys_in_force()
    return next(
        (
            act
            for act in acts
            for one in _names(_kept_keys(act, custom))
            if one == name or (sign and _is_written(one, sign, has_shift=has_shift))
        ),
        None,
    )


def claims(event: QEvent, act: Act) -> bool:
    """Take a key of an action for the field it is of, before the window's own actions get it; return whether it is."""
    is_key = event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and is_pressed(act, event)
    if is_key:
        event.accept()
    return is_key


class RepeatMarker(QObject):
    """Marks what comes of a key that is held down as repeated, where Qt did not, for the window that it filters.

    An X server sends a release and a press of the same time for it. Qt marks them only if it has read the press by the
    time it handles the release, which is not so on a busy machine. No finger is back within a millisecond.
    """

    _released = (0, 0)
    """The key that was released last, and when."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.isAutoRepeat():
            return False
        what, is_release = (event.key(), event.timestamp()), event.type() is QEvent.Type.KeyRelease
        is_repeat = what == self._released and event.timestamp() > 0 and not is_release
        if is_release:
            self._released = what
        elif is_repeat:
            marked = _as_repeat(event)
            QApplication.sendEvent(watched, marked)
            # Qt looks for a shortcut next, without the mark, unless a widget is to have the key.
            is_deciding = event.type() is QEvent.Type.ShortcutOverride and act_pressed(DECIDING, event) is not None
            event.setAccepted(marked.isAccepted() or is_deciding)
        return is_repeat


def _as_repeat(event: QKeyEvent) -> QKeyEvent:
    native = event.nativeScanCode(), event.nativeVirtualKey(), event.nativeModifiers()
    text, count = event.text(), event.count()
    repeat = QKeyEvent(event.type(), event.key(), event.modifiers(), *native, text, autorep=True, count=count)
    repeat.setTimestamp(event.timestamp())
    return repeat


def _is_written(name: str, sign: str, *, has_shift: bool) -> bool:
    """Whether a key of this name writes a sign."""
    if not _is_sign(name):
        return False
    is_held_so = not name[-1].isalpha() or has_shift is name.startswith("Shift+")
    return is_held_so and sign == name[-1].casefold()


@lru_cache(maxsize=512)
def _names(keys: str) -> tuple[str, ...]:
    return tuple(map(portable, _parsed(keys)))


# AltGr, with which many keyboards write brackets and the slash, comes as Ctrl+Alt on Windows.
_WRITING = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.GroupSwitchModifier,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier,
)


def split_local(act: Act, keys: Iterable[QKeySequence]) -> tuple[list[QKeySequence], list[QKeySequence]]:
    """Divide keys into those that work everywhere, and those that work in the place of the action only."""
    found = list(keys)
    return [key for key in found if not is_local(act, key)], [key for key in found if is_local(act, key)]


def is_local(act: Act, keys: QKeySequence) -> bool:
    """Whether these keys work in the place of the action only."""
    return act.where.is_field or act.where is KeyScope.FOLD or is_plain(keys)


def is_plain(keys: QKeySequence) -> bool:
    """Whether the keys write or steer, which would get in the way of typing: no function key, and nothing is held."""
    return is_letter(keys) or not _HELD_OR_FUNCTION.match(portable(keys))


_HELD_OR_FUNCTION = re.compile(r"(.*\+)?(F\d+$|(Ctrl|Alt|Meta)\+)")


def is_letter(keys: QKeySequence) -> bool:
    """Whether the keys write a sign: one key, with nothing held but Shift."""
    return _is_sign(portable(keys))


def _is_sign(name: str) -> bool:
    return len(name.removeprefix("Shift+")) == 1


def portable(keys: QKeySequence) -> str:
    """Return the keys as they are kept, the same on every system."""
    return keys.toString(QKeySequence.SequenceFormat.PortableText)


def clashes(act: Act, keys: QKeySequence, custom: Mapping[str, str]) -> list[Act]:
    """Return the other actions that these keys would mean where they mean this one; as they are at first, none does."""
    return [
        other
        for other in Act
        if other is not act
        and keys in keys_of(other, custom)
        and (act.where.meets(other.where) or not (is_local(act, keys) and is_local(other, keys)))
        and not (keys in keys_of(act, {}) and keys in keys_of(other, {}))
    ]


def goes_before(act: Act, other: Act) -> bool:
    """Whether both can have the same keys, for those of a field one types in are no other's there."""
    return act.where.is_field is not other.where.is_field


def with_keys(custom: Mapping[str, str], act: Act, keys: Iterable[QKeySequence]) -> dict[str, str]:
    """Return the user's keys with these for one action, which is not listed while it has those it had at first."""
    chosen = {name: given for name, given in custom.items() if name != act.name}
    given = list(keys)
    if given != keys_of(act, {}):
        chosen[act.name] = QKeySequence.listToString(given, QKeySequence.SequenceFormat.PortableText)
    return chosen


_TEMPLATE, _IN_FORCE = "keysTemplate", "shortcuts"
_PLACE = re.compile(r"( \(|\t)?\{([A-Z_]+)\}(\))?")


def with_keys_in_force(template: str) -> str:
    """Return such as "Next hunk ({NEXT_HUNK})" with the keys of the action; without brackets where it has none."""
    custom = keys_in_force()

    def replaced(found: re.Match[str]) -> str:
        before, name, after = found.groups(default="")
        if name not in Act.__members__:
            return found[0]
        keys = [key.toString(QKeySequence.SequenceFormat.NativeText) for key in keys_of(Act[name], custom)]
        return f"{before}{' or '.join(dict.fromkeys(keys[:1] + keys[-1:]))}{after}" if keys else ""

    return _PLACE.sub(replaced, template)


def show_keys(target: QAction | QWidget, template: str) -> None:
    """Show `with_keys_in_force`, now and after the keys changed: as the text of an action or a label, else as tooltip.

    The first key and the last are named: the letter, where there is one.
    """
    target.setProperty(_TEMPLATE, template)
    _show_template(target)


def _show_template(target: QObject) -> None:
    text = with_keys_in_force(target.property(_TEMPLATE))
    if isinstance(target, QAction | QLabel):
        target.setText(text)
    elif isinstance(target, QWidget):
        target.setToolTip(text)


def announce_keys(custom: Mapping[str, str]) -> None:
    """Let every part of the program that names keys name these."""
    app = QApplication.instance()
    if app is None or (app.property(_IN_FORCE) or {}) == custom:
        return
    app.setProperty(_IN_FORCE, dict(custom))
    for widget in QApplication.allWidgets():
        for target in (widget, *widget.actions()):
            if target.property(_TEMPLATE):
                _show_template(target)


def key_in(act: Act, where: KeyScope) -> str:
    """Return the key of an action that is shown in this place, as this system writes it; empty for none."""
    keys, local = split_local(act, keys_of(act, keys_in_force()))
    shown = [*(local if act.where.meets(where) else []), *keys]
    return shown[0].toString(QKeySequence.SequenceFormat.NativeText) if shown else ""


def describe_keys(act: Act, custom: Mapping[str, str] | None = None) -> str:
    """Return the keys of an action as this system writes them, such as "F7, J in list and diff"."""
    native = QKeySequence.SequenceFormat.NativeText
    keys, local = split_local(act, keys_of(act, custom or {}))
    shown = [keys[0].toString(native)] if keys else []
    of_place = " or ".join(dict.fromkeys(key.toString(native) for key in local[:1] + local[-1:]))
    return ", ".join([*shown, *([f"{of_place} {act.where}"] if of_place else [])])
