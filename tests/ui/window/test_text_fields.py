"""Promises of the window's text fields: the undo key is theirs, and what was typed has a way back in its own field."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from guillemet.ui.actions import Act
from guillemet.ui.widgets.tab_order import takes_text
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, CTRL_SHIFT
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import decisions, paste, review

NONE = Qt.KeyboardModifier.NoModifier
STEPS = ((Qt.Key.Key_Z, CTRL), (Qt.Key.Key_Z, CTRL_SHIFT), (Qt.Key.Key_Y, CTRL))
OPENED_BY = {
    "message to the model": (Qt.Key.Key_L, CTRL),
    "commit message": (Qt.Key.Key_G, CTRL),
    "find": (Qt.Key.Key_F, CTRL),
    "comment": (Qt.Key.Key_C, NONE),
    "search of conversations": (Qt.Key.Key_H, CTRL),
    "filter of files": (Qt.Key.Key_F, CTRL_SHIFT),
}


def press(desk: WindowController, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press a key as the keyboard does, wherever the focus is."""
    QTest.keyClick(desk.window.windowHandle(), key, modifiers)


@pytest.fixture
def accepted(proposed: WindowController, qtbot: QtBot) -> WindowController:
    """Return the window with a step to undo, one to redo, and the focus in the diff."""
    proposed.session.accept(["a.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "y..")
    proposed.session.accept(["b.py"])
    qtbot.waitUntil(lambda: decisions(proposed) == "yy.")
    proposed.session.undo()
    qtbot.waitUntil(lambda: decisions(proposed) == "y.." and bool(review(proposed).redo))
    press(proposed, Qt.Key.Key_2, CTRL)
    return proposed


def steps_asked_for(desk: WindowController, field: QWidget) -> list[Act]:
    """Press the keys of undo and redo, more often than a field has steps; return what the window was asked for."""
    asked: list[Act] = []
    desk.window.actions_table.requested.connect(asked.append)
    field.setFocus()
    for key, modifiers in STEPS * 4:
        press(desk, key, modifiers)
    desk.window.actions_table.requested.disconnect(asked.append)
    return asked


@pytest.mark.parametrize("opened_by", OPENED_BY.values(), ids=OPENED_BY.keys())
@pytest.mark.parametrize("typed", ["", "ab"], ids=["empty", "typed"])
def test_the_undo_key_in_a_text_field_never_takes_back_a_decision(
    accepted: WindowController, opened_by: tuple[Qt.Key, Qt.KeyboardModifier], typed: str
) -> None:
    press(accepted, *opened_by)
    field = QApplication.focusWidget()
    assert field is not None
    assert takes_text(field)
    QTest.keyClicks(field, typed)

    assert steps_asked_for(accepted, field) == []
    assert decisions(accepted) == "y.."


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


def test_in_what_is_only_read_the_undo_key_takes_back_the_decision(accepted: WindowController, qtbot: QtBot) -> None:
    press(accepted, Qt.Key.Key_Z, CTRL)

    qtbot.waitUntil(lambda: decisions(accepted) == "...")


def test_what_is_found_anew_leaves_the_query_before_a_way_back(accepted: WindowController) -> None:
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
