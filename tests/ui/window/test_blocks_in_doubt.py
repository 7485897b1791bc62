"""Promises of blocks that are placed in doubt: kept, undone and edited from the place that says so."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from guillemet.engine.outcomes import Flag, Status
from guillemet.ui.actions import Act
from guillemet.ui.editor.code_editor import CodeEditor
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL, buttons, named, press, words
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import do_by_palette, paste, review, shown


@pytest.fixture
def in_doubt(opened: WindowController, project: RepositoryBuilder, qtbot: QtBot) -> WindowController:
    """Return the window with a block whose place in one.py is likely, and not sure."""
    project.write({"one.py": "\n\ndef only(rows):\n    total = sum(rows)\n    result = total\n    return result\n"})
    searched = "def only(rows):\n    total = sum(row)\n    result = totl\n    return result"
    paste(opened, edit("one.py", searched, searched.replace("return result", "return round(result)")))
    qtbot.waitUntil(lambda: shown(opened) == "one.py" and "the block stays at line 3" in words(opened.diff))
    return opened


def test_a_block_in_doubt_is_said_to_stay_at_the_line_that_its_place_names(
    in_doubt: WindowController, qtbot: QtBot
) -> None:
    press(qtbot, in_doubt.diff, "Keep here, at line 3 of one.py")
    qtbot.waitUntil(lambda: "The block for one.py stays at line 3." in words(in_doubt.notices))
    QTest.keyClick(in_doubt.window, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: "the block stays at line 3" in words(in_doubt.diff))

    # Its key does so from the hunk below it, too, where one sees what is kept.
    in_doubt.diff.setFocus()
    QTest.keyClick(in_doubt.diff.splitter.main, Qt.Key.Key_J)
    assert in_doubt.diff.blocks.current is None
    QTest.keyClick(in_doubt.diff.splitter.main, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: Flag.PLACED_BY_HAND in review(in_doubt).outcomes[0].flags)


def test_the_editor_opens_at_the_line_of_the_block_in_doubt_at_which_the_keys_are(
    in_doubt: WindowController, qtbot: QtBot
) -> None:
    in_doubt.diff.setFocus()
    QTest.keyClick(in_doubt.diff.splitter.main, Qt.Key.Key_K)
    assert in_doubt.diff.blocks.current is not None

    QTest.keyClick(in_doubt.diff.splitter.main, Qt.Key.Key_E)

    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), CodeEditor))
    editor = QApplication.focusWidget()
    assert isinstance(editor, CodeEditor)
    assert editor.textCursor().blockNumber() == 2


def test_undo_of_a_searched_text_leads_to_the_block_that_was_placed_by_it_in_doubt_and_not_to_one_that_followed_it(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    steps = (f"def step_{n}(xs):\n    total = sum(xs)\n    return total\n\n\n" for n in range(1, 31))
    project.write({"steps.py": "".join(steps)})
    head = "def stp_20(xs, tax:\n    checked = tax"  # a bracket is missing, so that its place is in doubt
    paste(opened, edit("steps.py", "def stp_20(xs):", head) + "\n" + edit("steps.py", head, f"{head} + 1"))
    qtbot.waitUntil(lambda: opened.diff.blocks.current is not None)
    opened.diff.setFocus()
    do_by_palette(opened, Act.EDIT_SEARCHED)
    field = named(opened.diff, QPlainTextEdit, "Searched text")
    qtbot.waitUntil(field.hasFocus)
    field.selectAll()
    QTest.keyClicks(field, "def step_20(xs):")
    qtbot.waitUntil(lambda: "Use this text" in buttons(opened.diff))
    QTest.keyClick(field, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: "placed · breaks syntax" in words(opened.diff))

    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Z, CTRL)

    qtbot.waitUntil(lambda: all(one.status is Status.FAILED for one in review(opened).outcomes))
    qtbot.waitUntil(lambda: opened.diff.blocks.current is not None)
    assert opened.diff.blocks.current is not None
    assert opened.diff.blocks.current.number == 1
