"""Promises of every control of the window, its key and its name."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QLineEdit,
    QPushButton,
    QTableWidget,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from guillemet.ui.actions import Act
from guillemet.ui.desk import Desk
from guillemet.ui.keys import KeySheet
from guillemet.ui.palette import ActionPalette
from tests.kit.hands import CTRL_SHIFT
from tests.ui.window.hands import decisions, file_list


def test_the_palette_finds_an_action_and_does_it(proposed: Desk, qtbot: QtBot) -> None:
    QTest.keyClick(proposed.window, Qt.Key.Key_P, CTRL_SHIFT)
    palette = proposed.window.findChild(ActionPalette)
    field = palette.findChild(QLineEdit)
    QTest.keyClicks(field, "reject all")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: decisions(proposed) == "nnn")


def test_a_question_mark_shows_the_keys(proposed: Desk) -> None:
    files = file_list(proposed)
    files.setFocus()
    QTest.keyClick(files, Qt.Key.Key_Question)

    sheet = proposed.window.findChild(KeySheet)
    assert sheet.isVisible()
    sheet.close()


def test_the_keys_that_mean_something_in_one_place_only_stand_among_them(proposed: Desk) -> None:
    proposed.do(Act.KEYS)
    sheet = proposed.window.findChild(KeySheet)
    table = sheet.findChild(QTableWidget)
    cells = [[table.item(row, column).text() for column in range(2)] for row in range(table.rowCount())]

    assert ["Accept file", "Space in the list"] in cells
    assert ["Commit", "Ctrl+Return in the commit message"] in cells
    sheet.close()


def test_every_button_of_the_window_has_a_name(proposed: Desk) -> None:
    controls = [*proposed.window.findChildren(QPushButton), *proposed.window.findChildren(QToolButton)]
    nameless = [one for one in controls if one.isVisible() and not (one.accessibleName() or one.text())]

    assert nameless == []


def test_every_action_does_something(desk: Desk) -> None:
    assert set(desk._verbs) == set(Act)
