"""Promises of keys: those of the design, those the user chose, the sheet that lists them, and the palette."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu, QTableWidget, QTabWidget
from pytestqt.qtbot import QtBot

from guillemet.settings import Settings
from guillemet.ui.actions import Act
from guillemet.ui.chat.model_picker import ChoiceList
from guillemet.ui.dialogs import CommandPalette, ShortcutsDialog
from guillemet.ui.diff.footer import Footer
from guillemet.ui.diff.header_menus import Options
from guillemet.ui.settings.page import SettingsPage
from guillemet.ui.style import style
from guillemet.ui.widgets.tab_order import holds_focus
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, CTRL_SHIFT, named, press, words
from tests.ui.window.hands import decisions, file_list

KEYS = {
    "Ctrl+Shift+V": Act.PASTE_REPLY,
    "Ctrl+O": Act.OPEN_REPLY,
    "Ctrl+N": Act.NEW_CONVERSATION,
    "Ctrl+H": Act.CONVERSATIONS,
    "F7": Act.NEXT_HUNK,
    "Shift+F7": Act.PREVIOUS_HUNK,
    "Alt+Down": Act.NEXT_FILE,
    "Alt+Up": Act.PREVIOUS_FILE,
    "Ctrl+Alt+Y": Act.ACCEPT_FILE,
    "Ctrl+Alt+N": Act.REJECT_FILE,
    "Ctrl+Shift+Return": Act.ACCEPT_ALL,
    "Ctrl+Shift+Backspace": Act.REJECT_ALL,
    "Ctrl+G": Act.FOCUS_MESSAGE,
    "Ctrl+Z": Act.UNDO,
    "Ctrl+Shift+Z": Act.REDO,
    "Ctrl+F": Act.FIND,
    "Ctrl+Shift+F": Act.FIND_IN_ALL,
    "Ctrl+Alt+F": Act.CONTEXT_FILES,
    "F3": Act.FIND_NEXT,
    "Shift+F3": Act.FIND_PREVIOUS,
    "Ctrl+B": Act.SHOW_CHANGES,
    "F9": Act.SHOW_CONVERSATION,
    "Ctrl+Shift+P": Act.SEARCH_ACTIONS,
    "Ctrl+,": Act.SETTINGS,
    "F1": Act.KEYS,
    "F6": Act.NEXT_PANE,
    "Shift+F6": Act.PREVIOUS_PANE,
}
LETTERS = {
    "J": Act.NEXT_HUNK,
    "K": Act.PREVIOUS_HUNK,
    "]": Act.NEXT_FILE,
    "[": Act.PREVIOUS_FILE,
    "N": Act.NEXT_UNDECIDED,
    "C": Act.COMMENT,
    "/": Act.FIND,
    "W": Act.SWITCH_WHITE_SPACE,
    "U": Act.SWITCH_LOOK,
    "?": Act.KEYS,
}


@pytest.fixture
def done(proposed: WindowController) -> list[Act]:
    """Return what is asked of the window from now on; nothing of it is done."""
    asked: list[Act] = []
    proposed.window.actions_table.requested.disconnect()
    proposed.window.actions_table.requested.connect(asked.append)
    for act in Act:
        proposed.window.actions_table[act].setEnabled(True)
    return asked


def press_keys(desk: WindowController, keys: str) -> None:
    """Press keys, in Qt's portable spelling, where the focus is."""
    pressed = QKeySequence(keys)[0]
    QTest.keyClick(desk.window, pressed.key(), pressed.keyboardModifiers())


def choose_keys(desk: WindowController, keys: dict[str, str]) -> None:
    """Choose keys as the settings do."""
    desk.session.preferences.choose(Settings(shortcuts=keys))


def test_every_key_does_what_the_table_says_and_a_letter_writes_in_a_field(
    proposed: WindowController, done: list[Act]
) -> None:
    for letter in LETTERS:
        QTest.keyClick(file_list(proposed), letter.lower())
    assert done == list(LETTERS.values())

    proposed.commit.focus_message()
    for letter in LETTERS:
        QTest.keyClick(QApplication.focusWidget(), letter.lower())
    assert done == list(LETTERS.values())

    done.clear()
    for keys in KEYS:
        file_list(proposed).setFocus()
        press_keys(proposed, keys)
    assert done == list(KEYS.values())


def test_chosen_keys_and_letters_work_at_once_until_they_are_reset_and_the_former_ones_no_more(
    proposed: WindowController, done: list[Act]
) -> None:
    choose_keys(proposed, {"FINISH_REVIEW": "Ctrl+J"})
    for keys in ("Ctrl+J", "Ctrl+Shift+D"):
        press_keys(proposed, keys)
    assert done == [Act.FINISH_REVIEW]

    choose_keys(proposed, {})
    for keys in ("Ctrl+J", "Ctrl+Shift+D"):
        press_keys(proposed, keys)
    assert done == [Act.FINISH_REVIEW] * 2

    done.clear()
    choose_keys(proposed, {"NEXT_HUNK": "F7; D", "PREVIOUS_HUNK": "J"})
    pane = file_list(proposed)
    pane.setFocus()
    for letter in "djk":
        QTest.keyClick(pane, letter)
    assert done == [Act.NEXT_HUNK, Act.PREVIOUS_HUNK]


