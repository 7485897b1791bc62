"""Promises of the listing shown: a new one moves nothing, and thousands of files are looked into piece by piece."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from guillemet.app.file_listing import FileListing
from guillemet.app.turns import ListedFile, Use
from guillemet.ui.files.panel import FilePanel
from tests.kit.hands import words
from tests.ui.files.hands import FILES, field, go_to, rows, spoken, tree


def test_a_new_listing_keeps_open_folders_and_the_current_file(panel: FilePanel) -> None:
    tree(panel).expand(go_to(panel, "src"))
    go_to(panel, "tax.py")
    panel.set_files(FileListing((*FILES, ListedFile("src/aaa.py"))))

    assert rows(panel)[:5] == ["src", "app", "aaa.py", "app.py", "tax.py"]
    assert spoken(panel).startswith("tax.py")


def test_a_changed_use_is_shown_without_moving_anything(qtbot: QtBot, panel: FilePanel) -> None:
    qtbot.keyClicks(field(panel), "sapp")
    qtbot.waitUntil(lambda: len(rows(panel)) == 2)
    qtbot.keyClick(field(panel), Qt.Key.Key_Down)
    panel.set_files(FileListing(ListedFile(file.path, file.status, Use.IN) for file in FILES))

    assert spoken(panel) == "src/app/main.py, in the conversation, untracked"
    assert "5 in · 0 read-only" in words(panel)


def test_five_thousand_files_are_looked_into_only_where_they_are_unfolded(qtbot: QtBot, panel: FilePanel) -> None:
    panel.set_files(FileListing(ListedFile(f"pkg{n % 50}/mod{n % 7}/file_{n}.py") for n in range(5_000)))

    assert len(tree(panel).model()._nodes) < 200
    qtbot.keyClicks(field(panel), "file4321")
    qtbot.waitUntil(lambda: rows(panel) == ["pkg21/mod2/file_4321.py"])


def test_a_folder_of_thousands_shows_more_of_them_when_asked(qtbot: QtBot, panel: FilePanel) -> None:
    panel.set_files(FileListing(ListedFile(f"data/case_{n:04}") for n in range(2_500)))
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
    panel.set_files(FileListing(ListedFile(f"data/case_{n:04}") for n in range(1_003)))
    tree(panel).setFocus()
    qtbot.keyClick(tree(panel), Qt.Key.Key_Right)
    qtbot.keyClick(tree(panel), Qt.Key.Key_End)

    with qtbot.waitSignal(panel.use_requested) as wish:
        qtbot.keyClick(tree(panel), Qt.Key.Key_Space)

    assert wish.args == [("data/case_1000", "data/case_1001", "data/case_1002"), Use.IN]


def test_a_file_deep_in_a_folder_of_thousands_stays_the_current_one(qtbot: QtBot, panel: FilePanel) -> None:
    files = [ListedFile(f"data/case_{n:04}") for n in range(2_500)]
    panel.set_files(FileListing(files))
    tree(panel).setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_Return):
        qtbot.keyClick(tree(panel), key)
    go_to(panel, "case_1234")
    panel.set_files(FileListing((*files, ListedFile("data/new"))))

    assert spoken(panel).startswith("case_1234")


def test_without_files_the_panel_says_so(panel: FilePanel) -> None:
    panel.set_files(FileListing())

    assert "No files yet" in words(panel)
