"""Promises of the filter above the list of files: found by letters, worked by keys."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from guillemet.app.file_listing import FileListing
from guillemet.app.turns import ListedFile, Use
from guillemet.ui.files.panel import FilePanel
from tests.kit.hands import words
from tests.ui.files.hands import FILES, field, go_to, rows, tree


def test_letters_of_the_path_find_files(qtbot: QtBot, panel: FilePanel) -> None:
    qtbot.keyClicks(field(panel), "sapp")

    qtbot.waitUntil(lambda: rows(panel) == ["src/app.py", "src/app/main.py"])
    assert "2 found" in words(panel)


def test_keys_in_the_filter_work_the_list(qtbot: QtBot, panel: FilePanel) -> None:
    qtbot.keyClicks(field(panel), "sapp")
    qtbot.waitUntil(lambda: len(rows(panel)) == 2)
    qtbot.keyClick(field(panel), Qt.Key.Key_Down)

    with qtbot.waitSignal(panel.use_requested) as wish:
        qtbot.keyClick(field(panel), Qt.Key.Key_Return)

    assert wish.args == [("src/app/main.py",), Use.IN]
    assert field(panel).hasFocus()


def test_a_filter_that_finds_nothing_says_so(qtbot: QtBot, panel: FilePanel) -> None:
    qtbot.keyClicks(field(panel), "zzz")

    qtbot.waitUntil(lambda: "No file is named like that" in words(panel))


def test_a_filter_that_finds_nothing_says_so_when_the_files_are_listed_anew(qtbot: QtBot, panel: FilePanel) -> None:
    qtbot.keyClicks(field(panel), "zzz")
    qtbot.waitUntil(lambda: "No file is named like that" in words(panel))
    panel.set_files(FileListing(ListedFile(file.path, file.status, Use.IN) for file in FILES))

    assert "No file is named like that" in words(panel)


def test_typing_in_the_tree_filters(qtbot: QtBot, panel: FilePanel) -> None:
    tree(panel).setFocus()
    qtbot.keyClicks(tree(panel), "t")

    assert field(panel).text() == "t"
    assert field(panel).hasFocus()


def test_escape_empties_the_filter_and_then_closes(qtbot: QtBot, panel: FilePanel) -> None:
    tree(panel).expand(go_to(panel, "src"))
    panel.start()
    qtbot.keyClicks(field(panel), "total")
    with qtbot.assertNotEmitted(panel.close_requested):
        qtbot.keyClick(field(panel), Qt.Key.Key_Escape)

    assert rows(panel)[:4] == ["src", "app", "app.py", "tax.py"], "open folders are open again"
    with qtbot.waitSignal(panel.close_requested):
        qtbot.keyClick(field(panel), Qt.Key.Key_Escape)


def test_a_filter_shows_the_best_of_many(qtbot: QtBot, panel: FilePanel) -> None:
    panel.set_files(FileListing(ListedFile(f"file_{n}.py") for n in range(1_000)))
    qtbot.keyClicks(field(panel), "file")

    qtbot.waitUntil(lambda: "best 200 of 1,000" in words(panel))
    assert len(rows(panel)) == 200
