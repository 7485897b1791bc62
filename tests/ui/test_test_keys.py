"""Promise of the tests themselves: the keys one test holds are not held in the next."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from tests.kit.hands import CTRL
from tests.kit.leaks import release_keys


def test_the_modifiers_of_a_simulated_key_end_with_its_test(qtbot: QtBot) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    qtbot.keyClick(field, Qt.Key.Key_A, CTRL)

    held = QGuiApplication.keyboardModifiers()
    release_keys()

    assert (held, QGuiApplication.keyboardModifiers()) == (CTRL, Qt.KeyboardModifier.NoModifier)