@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen has no desktop for menus
def test_no_letter_works_behind_an_open_menu(proposed: WindowController, done: list[Act]) -> None:
    menu = QMenu(proposed.window)
    menu.addAction("Copy")
    menu.popup(QPoint(10, 10))

    QTest.keyClick(file_list(proposed), "n")

    assert done == []
    menu.close()


def test_a_field_keeps_its_keys_and_the_diff_follows_its_chosen_letters(
    proposed: WindowController, done: list[Act], qtbot: QtBot
) -> None:
    choose_keys(proposed, {"ACCEPT_PART": "Ctrl+Return; O", "UNFOLD_ALL": "Y", "OPEN_IN_DIFF": "G"})
    accepted: list[str] = []
    proposed.diff.decisions.accept_part_requested.disconnect()
    proposed.diff.decisions.accept_part_requested.connect(lambda path, _: accepted.append(path))
    committed: list[str] = []
    proposed.commit.commit_requested.disconnect()
    proposed.commit.commit_requested.connect(lambda asked: committed.append(asked.message))
    proposed.session.decisions.accept(["b.py"])
    qtbot.waitUntil(lambda: proposed.session.tasks.is_quiet and bool(proposed.session.review.commit))
    proposed.commit.focus_message()
    QTest.keyClicks(QApplication.focusWidget(), "Exact amounts")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert (done, accepted, committed) == ([], [], ["Exact amounts"])

    file_list(proposed).setFocus()
    press_keys(proposed, "Ctrl+Return")
    assert done == [Act.ACCEPT_PART]
    proposed.diff.setFocus()
    folding = proposed.diff._reading.folding
    QTest.keyClick(QApplication.focusWidget(), "y")
    assert (accepted, proposed.diff._reading.folding.is_all_open) == ([], not folding.is_all_open)
    QTest.keyClick(QApplication.focusWidget(), "o")
    assert accepted == ["a.py"]


def test_tooltips_menus_and_hints_name_the_chosen_keys(proposed: WindowController) -> None:
    following = proposed.diff.findChild(Footer).next
    wrap = next(one for one in proposed.diff.findChild(Options).menu().actions() if one.text().startswith("Wrap"))
    assert (following.toolTip(), wrap.text()) == ("Next hunk (F7 or J)", "Wrap long lines\tAlt+Z or Z")

    choose_keys(proposed, {"NEXT_HUNK": "Ctrl+J", "SWITCH_WRAP": "", "PASTE_REPLY": "Ctrl+K"})
    assert (following.toolTip(), wrap.text()) == ("Next hunk (Ctrl+J)", "Wrap long lines")
    assert any("reply with Ctrl+K," in one.text() for one in proposed.proposal.findChildren(QLabel))

    choose_keys(proposed, {})
    assert following.toolTip() == "Next hunk (F7 or J)"


def test_the_sheet_of_keys_finds_an_action_and_leads_to_where_keys_are_changed(
    proposed: WindowController, qtbot: QtBot
) -> None:
    choose_keys(proposed, {"FINISH_REVIEW": "Ctrl+J"})
    press_keys(proposed, "F1")
    sheet = proposed.window.findChild(ShortcutsDialog)
    QTest.keyClicks(named(sheet, QLineEdit, "Find an action or a key"), "finish")

    table = named(sheet, QTableWidget, "Actions and their keys")
    rows = [row for row in range(table.rowCount()) if not table.isRowHidden(row)]
    assert [table.item(row, 1).text() for row in rows] == ["Ctrl+J"]

    # A word that begins with what was typed comes before one that holds it, and before other words for an action.
    field = named(sheet, QLineEdit, "Find an action or a key")
    field.clear()
    order = [table.item(table.verticalHeader().logicalIndex(row), 0).text() for row in range(table.rowCount())]
    QTest.keyClicks(field, "line")
    places = {table.item(row, 0).text(): table.rowViewportPosition(row) for row in range(table.rowCount())}
    assert not table.isRowHidden(order.index(Act.REJECT_FILE))  # by "decline"
    assert places[Act.GO_TO_LINE] < places[Act.REJECT_FILE]
    assert table.rowViewportPosition(table.currentRow()) == 0
    field.clear()
    assert [table.item(table.verticalHeader().logicalIndex(row), 0).text() for row in range(table.rowCount())] == order

    press(qtbot, sheet, "Change keys…")
    page = proposed.window.findChild(SettingsPage)
    tabs = page.findChild(QTabWidget)
    assert tabs.tabText(tabs.currentIndex()) == "Keys"
    page.close()


