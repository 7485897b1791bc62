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
from guillemet.ui.dialogs import CommandPalette, ShortcutsDialog
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL_SHIFT
from tests.ui.window.hands import decisions, file_list


def test_the_palette_finds_an_action_and_does_it(proposed: WindowController, qtbot: QtBot) -> None:
    QTest.keyClick(proposed.window, Qt.Key.Key_P, CTRL_SHIFT)
    palette = proposed.window.findChild(CommandPalette)
    field = palette.findChild(QLineEdit)
    QTest.keyClicks(field, "reject all")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: decisions(proposed) == "nnn")


def test_a_question_mark_shows_the_keys(proposed: WindowController) -> None:
    files = file_list(proposed)
    files.setFocus()
    QTest.keyClick(files, Qt.Key.Key_Question)

    sheet = proposed.window.findChild(ShortcutsDialog)
    assert sheet.isVisible()
    sheet.close()


def test_the_keys_that_mean_something_in_one_place_only_stand_among_them(proposed: WindowController) -> None:
    proposed.do(Act.KEYS)
    sheet = proposed.window.findChild(ShortcutsDialog)
    table = sheet.findChild(QTableWidget)
    cells = [[table.item(row, column).text() for column in range(2)] for row in range(table.rowCount())]

    assert ["Accept file", "Space in the list"] in cells
    assert ["Commit", "Ctrl+Return in the commit message"] in cells
    sheet.close()


def test_every_button_of_the_window_has_a_name(proposed: WindowController) -> None:
    controls = [*proposed.window.findChildren(QPushButton), *proposed.window.findChildren(QToolButton)]
    nameless = [one for one in controls if one.isVisible() and not (one.accessibleName() or one.text())]

    assert nameless == []


def test_every_action_does_something(desk: WindowController) -> None:
    assert set(desk._verbs) == set(Act)
