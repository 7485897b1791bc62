"""Promises of the list of files: three uses by click or key, folders at once, spoken in full."""

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from guillemet.app.file_listing import FileListing
from guillemet.app.turns import Use
from guillemet.ui.chat.pane import Overlay
from guillemet.ui.files.panel import FilePanel
from guillemet.ui.widgets.context_menu import PathAction
from tests.kit.hands import CTRL, press, show
from tests.ui.files.hands import FILES, go_to, rows, spoken, tree


def test_folders_come_first_and_are_folded(panel: FilePanel) -> None:
    assert rows(panel) == ["src", "src-old", "README.md"]


def test_right_unfolds_a_folder(qtbot: QtBot, panel: FilePanel) -> None:
    go_to(panel, "src")
    qtbot.keyClick(tree(panel), Qt.Key.Key_Right)

    assert rows(panel) == ["src", "app", "app.py", "tax.py", "src-old", "README.md"]


@pytest.mark.parametrize(
    ("name", "use"), [("README.md", Use.IN), ("app.py", Use.READ_ONLY), ("tax.py", Use.OUT), ("app", Use.IN)]
)
def test_space_goes_on_to_the_next_use(qtbot: QtBot, panel: FilePanel, name: str, use: Use) -> None:
    tree(panel).expand(go_to(panel, "src"))
    go_to(panel, name)

    with qtbot.waitSignal(panel.use_requested) as wish:
        qtbot.keyClick(tree(panel), Qt.Key.Key_Space)

    paths = {"README.md": "README.md", "app": "src/app/main.py"}
    assert wish.args == [(paths.get(name, f"src/{name}"),), use]


def test_a_folder_goes_with_all_its_files_that_are_not_so_yet(qtbot: QtBot, panel: FilePanel) -> None:
    go_to(panel, "src")

    with qtbot.waitSignal(panel.use_requested) as wish:
        qtbot.keyClick(tree(panel), Qt.Key.Key_Space)

    assert wish.args == [("src/app/main.py", "src/tax.py"), Use.IN]


@pytest.mark.parametrize(("name", "use"), [("app.py", Use.READ_ONLY), ("tax.py", Use.IN)])
def test_r_turns_read_only_on_and_off(qtbot: QtBot, panel: FilePanel, name: str, use: Use) -> None:
    tree(panel).expand(go_to(panel, "src"))
    go_to(panel, name)

    with qtbot.waitSignal(panel.use_requested) as wish:
        qtbot.keyClick(tree(panel), Qt.Key.Key_R)

    assert wish.args == [(f"src/{name}",), use]


@pytest.mark.parametrize("key", [Qt.Key.Key_Control, Qt.Key.Key_Shift])
def test_keys_held_down_while_other_files_are_listed_select_nothing_else(panel: FilePanel, key: Qt.Key) -> None:
    held = {Qt.Key.Key_Control: CTRL, Qt.Key.Key_Shift: Qt.KeyboardModifier.ShiftModifier}[key]
    go_to(panel, "README.md")
    QTest.keyPress(panel.windowHandle(), key, held)
    panel.set_files(FileListing(FILES[:-1]))
    panel.set_files(FileListing(FILES))
    QTest.keyRelease(panel.windowHandle(), key)

    assert [index.data() for index in tree(panel).selectedIndexes()] == ["README.md"]


def test_several_selected_rows_go_together(qtbot: QtBot, panel: FilePanel) -> None:
    go_to(panel, "src-old")
    qtbot.keyClick(tree(panel), Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)

    with qtbot.waitSignal(panel.use_requested) as wish:
        qtbot.keyClick(tree(panel), Qt.Key.Key_Space)

    assert wish.args == [("README.md", "src-old/total.py"), Use.IN]


def test_a_press_on_the_box_goes_on_to_the_next_use(qtbot: QtBot, panel: FilePanel) -> None:
    row = tree(panel).visualRect(tree(panel).model().index(2, 0))

    with qtbot.waitSignal(panel.use_requested) as wish:
        qtbot.mouseClick(tree(panel).viewport(), Qt.MouseButton.LeftButton, pos=row.topLeft() + QPoint(10, 12))
    with qtbot.assertNotEmitted(panel.use_requested):
        qtbot.mouseClick(tree(panel).viewport(), Qt.MouseButton.LeftButton, pos=row.topLeft() + QPoint(60, 12))

    assert wish.args == [("README.md",), Use.IN]


def test_return_and_a_double_click_unfold_a_folder_and_open_a_file(qtbot: QtBot, panel: FilePanel) -> None:
    go_to(panel, "src")
    with qtbot.assertNotEmitted(panel.use_requested):
        qtbot.keyClick(tree(panel), Qt.Key.Key_Return)
    assert "tax.py" in rows(panel)

    index, left = go_to(panel, "README.md"), Qt.MouseButton.LeftButton
    place = tree(panel).visualRect(index).topLeft() + QPoint(60, 12)
    for act in (
        lambda: qtbot.keyClick(tree(panel), Qt.Key.Key_Return),
        lambda: qtbot.mouseDClick(tree(panel).viewport(), left, pos=place),
    ):
        with (
            qtbot.waitSignal(panel.path_action_requested) as opened,
            qtbot.assertNotEmitted(panel.use_requested),
        ):
            act()
        assert opened.args == [PathAction.SHOW, ("README.md",)]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("README.md", "README.md, not in the conversation, changed"),
        ("tax.py", "tax.py, in the conversation, read-only"),
        ("src", "src, folder, 2 of 3 files in the conversation, with changes"),
    ],
)
def test_rows_are_spoken_in_full(panel: FilePanel, name: str, says: str) -> None:
    tree(panel).expand(go_to(panel, "src"))
    go_to(panel, name)

    assert spoken(panel) == says


def test_escape_in_the_tree_closes(qtbot: QtBot, panel: FilePanel) -> None:
    tree(panel).setFocus()

    with qtbot.waitSignal(panel.close_requested):
        qtbot.keyClick(tree(panel), Qt.Key.Key_Escape)


def test_the_panel_slides_over_a_pane_and_gives_the_focus_back(qtbot: QtBot) -> None:
    pane = show(qtbot, QWidget(), height=400)
    before = QLineEdit(pane)
    before.show()
    panel = FilePanel()
    overlay = Overlay(panel, pane)
    panel.close_requested.connect(overlay.close)
    pane.activateWindow()
    before.setFocus()

    overlay.open()
    panel.start()
    qtbot.waitUntil(lambda: panel.geometry() == pane.rect())
    pane.resize(300, 500)
    assert panel.size() == pane.size()

    press(qtbot, panel, "Close the list of files")
    assert not overlay.is_open
    qtbot.waitUntil(before.hasFocus)
    assert QApplication.focusWidget() is before


def test_the_pane_has_the_focus_when_what_had_it_is_gone(qtbot: QtBot) -> None:
    pane = show(qtbot, QWidget(), height=400)
    pane.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    before = QLineEdit(pane)
    before.show()
    panel = FilePanel()
    overlay = Overlay(panel, pane)
    pane.activateWindow()
    before.setFocus()
    overlay.open()
    panel.start()
    qtbot.waitUntil(lambda: panel.isAncestorOf(QApplication.focusWidget() or pane))

    shiboken6.delete(before)
    overlay.close()

    qtbot.waitUntil(pane.hasFocus)
