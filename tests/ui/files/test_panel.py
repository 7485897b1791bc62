"""Promises of the list of files: three uses by click or key, folders at once, found by letters, steady."""

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QTreeView, QWidget
from pytestqt.qtbot import QtBot

from guillemet.app.listing import Listing
from guillemet.app.turns import ListedFile, Use
from guillemet.ui.files import FilePanel, Overlay
from tests.kit.hands import press, show, words

FILES = (
    ListedFile("README.md", "M"),
    ListedFile("src/app.py", use=Use.IN),
    ListedFile("src/app/main.py", "?"),
    ListedFile("src/tax.py", use=Use.READ_ONLY),
    ListedFile("src-old/total.py"),
)


@pytest.fixture
def panel(qtbot: QtBot) -> FilePanel:
    panel = show(qtbot, FilePanel(), height=500)
    panel.set_files(Listing(FILES))
    panel.activateWindow()
    panel.start()
    qtbot.waitUntil(lambda: field(panel).hasFocus())
    return panel


def field(panel: FilePanel) -> QLineEdit:
    return panel.findChild(QLineEdit)


def tree(panel: FilePanel) -> QTreeView:
    return panel.findChild(QTreeView)


def rows(panel: FilePanel) -> list[str]:
    """Return what every visible row says."""
    index, said = tree(panel).model().index(0, 0), []
    while index.isValid():
        said.append(index.data(Qt.ItemDataRole.DisplayRole))
        index = tree(panel).indexBelow(index)
    return said


def go_to(panel: FilePanel, name: str) -> QModelIndex:
    """Make the visible row of this name the current one, in a tree that has the focus."""
    index = tree(panel).model().index(0, 0)
    while index.data() != name:
        index = tree(panel).indexBelow(index)
    tree(panel).setFocus()
    tree(panel).setCurrentIndex(index)
    return index


def spoken(panel: FilePanel) -> str:
    said: str = tree(panel).currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    return said


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

    with qtbot.waitSignal(panel.use_wanted) as wish:
        qtbot.keyClick(tree(panel), Qt.Key.Key_Space)

    paths = {"README.md": "README.md", "app": "src/app/main.py"}
    assert wish.args == [(paths.get(name, f"src/{name}"),), use]


def test_a_folder_goes_with_all_its_files_that_are_not_so_yet(qtbot: QtBot, panel: FilePanel) -> None:
    go_to(panel, "src")

    with qtbot.waitSignal(panel.use_wanted) as wish:
        qtbot.keyClick(tree(panel), Qt.Key.Key_Space)

    assert wish.args == [("src/app/main.py", "src/tax.py"), Use.IN]


@pytest.mark.parametrize(("name", "use"), [("app.py", Use.READ_ONLY), ("tax.py", Use.IN)])
def test_r_turns_read_only_on_and_off(qtbot: QtBot, panel: FilePanel, name: str, use: Use) -> None:
    tree(panel).expand(go_to(panel, "src"))
    go_to(panel, name)

    with qtbot.waitSignal(panel.use_wanted) as wish:
        qtbot.keyClick(tree(panel), Qt.Key.Key_R)

    assert wish.args == [(f"src/{name}",), use]


def test_several_selected_rows_go_together(qtbot: QtBot, panel: FilePanel) -> None:
    go_to(panel, "src-old")
    qtbot.keyClick(tree(panel), Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)

    with qtbot.waitSignal(panel.use_wanted) as wish:
        qtbot.keyClick(tree(panel), Qt.Key.Key_Space)

    assert wish.args == [("README.md", "src-old/total.py"), Use.IN]


def test_a_press_on_the_box_goes_on_to_the_next_use(qtbot: QtBot, panel: FilePanel) -> None:
    row = tree(panel).visualRect(tree(panel).model().index(2, 0))

    with qtbot.waitSignal(panel.use_wanted) as wish:
        qtbot.mouseClick(tree(panel).viewport(), Qt.MouseButton.LeftButton, pos=row.topLeft() + QPoint(10, 12))
    with qtbot.assertNotEmitted(panel.use_wanted):
        qtbot.mouseClick(tree(panel).viewport(), Qt.MouseButton.LeftButton, pos=row.topLeft() + QPoint(60, 12))

    assert wish.args == [("README.md",), Use.IN]


def test_return_opens_a_folder_and_takes_a_file(qtbot: QtBot, panel: FilePanel) -> None:
    go_to(panel, "src")
    with qtbot.assertNotEmitted(panel.use_wanted):
        qtbot.keyClick(tree(panel), Qt.Key.Key_Return)
    assert "tax.py" in rows(panel)

    go_to(panel, "README.md")
    with qtbot.waitSignal(panel.use_wanted):
        qtbot.keyClick(tree(panel), Qt.Key.Key_Return)


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


def test_letters_of_the_path_find_files(qtbot: QtBot, panel: FilePanel) -> None:
    qtbot.keyClicks(field(panel), "sapp")

    qtbot.waitUntil(lambda: rows(panel) == ["src/app.py", "src/app/main.py"])
    assert "2 found" in words(panel)


def test_keys_in_the_filter_work_the_list(qtbot: QtBot, panel: FilePanel) -> None:
    qtbot.keyClicks(field(panel), "sapp")
    qtbot.waitUntil(lambda: len(rows(panel)) == 2)
    qtbot.keyClick(field(panel), Qt.Key.Key_Down)

    with qtbot.waitSignal(panel.use_wanted) as wish:
        qtbot.keyClick(field(panel), Qt.Key.Key_Return)

    assert wish.args == [("src/app/main.py",), Use.IN]
    assert field(panel).hasFocus()


