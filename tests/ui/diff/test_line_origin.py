"""Promises of the question who changed a line: where it is asked, and what is said."""

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu
from pytestqt.qtbot import QtBot

from guillemet.engine.diff.content import prepare
from guillemet.engine.git.commits import LineOrigin
from guillemet.engine.review import FileTexts
from guillemet.ui.diff.pane import DiffPane
from tests.ui.diff.hands import LINES, button, press, says, text

ORIGIN = LineOrigin("3f2a9c1d" * 5, "Ada", "ada@example.org", datetime(2024, 5, 6, 7, 8, tzinfo=UTC), "Count", "old.py")


pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen has no desktop for menus


def menu(qtbot: QtBot, pane: DiffPane, row: int) -> QMenu:
    """Open the menu of a row with the keyboard."""
    editor = pane.splitter.main
    editor.put_cursor(row)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(editor.viewport(), event)
    qtbot.waitUntil(lambda: any(one.isVisible() for one in pane.findChildren(QMenu)))
    return next(one for one in pane.findChildren(QMenu) if one.isVisible())


def choices(opened: QMenu) -> list[str]:
    return [action.text().partition("\t")[0] for action in opened.actions() if action.text()]


def row_of(pane: DiffPane, line: int) -> int:
    row = pane.splitter.rows.row_of(line, is_old=False)
    assert row is not None
    return row


def test_the_menu_of_an_old_line_asks_who_changed_it(qtbot: QtBot, pane: DiffPane) -> None:
    opened = menu(qtbot, pane, row_of(pane, 39))

    with qtbot.waitSignal(pane.origin_requested) as asked:
        next(action for action in opened.actions() if "Who changed" in action.text()).trigger()
    opened.close()

    assert (asked.args[0].path, asked.args[1]) == ("src/app.txt", 39)
    assert pane.origin.isVisible()

    press(qtbot, pane, Qt.Key.Key_Escape)
    assert not pane.origin.isVisible()


def test_of_a_proposed_line_it_says_that_it_means_the_line_it_replaces(pane: DiffPane) -> None:
    pane.origin_requested.connect(lambda *_: pane.origin.show_origin(ORIGIN))
    before, after = pane.splitter.editors

    for editor, said in ((after, "The line it replaces: | Count | Ada"), (before, "Count | Ada")):
        editor.setFocus()
        editor.put_cursor(row_of(pane, 39))
        pane.show_origin_of_line()

        assert says(pane.origin).startswith(said)


def test_a_press_elsewhere_puts_it_away(pane: DiffPane) -> None:
    for widget in (button(pane, "Diff options"), pane.splitter.gutters[0], pane.splitter.main.viewport()):
        pane.show_origin_of_line()
        QTest.mouseClick(pane.origin, Qt.MouseButton.LeftButton)
        assert pane.origin.isVisible(), "a press on it"
        if isinstance(widget, QAbstractButton):  # its menu stands open until it is closed
            QTimer.singleShot(0, lambda: (popup := QApplication.activePopupWidget()) and popup.close())
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))

        assert not pane.origin.isVisible(), widget


def test_a_new_line_has_no_history_to_ask_for(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("new.txt", text(LINES), text(["first", *LINES]))))

    opened = menu(qtbot, pane, row_of(pane, 0))
    offered = choices(opened)
    opened.close()

    assert "Who changed this line" not in offered
    assert "Select all" in offered
    with qtbot.waitSignal(pane.origin_requested) as asked:
        pane.show_origin_of_line()
    assert asked.args[1] is None  # what the palette asks is answered, too
    assert pane.origin.isVisible()


def test_a_file_that_is_read_as_it_stands_says_who_changed_its_lines(qtbot: QtBot, pane: DiffPane) -> None:
    pane.show_content(prepare(FileTexts("read.txt", "", text(LINES)), is_proposed=False))

    opened = menu(qtbot, pane, row_of(pane, 7))
    with qtbot.waitSignal(pane.origin_requested) as asked:
        next(action for action in opened.actions() if "Who changed" in action.text()).trigger()
    opened.close()

    assert (asked.args[0].path, asked.args[1]) == ("read.txt", 7)


@pytest.mark.parametrize(
    ("origin", "words"),
    [
        (ORIGIN, "Count | Ada <ada@example.org>\n2024-05-06 07:08 +0000 · 3f2a9c1d3f · old.py"),
        (None, "This line is not committed yet"),
        ("HEAD cannot be read.", "Nothing is known of this line | HEAD cannot be read."),
    ],
)
def test_the_popup_says_where_the_line_comes_from(pane: DiffPane, origin: LineOrigin | str | None, words: str) -> None:
    pane.origin.wait_at(QPoint(20, 20))

    pane.origin.show_origin(origin)

    assert says(pane.origin) == words
