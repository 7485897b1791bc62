"""Promises of every control of the window, its key and its name."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor, QPixmapCache
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from guillemet.ui.actions import Act, KeyScope
from guillemet.ui.chat.popup import EntryList
from guillemet.ui.dialogs import CommandPalette, ShortcutsDialog
from guillemet.ui.style import icons
from guillemet.ui.widgets.controls import SecondPressFilter, button
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL_SHIFT, buttons, named, quick_presses
from tests.ui.window.hands import decisions, file_list


def test_the_palette_finds_an_action_and_does_it_and_one_opened_by_the_mouse_gives_the_focus_back(
    proposed: WindowController, qtbot: QtBot
) -> None:
    files = file_list(proposed)
    files.setFocus()
    qtbot.mouseClick(named(proposed.window, QToolButton, str(Act.SEARCH_ACTIONS)), Qt.MouseButton.LeftButton)
    palette = proposed.window.findChild(CommandPalette)
    qtbot.waitUntil(palette.isVisible)
    QTest.keyClick(palette.findChild(QLineEdit), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: proposed.window.focusWidget() is files)

    QTest.keyClick(proposed.window, Qt.Key.Key_P, CTRL_SHIFT)
    palette = proposed.window.findChildren(CommandPalette)[-1]
    QTest.mouseClick(palette.windowHandle(), Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert palette.isVisible()
    under = buttons(proposed.diff)["Accept a.py"]
    at = under.mapTo(proposed.window, under.rect().center())
    QTest.mouseClick(proposed.window.windowHandle(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: not proposed.window.findChildren(CommandPalette))
    qtbot.waitUntil(lambda: proposed.session.tasks.is_quiet)
    assert decisions(proposed) == "..."
    proposed.window.activateWindow()  # as a desktop does by itself
    qtbot.waitUntil(lambda: QApplication.activeWindow() is proposed.window)

    QTest.keyClick(proposed.window, Qt.Key.Key_P, CTRL_SHIFT)
    field = proposed.window.findChildren(CommandPalette)[-1].findChild(QLineEdit)
    QTest.keyClicks(field, "reject all")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: decisions(proposed) == "nnn")


def test_a_double_click_in_the_palette_presses_nothing_behind_it(proposed: WindowController, qtbot: QtBot) -> None:
    QTest.keyClick(proposed.window, Qt.Key.Key_P, CTRL_SHIFT)
    palette = proposed.window.findChild(CommandPalette)
    qtbot.keyClicks(palette.findChild(QLineEdit), "wrap long")
    found = palette.findChild(EntryList).viewport()
    place = found.mapToGlobal(QPoint(20, 10))
    behind = button("Behind", parent=proposed.window)
    behind.move(proposed.window.mapFromGlobal(place) - QPoint(5, 5))
    behind.show()
    pressed: list[str] = []
    behind.clicked.connect(lambda: pressed.append("behind"))
    wait, wraps = QApplication.styleHints().mouseDoubleClickInterval(), proposed.session.preferences.now.wraps

    quick_presses(found, QPoint(20, 10), 1_000)
    quick_presses(behind, QPoint(5, 5), 1_100)
    assert (proposed.session.preferences.now.wraps, pressed) == (not wraps, [])

    quick_presses(behind, QPoint(5, 5), 1_200 + wait)
    assert pressed == ["behind"]
    qtbot.waitUntil(lambda: proposed.window.findChild(SecondPressFilter) is None)


def test_a_question_mark_shows_the_keys_also_those_that_mean_something_in_one_place_only(
    proposed: WindowController,
) -> None:
    files = file_list(proposed)
    files.setFocus()
    QTest.keyClick(files, Qt.Key.Key_Question)

    sheet = proposed.window.findChild(ShortcutsDialog)
    assert sheet.isVisible()
    table = sheet.findChild(QTableWidget)
    cells = [[table.item(row, column).text() for column in range(2)] for row in range(table.rowCount())]
    assert ["Accept file", "Ctrl+Alt+Y, Space in the list"] in cells
    assert ["Commit", "Ctrl+Return in the commit message"] in cells
    titles, metrics = [title for title, _ in cells], table.fontMetrics()
    assert titles[0] == "Next undecided file (in the diff: hunk)"
    assert titles.index("Accept file") < titles.index("New conversation")
    assert max(map(metrics.horizontalAdvance, titles)) < table.columnWidth(0)
    sheet.close()


@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen has no desktop for menus
def test_every_button_of_the_window_has_a_name_and_none_a_glyph_for_its_icon_or_looks_hovered_after_its_menu(
    proposed: WindowController, qtbot: QtBot
) -> None:
    controls = [*proposed.window.findChildren(QPushButton), *proposed.window.findChildren(QToolButton)]
    nameless = [one for one in controls if one.isVisible() and not (one.accessibleName() or one.text())]
    assert nameless == []

    QCursor.setPos(proposed.diff.mapToGlobal(proposed.diff.rect().center()))
    for control in proposed.window.findChildren(QToolButton):
        if control.menu() is not None:
            control.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
            control.menu().popup(QCursor.pos())
            control.menu().close()
            qtbot.waitUntil(lambda control=control: not control.underMouse())

    proposed.do(Act.FIND)
    proposed.do(Act.CONVERSATIONS)
    every = proposed.window.findChildren(QAbstractButton)
    glyphs = [one.accessibleName() for one in every if one.text() and not any(map(str.isalnum, one.text()))]
    assert glyphs == []


def test_every_action_does_something_and_the_empty_window_is_painted_without_reading_a_drawing(
    desk: WindowController, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = set(Act) - set(desk._verbs)
    # Their keys are taken where they mean something, whatever they are.
    assert all(act.where.is_field or act.where is KeyScope.FOLD for act in without), without

    QPixmapCache.clear()
    read = []
    really_read = icons._read
    monkeypatch.setattr(icons, "_read", lambda *drawing: (read.append(drawing), really_read(*drawing))[1])
    desk.window.grab()
    assert read == []
    icons.pixmap("close", "#000000", 1.0)
    assert read == [("close", 1.0)]
