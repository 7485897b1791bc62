"""Actions by key, letter and palette."""

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListWidget, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from guillemet.ui.actions import Act, KeyScope
from guillemet.ui.chat.popup import EntryList
from guillemet.ui.dialogs import CommandPalette, is_found
from guillemet.ui.shortcuts import clashes, describe_keys, keys_of
from guillemet.ui.style import style
from guillemet.ui.window_actions import WindowActions


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    window = QMainWindow()
    qtbot.addWidget(window)
    body = QWidget(window)
    window.setCentralWidget(body)
    window.pane, window.field = QListWidget(body), QLineEdit(body)
    window.actions_table = WindowActions(window)
    window.actions_table.give_letters({KeyScope.LIST: window.pane})
    window.requested = []
    window.actions_table.requested.connect(window.requested.append)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    return window


def test_no_key_means_two_things() -> None:
    keys = Counter((key, None) for act in Act for key in act.keys.split("; ") if key)
    keys += Counter((key, act.where) for act in Act for key in act.local.split("; ") if key)

    assert [key for key, times in keys.items() if times > 1] == []
    assert {act: found for act in Act for key in keys_of(act, {}) if (found := clashes(act, key, {}))} == {}


def test_a_letter_works_while_the_list_has_the_focus(window: QMainWindow) -> None:
    window.pane.setFocus()
    QTest.keyClick(window.pane, Qt.Key.Key_N)
    QTest.keyClick(window.pane, Qt.Key.Key_BracketRight)
    QTest.keyClick(window.pane, Qt.Key.Key_Question)

    assert window.requested == [Act.NEXT_UNDECIDED, Act.NEXT_FILE, Act.KEYS]


def test_a_letter_is_only_a_letter_while_typing(window: QMainWindow) -> None:
    window.field.setFocus()
    QTest.keyClick(window.field, Qt.Key.Key_N)

    assert window.requested == []
    assert window.field.text() == "n"


def test_a_disabled_action_does_nothing_by_letter(window: QMainWindow) -> None:
    window.actions_table[Act.ACCEPT_PART].setEnabled(False)
    window.pane.setFocus()
    QTest.keyClick(window.pane, Qt.Key.Key_Y)

    assert window.requested == []


@pytest.mark.parametrize(
    ("typed", "act"), [("all rej", Act.REJECT_ALL), ("push", Act.PUSH), ("edit", Act.EDIT_PROPOSAL)]
)
def test_the_palette_does_what_typing_finds(window: QMainWindow, qtbot: QtBot, typed: str, act: Act) -> None:
    palette = CommandPalette([(window.actions_table[one], describe_keys(one)) for one in Act], window)
    palette.show()
    field = palette.findChild(QLineEdit)
    qtbot.keyClicks(field, typed)
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert window.requested == [act]
    assert not palette.isVisible()


def test_the_palette_finds_each_action_by_what_users_of_other_programs_type(window: QMainWindow) -> None:
    table = (Path(__file__).parent / "palette_phrases.txt").read_text("utf-8")
    phrases = {line.partition(": ")[0]: line.partition(": ")[2].split(", ") for line in table.splitlines()}

    assert phrases.keys() == {act.name for act in Act if act is not Act.SEARCH_ACTIONS}
    assert all(len(of_act) >= 5 for of_act in phrases.values())
    actions = window.actions_table
    missed = [
        (name, phrase)
        for name in phrases
        for phrase in phrases[name]
        if not is_found(actions[Act[name]], phrase.split())
    ]
    assert missed == []


def test_the_palette_is_as_high_as_what_it_found(window: QMainWindow, qtbot: QtBot) -> None:
    palette = CommandPalette([(window.actions_table[one], "") for one in Act], window)
    palette.show()
    found = palette.findChild(EntryList)
    most = palette.height()
    qtbot.keyClicks(palette.findChild(QLineEdit), "all rej")

    qtbot.waitUntil(lambda: palette.height() < most / 3)
    assert 0 <= found.viewport().height() - found.sizeHintForRow(0) <= 2 * style.LIST_EDGE


def test_arrows_in_the_palette_move_through_what_was_found(window: QMainWindow, qtbot: QtBot) -> None:
    palette = CommandPalette([(window.actions_table[act], "") for act in (Act.UNDO, Act.REDO)], window)
    palette.show()
    field = palette.findChild(QLineEdit)
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert window.requested == [Act.REDO]


def test_a_click_in_the_palette_does_what_lies_there_and_nothing_where_that_cannot_be_done(
    window: QMainWindow, qtbot: QtBot
) -> None:
    window.actions_table[Act.REDO].setEnabled(False)
    palette = CommandPalette([(window.actions_table[act], "") for act in (Act.UNDO, Act.REDO, Act.SWITCH_WRAP)], window)
    palette.show()
    found = palette.findChild(EntryList)
    redo, wrap = (found.visualRect(found.model().index(row, 0)).center() for row in (1, 2))

    qtbot.mouseClick(found.viewport(), Qt.MouseButton.LeftButton, pos=redo)
    assert (window.requested, palette.isVisible()) == ([], True)

    qtbot.mouseClick(found.viewport(), Qt.MouseButton.LeftButton, pos=wrap)
    assert (window.requested, palette.isVisible()) == ([Act.SWITCH_WRAP], False)


def test_what_is_on_has_a_tick_in_the_palette(window: QMainWindow) -> None:
    window.actions_table[Act.SHOW_CHANGES].setChecked(True)
    palette = CommandPalette([(window.actions_table[act], "") for act in (Act.SHOW_CHANGES, Act.FIND)], window)
    names = [entry.spoken for entry in palette.findChild(EntryList).entries]

    assert [name.endswith(", chosen") for name in names] == [True, False]


def test_keys_are_described_with_the_place_where_letters_work() -> None:
    assert describe_keys(Act.NEXT_HUNK) == "F7, J in list and diff"
    assert describe_keys(Act.NEXT_UNDECIDED) == "N in list and diff"
    assert describe_keys(Act.SETTINGS) == "Ctrl+,"
    assert describe_keys(Act.ACCEPT_FILE) == "Ctrl+Alt+Y, Space in the list"
    assert describe_keys(Act.ACCEPT_FILE, {"ACCEPT_FILE": "A"}) == "A in the list"
    assert describe_keys(Act.ACCEPT_PART) == "Y in list and diff"
    assert describe_keys(Act.MORE_CONTEXT) == "+ in the diff"
    assert describe_keys(Act.COMMIT) == "Ctrl+Return in the commit message"
    assert describe_keys(Act.GO_ON) == ""
