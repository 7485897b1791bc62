"""Promises of the lines of both sides: they scroll together, copy as they are in the file, and hide nothing."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import prepare
from guillemet.engine.review import FileTexts
from guillemet.ui.diff.pane import DiffPane
from tests.ui.diff.hands import button, press, says, shown


def test_both_sides_scroll_down_together(qtbot: QtBot, pane: DiffPane) -> None:
    press(qtbot, pane, "o")
    old, new = pane.splitter.editors
    new.verticalScrollBar().setValue(77)
    assert old.verticalScrollBar().value() == 77

    old.verticalScrollBar().setValue(12)

    assert new.verticalScrollBar().value() == 12


def test_both_sides_scroll_sideways_together(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "x" * 900, "y" + "x" * 900)))
    old, new = pane.splitter.editors
    qtbot.waitUntil(lambda: new.horizontalScrollBar().maximum() > 0)

    new.horizontalScrollBar().setValue(120)

    assert old.horizontalScrollBar().value() == 120


def test_the_longer_side_can_be_scrolled_to_its_end(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "short\n", "long " * 200)))
    bar = pane.splitter.main.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)

    bar.setValue(bar.maximum())

    assert bar.value() == bar.maximum()


def test_copying_leaves_out_folds_and_gives_the_lines(qtbot: QtBot, pane: DiffPane) -> None:
    pane.splitter.main.selectAll()
    qtbot.keyClick(pane.splitter.main, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text().split("\n")[:4] == ["line 37", "line 38", "line 39", "LINE 40 is new"]


def test_copying_leaves_out_the_empty_side_of_added_lines(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "one\ntwo\n", "one\nadded\ntwo\n")))
    old = pane.splitter.editors[0]
    old.selectAll()
    old.setFocus()
    qtbot.keyClick(old, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "one\ntwo"


def test_copying_gives_hidden_characters_as_they_are(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "", "a\u202eb 😀 c\n")))
    pane.splitter.main.selectAll()
    qtbot.keyClick(pane.splitter.main, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "a\u202eb 😀 c"


def test_hidden_characters_are_written_out_and_counted(pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("a", "", "a\u202eb\u200b\n")))

    assert shown(pane) == ["a‹U+202E›b‹U+200B›"]
    assert "2 hidden characters in the new lines are written out in red." in says(pane)


def test_a_long_line_is_cut_until_all_is_asked_for(qtbot: QtBot, pane: DiffPane) -> None:
    line = ", ".join(map(str, range(30_000)))
    pane.show_content(prepare(FileTexts("a", "", line)))
    assert len(shown(pane)) == 1

    qtbot.mouseClick(button(pane, "Show long lines whole"), Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: "".join(shown(pane)) == line)
    assert len(shown(pane)) > 1