def test_a_filter_that_finds_nothing_says_so(qtbot: QtBot, panel: FilePanel) -> None:
    qtbot.keyClicks(field(panel), "zzz")

    qtbot.waitUntil(lambda: "No file is named like that" in words(panel))


def test_typing_in_the_tree_filters(qtbot: QtBot, panel: FilePanel) -> None:
    tree(panel).setFocus()
    qtbot.keyClicks(tree(panel), "t")

    assert field(panel).text() == "t"
    assert field(panel).hasFocus()


def test_escape_empties_the_filter_and_then_closes(qtbot: QtBot, panel: FilePanel) -> None:
    tree(panel).expand(go_to(panel, "src"))
    panel.start()
    qtbot.keyClicks(field(panel), "total")
    with qtbot.assertNotEmitted(panel.close_wanted):
        qtbot.keyClick(field(panel), Qt.Key.Key_Escape)

    assert rows(panel)[:4] == ["src", "app", "app.py", "tax.py"], "open folders are open again"
    with qtbot.waitSignal(panel.close_wanted):
        qtbot.keyClick(field(panel), Qt.Key.Key_Escape)


def test_escape_in_the_tree_closes(qtbot: QtBot, panel: FilePanel) -> None:
    tree(panel).setFocus()

    with qtbot.waitSignal(panel.close_wanted):
        qtbot.keyClick(tree(panel), Qt.Key.Key_Escape)


def test_a_new_listing_keeps_open_folders_and_the_current_file(panel: FilePanel) -> None:
    tree(panel).expand(go_to(panel, "src"))
    go_to(panel, "tax.py")
    panel.set_files(Listing((*FILES, ListedFile("src/aaa.py"))))

    assert rows(panel)[:5] == ["src", "app", "aaa.py", "app.py", "tax.py"]
    assert spoken(panel).startswith("tax.py")


def test_a_changed_use_is_shown_without_moving_anything(qtbot: QtBot, panel: FilePanel) -> None:
    qtbot.keyClicks(field(panel), "sapp")
    qtbot.waitUntil(lambda: len(rows(panel)) == 2)
    qtbot.keyClick(field(panel), Qt.Key.Key_Down)
    panel.set_files(Listing(ListedFile(file.path, file.status, Use.IN) for file in FILES))

    assert spoken(panel) == "src/app/main.py, in the conversation, untracked"
    assert "5 in · 0 read-only" in words(panel)


def test_five_thousand_files_are_looked_into_only_where_they_are_unfolded(qtbot: QtBot, panel: FilePanel) -> None:
    panel.set_files(Listing(ListedFile(f"pkg{n % 50}/mod{n % 7}/file_{n}.py") for n in range(5_000)))

    assert len(tree(panel).model()._nodes) < 200
    qtbot.keyClicks(field(panel), "file4321")
    qtbot.waitUntil(lambda: rows(panel) == ["pkg21/mod2/file_4321.py"])


def test_a_folder_of_thousands_shows_more_of_them_when_asked(qtbot: QtBot, panel: FilePanel) -> None:
    panel.set_files(Listing(ListedFile(f"data/case_{n:04}") for n in range(2_500)))
    tree(panel).setFocus()
    qtbot.keyClick(tree(panel), Qt.Key.Key_Right)
    seen = []
    for _ in range(2):
        qtbot.keyClick(tree(panel), Qt.Key.Key_End)
        seen.append(rows(panel)[-1])
        qtbot.keyClick(tree(panel), Qt.Key.Key_Return)

    assert seen == ["1,500 more, Return shows them", "500 more, Return shows them"]
    assert rows(panel)[1:] == [f"case_{n:04}" for n in range(2_500)]
    assert spoken(panel).startswith("case_2000")


def test_the_rest_of_a_folder_goes_together(qtbot: QtBot, panel: FilePanel) -> None:
    panel.set_files(Listing(ListedFile(f"data/case_{n:04}") for n in range(1_003)))
    tree(panel).setFocus()
    qtbot.keyClick(tree(panel), Qt.Key.Key_Right)
    qtbot.keyClick(tree(panel), Qt.Key.Key_End)

    with qtbot.waitSignal(panel.use_wanted) as wish:
        qtbot.keyClick(tree(panel), Qt.Key.Key_Space)

    assert wish.args == [("data/case_1000", "data/case_1001", "data/case_1002"), Use.IN]


def test_a_file_deep_in_a_folder_of_thousands_stays_the_current_one(qtbot: QtBot, panel: FilePanel) -> None:
    files = [ListedFile(f"data/case_{n:04}") for n in range(2_500)]
    panel.set_files(Listing(files))
    tree(panel).setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_Return):
        qtbot.keyClick(tree(panel), key)
    go_to(panel, "case_1234")
    panel.set_files(Listing((*files, ListedFile("data/new"))))

    assert spoken(panel).startswith("case_1234")


def test_a_filter_shows_the_best_of_many(qtbot: QtBot, panel: FilePanel) -> None:
    panel.set_files(Listing(ListedFile(f"file_{n}.py") for n in range(1_000)))
    qtbot.keyClicks(field(panel), "file")

    qtbot.waitUntil(lambda: "best 200 of 1,000" in words(panel))
    assert len(rows(panel)) == 200


def test_without_files_the_panel_says_so(panel: FilePanel) -> None:
    panel.set_files(Listing())

    assert "No files yet" in words(panel)


def test_the_panel_slides_over_a_pane_and_gives_the_focus_back(qtbot: QtBot) -> None:
    pane = show(qtbot, QWidget(), height=400)
    before = QLineEdit(pane)
    before.show()
    panel = FilePanel()
    overlay = Overlay(panel, pane)
    panel.close_wanted.connect(overlay.close)
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
