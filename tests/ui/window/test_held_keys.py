"""Promises of keys that are held down: each press decides once, whether Qt marks the repeats or not."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from guillemet.ui.window_controller import WindowController
from tests.kit.hands import named
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import decisions, file_list, paste, review, shown

LINES = (10, 50, 90)
REPEATS = 6


class Keyboard:
    """Sends to a window what an X server does, with its times; without marking repeats, as Qt on a busy machine."""

    def __init__(self, desk: WindowController, qtbot: QtBot, *, marks: bool = False) -> None:
        self._desk, self._qtbot, self._marks = desk, qtbot, marks
        self._now = 1_000
        self._shortcut: Callable[[], object] | None = None

    def hold(self, key: Qt.Key, text: str = "", *, shortcut: Callable[[], object] | None = None) -> None:
        """Hold a key down until it has come again several times, each of which is seen before the next.

        If the key is one of a `shortcut`, do that whenever Qt would: where no widget claims the key for itself.
        """
        self._shortcut = shortcut
        self._send(QEvent.Type.KeyPress, key, text, after=600)
        for _ in range(REPEATS):
            self._qtbot.waitUntil(lambda: self._desk.session.tasks.is_quiet)
            self._send(QEvent.Type.KeyRelease, key, text, after=40, is_marked=self._marks)
            self._send(QEvent.Type.KeyPress, key, text, is_marked=self._marks)
        self._send(QEvent.Type.KeyRelease, key, text, after=20)

    def press(self, key: Qt.Key, text: str = "") -> None:
        """Press and release a key as fast as a finger does."""
        self._send(QEvent.Type.KeyPress, key, text, after=30)
        self._send(QEvent.Type.KeyRelease, key, text, after=30)

    def _send(self, kind: QEvent.Type, key: Qt.Key, text: str, *, after: int = 0, is_marked: bool = False) -> None:
        self._now += after
        is_press = kind is QEvent.Type.KeyPress
        is_claimed = is_press and self._deliver(QEvent.Type.ShortcutOverride, key, text, is_marked=is_marked)
        if is_press and self._shortcut is not None and not is_claimed:
            self._shortcut()
        else:
            self._deliver(kind, key, text, is_marked=is_marked)

    def _deliver(self, kind: QEvent.Type, key: Qt.Key, text: str, *, is_marked: bool) -> bool:
        """Give an event to the window; return whether a widget took it."""
        event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text, autorep=is_marked)
        event.setTimestamp(self._now)
        event.ignore()
        QApplication.sendEvent(self._desk.window.windowHandle(), event)
        return event.isAccepted()


@pytest.mark.parametrize("marks", [False, True])
def test_in_the_diff_a_held_key_decides_one_hunk_and_quick_presses_one_each(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot, *, marks: bool
) -> None:
    project.commit({"long.txt": "".join(f"line {number}\n" for number in range(1, 101))})
    paste(opened, "\n".join(edit("long.txt", f"line {line}", f"changed {line}") for line in LINES))
    qtbot.waitUntil(lambda: shown(opened) == "long.txt" and opened.session.tasks.is_quiet)
    opened.diff.setFocus()
    qtbot.waitUntil(opened.diff.splitter.main.hasFocus)
    keyboard = Keyboard(opened, qtbot, marks=marks)

    def accepted() -> list[int]:
        return [line for line in LINES if f"changed {line}\n" in project.read("long.txt").decode()]

    keyboard.hold(Qt.Key.Key_Y, "y")
    qtbot.waitUntil(lambda: opened.session.tasks.is_quiet)
    assert accepted() == [10]

    keyboard.press(Qt.Key.Key_Y, "y")
    keyboard.press(Qt.Key.Key_Y, "y")
    qtbot.waitUntil(lambda: accepted() == [*LINES])


@pytest.mark.parametrize("marks", [False, True])
def test_in_the_list_held_space_accepts_one_file_and_toggles_a_box_once(
    proposed: WindowController, qtbot: QtBot, *, marks: bool
) -> None:
    files = file_list(proposed)
    files.setFocus()
    keyboard = Keyboard(proposed, qtbot, marks=marks)

    keyboard.hold(Qt.Key.Key_Space, " ")
    qtbot.waitUntil(lambda: decisions(proposed) == "y.." and proposed.session.tasks.is_quiet)

    for path, decided in (("b.py", "yy."), ("c.py", "yyy")):
        qtbot.waitUntil(lambda path=path: shown(proposed) == path)
        keyboard.press(Qt.Key.Key_Space, " ")
        qtbot.waitUntil(lambda decided=decided: decisions(proposed) == decided and proposed.session.tasks.is_quiet)
    keyboard.hold(Qt.Key.Key_Space, " ")  # all are accepted
    qtbot.waitUntil(lambda: proposed.session.tasks.is_quiet)
    assert sum(line.is_left_out for line in review(proposed).commit) == 1


def test_a_held_letter_of_the_list_decides_once(proposed: WindowController, qtbot: QtBot) -> None:
    files = file_list(proposed)
    files.setFocus()
    keyboard = Keyboard(proposed, qtbot)

    def press_shortcut() -> None:
        QTest.keyClick(files, Qt.Key.Key_Y)
        qtbot.waitUntil(lambda: proposed.session.tasks.is_quiet)

    keyboard.hold(Qt.Key.Key_Y, "y", shortcut=press_shortcut)

    assert decisions(proposed) == "y.."


def test_held_keys_that_go_or_write_go_on(proposed: WindowController, qtbot: QtBot) -> None:
    files = file_list(proposed)
    files.setFocus()
    keyboard = Keyboard(proposed, qtbot)

    keyboard.hold(Qt.Key.Key_Down)
    assert files.currentIndex().row() > 2

    box = named(proposed.window, QPlainTextEdit, "Message")
    box.setFocus()
    keyboard.hold(Qt.Key.Key_Y, "y")
    assert box.toPlainText() == "y" * (1 + REPEATS)
