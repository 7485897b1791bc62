"""Promises of the window's text fields: the undo key is theirs, and what was typed has a way back in its own field."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from guillemet.settings import Settings
from guillemet.ui.actions import Act
from guillemet.ui.widgets.tab_order import takes_text
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, CTRL_SHIFT
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import decisions, paste, review, shown

NONE = Qt.KeyboardModifier.NoModifier
Keys = tuple[tuple[Qt.Key, Qt.KeyboardModifier], ...]
STEPS: Keys = ((Qt.Key.Key_Z, CTRL), (Qt.Key.Key_Z, CTRL_SHIFT), (Qt.Key.Key_Y, CTRL))
OPENED_BY = (
    *(Act.FOCUS_COMPOSER, Act.FOCUS_MESSAGE, Act.FIND, Act.GO_TO_LINE, Act.COMMENT, Act.EDIT_PROPOSAL),
    *(Act.COMMIT_TO_BRANCH, Act.CONVERSATIONS, Act.CONTEXT_FILES, Act.FILTER_FILES),
)


def press(desk: WindowController, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press a key as the keyboard does, wherever the focus is."""
    QTest.keyClick(desk.window.windowHandle(), key, modifiers)


@pytest.fixture
def accepted(proposed: WindowController, qtbot: QtBot) -> WindowController:
    """Return the window with a step to undo, one to redo, and the focus in the diff."""
    proposed.session.decisions.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    proposed.session.decisions.accept(["b.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "yy.")
    proposed.session.decisions.undo()
    qtbot.waitUntil(lambda: decisions(proposed) == "y.." and bool(review(proposed).redo))
    press(proposed, Qt.Key.Key_2, CTRL)
    return proposed


def is_typed_in(field: QWidget | None) -> bool:
    return field is not None and takes_text(field)


def steps_asked_for(desk: WindowController, field: QWidget, keys: Keys = STEPS * 4) -> list[Act]:
    """Press the keys of undo and redo, more often than a field has steps; return what the window was asked for."""
    asked: list[Act] = []
    desk.window.actions_table.requested.connect(asked.append)
    field.setFocus()
    for key, modifiers in keys:
        press(desk, key, modifiers)
    desk.window.actions_table.requested.disconnect(asked.append)
    return asked


def test_the_undo_key_in_a_text_field_never_takes_back_a_decision(accepted: WindowController, qtbot: QtBot) -> None:
    accepted.session.looking.show("b.py")
    qtbot.waitUntil(lambda: shown(accepted) == "b.py")
    seen = set()
    for opened_by in OPENED_BY:
        accepted.do(opened_by)
        qtbot.waitUntil(lambda: is_typed_in(QApplication.focusWidget()))
        field = QApplication.focusWidget()
        seen.add(field)

        for typed in ("", "ab"):
            QTest.keyClicks(field, typed)
            assert steps_asked_for(accepted, field) == [], (opened_by, typed)
            assert decisions(accepted) == "y..", (opened_by, typed)
        press(accepted, Qt.Key.Key_Escape)
        press(accepted, Qt.Key.Key_2, CTRL)
    assert len(seen) == len(OPENED_BY)


def test_keys_that_were_chosen_for_undo_write_nothing_to_the_disk_either(accepted: WindowController) -> None:
    accepted.session.preferences.choose(Settings(shortcuts={"UNDO": "Ctrl+U; F8", "REDO": "Ctrl+J"}))
    accepted.do(Act.FOCUS_MESSAGE)
    field = QApplication.focusWidget()
    assert field is not None

    keys = ((Qt.Key.Key_U, CTRL), (Qt.Key.Key_F8, NONE), (Qt.Key.Key_J, CTRL))
    assert steps_asked_for(accepted, field, keys) == []
    press(accepted, Qt.Key.Key_2, CTRL)
    assert steps_asked_for(accepted, accepted.diff.splitter.main, keys[:1]) == [Act.UNDO]


def test_no_field_that_can_be_seen_or_opened_gives_the_undo_key_away(
    accepted: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    (project.root / "d.py").write_text("".join(f"line {n}\n" for n in range(20)), encoding="utf-8")
    paste(accepted, edit("d.py", "line of another file", "x"))
    qtbot.waitUntil(lambda: len(review(accepted).outcomes) > 3)
    accepted.commit.ask_author()
    fields = [field for kind in (QLineEdit, QPlainTextEdit) for field in accepted.window.findChildren(kind)]
    typed_in = [field for field in fields if takes_text(field) and field.isVisible()]

    assert len(typed_in) >= 4
    assert {field.accessibleName() for field in typed_in if steps_asked_for(accepted, field)} == set()


def test_what_is_found_anew_leaves_the_query_before_a_way_back_and_in_what_is_only_read_a_decision_goes_back(
    accepted: WindowController, qtbot: QtBot
) -> None:
    press(accepted, Qt.Key.Key_F, CTRL)
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    QTest.keyClicks(field, "typed")
    press(accepted, Qt.Key.Key_2, CTRL)
    line = accepted.diff.splitter.main.textCursor()
    line.select(QTextCursor.SelectionType.LineUnderCursor)
    accepted.diff.splitter.main.setTextCursor(line)
    press(accepted, Qt.Key.Key_F, CTRL)
    assert field.text() != "typed"
    press(accepted, Qt.Key.Key_Z, CTRL)
    assert field.text() == "typed"
    assert decisions(accepted) == "y.."

    press(accepted, Qt.Key.Key_2, CTRL)
    press(accepted, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: decisions(accepted) == "...")