def test_the_palette_finds_an_action_by_other_words_for_it(proposed: WindowController, done: list[Act]) -> None:
    found = {
        "clear": Act.NEW_CONVERSATION,
        "dark": Act.SWITCH_THEME,
        "preferences": Act.SETTINGS,
        "sidebar chat": Act.SHOW_CONVERSATION,
        "cancel": Act.STOP_ANSWER,
        "undo": Act.UNDO,
    }
    for typed in found:
        proposed._search_actions()
        field = proposed.window.findChildren(CommandPalette)[-1].findChild(QLineEdit)
        QTest.keyClicks(field, typed)
        QTest.keyClick(field, Qt.Key.Key_Return)

    assert done == list(found.values())


def test_what_is_typed_before_the_desktop_switches_to_the_palette_is_typed_in_it(
    proposed: WindowController, qtbot: QtBot
) -> None:
    review = proposed.session.review
    proposed.diff.setFocus()
    QTest.keyClick(proposed.window, Qt.Key.Key_P, CTRL_SHIFT)
    palette = proposed.window.findChildren(CommandPalette)[-1]
    proposed.window.activateWindow()  # as while the desktop has not switched yet
    qtbot.waitUntil(proposed.window.isActiveWindow)

    for letter in (Qt.Key.Key_X, Qt.Key.Key_S, Qt.Key.Key_Y):
        QTest.keyClick(proposed.window.windowHandle(), letter)
    QTest.keyClick(proposed.window.windowHandle(), Qt.Key.Key_Z, CTRL)

    assert palette.findChild(QLineEdit).text() == ""  # Ctrl+Z takes back what is typed
    QTest.keyClick(proposed.window.windowHandle(), Qt.Key.Key_Z, CTRL_SHIFT)
    assert palette.findChild(QLineEdit).text() == "xsy"
    QTest.keyClick(proposed.window.windowHandle(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not proposed.window.findChildren(CommandPalette))
    assert proposed.session.review == review


def test_what_only_buttons_did_is_done_from_the_palette_and_light_and_dark_are_switched(
    proposed: WindowController, qtbot: QtBot
) -> None:
    def find(typed: str) -> None:
        QTest.keyClick(proposed.window, Qt.Key.Key_P, CTRL_SHIFT)
        field = proposed.window.findChildren(CommandPalette)[-1].findChild(QLineEdit)
        QTest.keyClicks(field, typed)
        QTest.keyClick(field, Qt.Key.Key_Return)
        proposed.window.activateWindow()  # as a desktop does by itself

    before, folding = proposed.session.preferences.now, proposed.diff._reading.folding
    for typed in ("flat list", "one file at a time", "more context", "unfold all"):
        find(typed)
    now = proposed.session.preferences.now
    assert (now.files_as_tree, now.is_continuous) == (not before.files_as_tree, not before.is_continuous)
    assert proposed.diff._reading.folding.context == folding.context + 1
    for name in ("dark", "light"):
        find("dark")
        assert style.current().theme.name == name
    find("git commit")
    qtbot.waitUntil(lambda: holds_focus(proposed.commit))  # nothing is accepted yet, and no message written
    find("choose model")
    qtbot.waitUntil(lambda: any(one.isVisible() for one in proposed.window.findChildren(ChoiceList)))
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)


def test_f6_goes_round_the_panes_in_view_and_shift_f6_back(proposed: WindowController) -> None:
    panes = (proposed.proposal, proposed.commit, proposed.editing_area, proposed.talk, proposed.notices)
    proposed.window.show_conversation(is_shown=True)
    proposed.do(Act.FOCUS_LIST)

    def go(modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> int:
        QTest.keyClick(QApplication.focusWidget() or proposed.window, Qt.Key.Key_F6, modifier)
        return next(at for at, pane in enumerate(panes) if holds_focus(pane))

    there = [go() for _ in range(5)]
    back = [go(Qt.KeyboardModifier.ShiftModifier) for _ in range(4)]

    assert {0, 2, 3} <= set(there)
    assert all(one != other for one, other in pairwise(there))
    assert back == there[3::-1]


def test_the_foot_names_the_keys_of_the_hunk_beside_the_buttons_of_the_file(
    proposed: WindowController, qtbot: QtBot
) -> None:
    foot = proposed.diff.findChild(Footer)
    qtbot.waitUntil(lambda: "Y accept · X reject" in words(foot))

    choose_keys(proposed, {"ACCEPT_PART": "Q"})
    proposed.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Q)
    qtbot.waitUntil(lambda: "Q accept · X reject" in words(foot))

    choose_keys(proposed, {"REJECT_PART": ""})
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: decisions(proposed).startswith("yy"))
    qtbot.waitUntil(lambda: "accept ·" not in words(foot))
