"""Every action gets another key by pressing it; what another action has is not taken without a word."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QTableWidget, QWidget
from pytestqt.qtbot import QtBot

from guillemet.ui.actions import Act
from guillemet.ui.settings.keys import KeysForm
from guillemet.ui.wording import plain_tip
from tests.kit.hands import CTRL, CTRL_SHIFT, buttons, named, press, show, words

PLAIN, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def form(qtbot: QtBot) -> KeysForm:
    form = show(qtbot, KeysForm({}), width=700, height=500)
    form.kept = []
    form.chosen.connect(lambda choice: form.kept.append(choice["shortcuts"]))
    return form


def press_key(form: QWidget, act: Act, key: Qt.Key, held: Qt.KeyboardModifier = PLAIN) -> None:
    """Choose an action by searching for it, and press the key that it is to have."""
    field = named(form, QLineEdit, "Find an action or a key")
    field.setText(act)
    QTest.keyClick(named(form, QKeySequenceEdit, "Press the new key"), key, held)


def shown(form: QWidget) -> list[str]:
    """Return the rows that are shown, keys last."""
    table = named(form, QTableWidget, "Actions and their keys")
    rows = (row for row in range(table.rowCount()) if not table.isRowHidden(row))
    return [f"{table.item(row, 0).text()}: {table.item(row, 1).text()}" for row in rows]


def test_an_action_gets_the_key_that_is_pressed(form: KeysForm) -> None:
    press_key(form, Act.ACCEPT_ALL, Qt.Key.Key_J, CTRL)

    assert form.kept == [{"ACCEPT_ALL": "Ctrl+J"}]
    assert "Accept all: Ctrl+J" in shown(form)


def test_a_sign_becomes_the_letter_and_the_key_stays(form: KeysForm) -> None:
    press_key(form, Act.NEXT_HUNK, Qt.Key.Key_D)

    assert form.kept == [{"NEXT_HUNK": "F7; D"}]
    assert "Next hunk: F7, D in list and diff" in shown(form)


def test_a_key_of_another_action_is_named_and_taken_only_when_asked(form: KeysForm, qtbot: QtBot) -> None:
    press_key(form, Act.ACCEPT_ALL, Qt.Key.Key_B, CTRL)
    assert form.kept == []
    assert f"Ctrl+B is the key of “{Act.SHOW_CHANGES}”." in words(form)

    press(qtbot, form, "Use it here")
    assert form.kept == [{"ACCEPT_ALL": "Ctrl+B", "SHOW_CHANGES": ""}]
    assert "Use it here" not in buttons(form)


def test_letters_of_the_diff_and_keys_of_the_list_are_changed_as_all_others(form: KeysForm) -> None:
    press_key(form, Act.REJECT_PART, Qt.Key.Key_D)
    assert form.kept[-1] == {"REJECT_PART": "D"}

    press_key(form, Act.MORE_CONTEXT, Qt.Key.Key_X)  # free by now
    assert form.kept[-1] == {"REJECT_PART": "D", "MORE_CONTEXT": "X"}

    press_key(form, Act.ACCEPT_FILE, Qt.Key.Key_Insert)
    assert form.kept[-1]["ACCEPT_FILE"] == "Ctrl+Alt+Y; Ins"
    press_key(form, Act.ACCEPT_PART, Qt.Key.Key_O)
    assert f"O is the key of “{Act.UNFOLD_ALL}”." in words(form)


def test_a_key_of_a_field_stays_the_fields_and_is_named_before_another_action_gets_it(
    form: KeysForm, qtbot: QtBot
) -> None:
    press_key(form, Act.ACCEPT_PART, Qt.Key.Key_Return, CTRL)
    assert form.kept == []
    assert f"“{Act.COMMIT}”, and stays it in the commit message" in words(form)
    assert f"“{Act.SEND}”, and stays it in the message" in words(form)

    press(qtbot, form, "Use it here")
    assert form.kept == [{"ACCEPT_PART": "Ctrl+Return; Y"}]
    press_key(form, Act.COMMIT, Qt.Key.Key_D)
    assert "moves, writes or leaves by itself" in words(form)


def test_the_keys_of_the_message_box_are_changed_and_come_back(form: KeysForm, qtbot: QtBot) -> None:
    press_key(form, Act.NEW_LINE, Qt.Key.Key_Return)
    assert f"Return is the key of “{Act.SEND}”." in words(form)
    press(qtbot, form, "Use it here")
    assert form.kept[-1] == {"SEND": "Ctrl+Return", "NEW_LINE": "Return"}

    for act, first in ((Act.LAST_MESSAGE, Qt.Key.Key_Up), (Act.STOP_WHILE_WRITING, Qt.Key.Key_Escape)):
        press_key(form, act, Qt.Key.Key_D, CTRL)
        assert form.kept[-1][act.name] == "Ctrl+D"
        press_key(form, act, first)
        assert act.name not in form.kept[-1]
    before = len(form.kept)
    press_key(form, Act.STOP_WHILE_WRITING, Qt.Key.Key_Escape)  # which leaves the field, as for other actions
    assert len(form.kept) == before


def test_where_nothing_is_found_no_key_is_changed(form: KeysForm) -> None:
    named(form, QLineEdit, "Find an action or a key").setText("hotkey")
    assert [row.partition(":")[0] for row in shown(form)] == [Act.KEYS]
    press_key(form, "no such action", Qt.Key.Key_J, CTRL)

    assert form.kept == []
    assert (shown(form), "Nothing matches." in words(form)) == ([], True)
    assert Act.OPEN_REPOSITORY not in words(form)
    named(form, QLineEdit, "Find an action or a key").setText("finish")
    assert "Nothing matches." not in words(form)


@pytest.mark.parametrize(
    ("key", "held"), [(Qt.Key.Key_Return, PLAIN), (Qt.Key.Key_Down, SHIFT), (Qt.Key.Key_Space, PLAIN)]
)
def test_a_key_that_steers_by_itself_is_refused(form: KeysForm, key: Qt.Key, held: Qt.KeyboardModifier) -> None:
    press_key(form, Act.ACCEPT_ALL, key, held)

    assert form.kept == []
    assert "moves, writes or leaves by itself" in words(form)


def test_an_action_is_left_without_a_key_and_gets_its_first_one_back(form: KeysForm, qtbot: QtBot) -> None:
    named(form, QLineEdit, "Find an action or a key").setText("finish review")
    press(qtbot, form, "No key for this action")
    assert form.kept[-1] == {"FINISH_REVIEW": ""}

    press(qtbot, form, "The key this action had at first")
    assert form.kept[-1] == {}


def test_a_first_key_that_another_action_has_by_now_is_asked_for(form: KeysForm, qtbot: QtBot) -> None:
    press_key(form, Act.ACCEPT_ALL, Qt.Key.Key_B, CTRL)
    press(qtbot, form, "Use it here")

    named(form, QLineEdit, "Find an action or a key").setText(Act.SHOW_CHANGES)
    press(qtbot, form, "The key this action had at first")
    assert form.kept[-1] == {"ACCEPT_ALL": "Ctrl+B", "SHOW_CHANGES": ""}
    assert f"Ctrl+B is the key of “{Act.ACCEPT_ALL}”." in words(form)


def test_a_key_goes_back_to_the_action_it_was_taken_from(form: KeysForm, qtbot: QtBot) -> None:
    press_key(form, Act.AMEND, Qt.Key.Key_F7)
    press(qtbot, form, "Use it here")
    assert form.kept[-1] == {"NEXT_HUNK": "J", "AMEND": "F7"}

    press(qtbot, form, "The key this action had at first")
    assert form.kept[-1] == {}
    assert f"F7 is the key of “{Act.NEXT_HUNK}” again." in words(form)

    # Not to one that has another key in its place by now.
    press_key(form, Act.AMEND, Qt.Key.Key_F7)
    press(qtbot, form, "Use it here")
    press_key(form, Act.NEXT_HUNK, Qt.Key.Key_J, CTRL)
    named(form, QLineEdit, "Find an action or a key").setText(Act.AMEND)
    press(qtbot, form, "The key this action had at first")
    assert form.kept[-1] == {"NEXT_HUNK": "Ctrl+J; J"}


def test_the_reset_of_all_keys_is_undone_until_another_key_is_chosen(form: KeysForm, qtbot: QtBot) -> None:
    press_key(form, Act.ACCEPT_ALL, Qt.Key.Key_J, CTRL)
    chosen = form.kept[-1]
    press(qtbot, form, "The keys all actions had at first")
    assert form.kept[-1] == {}
    named(form, QLineEdit, "Find an action or a key").setText("reject")

    press(qtbot, form, "Undo reset")
    assert form.kept[-1] == chosen
    press(qtbot, form, "The keys all actions had at first")
    press_key(form, Act.ACCEPT_ALL, Qt.Key.Key_K, CTRL_SHIFT)
    assert "Undo reset" not in buttons(form)
    assert len(form.kept[-1]) == 1


def test_shift_tab_leaves_the_field_that_takes_a_key_backwards(form: KeysForm, qtbot: QtBot) -> None:
    field = named(form, QKeySequenceEdit, "Press the new key")
    for key, held, way in ((Qt.Key.Key_Tab, PLAIN, "None"), (Qt.Key.Key_Backtab, SHIFT, "Actions and their keys")):
        field.setFocus()
        qtbot.waitUntil(field.hasFocus)
        QTest.keyClick(field, key, held)
        assert (form.kept, field.keySequence().isEmpty()) == ([], True), way
        assert not field.hasFocus(), way


def test_all_keys_go_back_to_the_first_ones(form: KeysForm, qtbot: QtBot) -> None:
    press_key(form, Act.ACCEPT_ALL, Qt.Key.Key_J, CTRL)
    press_key(form, Act.REJECT_ALL, Qt.Key.Key_J, CTRL_SHIFT)
    assert len(form.kept[-1]) == 2

    press(qtbot, form, "The keys all actions had at first")
    assert form.kept[-1] == {}


def test_an_action_is_found_by_its_key(form: KeysForm) -> None:
    named(form, QLineEdit, "Find an action or a key").setText("ctrl+g")

    assert shown(form) == ["Write the commit message: Ctrl+G"]


def test_escape_leaves_the_field_that_takes_a_key(form: KeysForm, qtbot: QtBot) -> None:
    field = named(form, QKeySequenceEdit, "Press the new key")
    field.setFocus()

    press_key(form, Act.ACCEPT_ALL, Qt.Key.Key_Escape)

    qtbot.waitUntil(named(form, QLineEdit, "Find an action or a key").hasFocus)
    assert (field.keySequence().isEmpty(), form.kept) == (True, [])
    assert "leaves by itself" not in words(form)


def test_keys_that_have_no_room_are_elided_and_a_tooltip_has_them(qtbot: QtBot) -> None:
    form = show(qtbot, KeysForm({}), width=500, height=500)
    table = named(form, QTableWidget, "Actions and their keys")

    assert sum(map(table.columnWidth, range(2))) <= table.viewport().width()
    header = table.horizontalHeader()
    assert header.sectionSizeFromContents(1).width() <= header.sectionSize(1)
    assert not table.wordWrap()
    keys = [table.item(row, 1) for row in range(table.rowCount())]
    assert [key.toolTip() for key in keys] == [plain_tip(key.text()) for key in keys]
