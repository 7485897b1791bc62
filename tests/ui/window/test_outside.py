"""Promises of the current file outside the window: in the editor at the line, in the file manager, on the clipboard."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.app.notices import Notice
from guillemet.ui.actions import Act
from guillemet.ui.diff.insets.block_place import PlaceButton
from guillemet.ui.window_controller import WindowController
from tests.kit.file_manager import FileManager
from tests.kit.hands import CTRL, words
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import paste, review, shown

pytestmark = pytest.mark.skipif(
    sys.platform in ("win32", "darwin"), reason="the system's own programs are started there"
)


@pytest.fixture
def arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file in which an editor notes its arguments."""
    told, editor = tmp_path / "told", tmp_path / "code"
    editor.write_text(f'#!/bin/sh\nfor one in "$@"; do echo "$one"; done > "{told}.new"; mv "{told}.new" "{told}"\n')
    editor.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(editor))
    return told


def test_the_editor_opens_the_line_of_the_cursor_as_it_is_on_the_disk(
    proposed: WindowController, project: RepositoryBuilder, qtbot: QtBot, arguments: Path
) -> None:
    project.write({"long.py": "".join(f"n{number} = {number}\n" for number in range(9))})
    paste(proposed, edit("long.py", "n3 = 3", "n3 = 30\nn = 31\nn = 32\nn = 33"))
    qtbot.waitUntil(lambda: "long.py" in [file.path for file in review(proposed).files])
    proposed.proposal.files.pick("long.py")
    qtbot.waitUntil(lambda: shown(proposed) == "long.py")
    editor = proposed.diff.splitter.cursor_editor
    row = editor.document().find("n5 = 5").blockNumber()
    proposed.diff.splitter.enter(row)

    QTest.keyClick(proposed.window, Qt.Key.Key_E, CTRL)

    qtbot.waitUntil(arguments.exists)
    assert arguments.read_text().splitlines() == ["--goto", f"{project.root / 'long.py'}:6"]


def test_an_editor_that_is_not_given_the_line_is_named_once_with_the_way_to_give_it(
    proposed: WindowController,
    project: RepositoryBuilder,
    qtbot: QtBot,
    arguments: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unknown = arguments.with_name("frob")
    (arguments.parent / "code").rename(unknown)
    project.write({"long.py": "".join(f"n{number} = {number}\n" for number in range(9))})
    paste(proposed, edit("long.py", "n6 = 6", "n6 = 60"))
    proposed.proposal.files.pick("long.py")
    qtbot.waitUntil(lambda: shown(proposed) == "long.py")
    noticed = list[Notice]()
    proposed.session.notifications.noticed.connect(noticed.append)

    for command in (str(unknown), str(unknown), f"{unknown} +{{line}}"):
        monkeypatch.setenv("VISUAL", command)
        arguments.unlink(missing_ok=True)
        proposed.do(Act.OPEN_IN_EDITOR)
        qtbot.waitUntil(arguments.exists)

    assert arguments.read_text().splitlines() == ["+7", str(project.root / "long.py")]
    assert len([notice for notice in noticed if "frob" in notice.text and "{line}" in notice.text]) == 1


def test_at_the_place_of_a_block_the_editor_opens_the_line_that_the_place_shows(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot, arguments: Path
) -> None:
    twice = "def a():\n    return 1\n\n\n"
    project.write({"long.py": "first = 0\n" + "".join(f"n{number} = {number}\n" for number in range(9)) + 2 * twice})
    first = edit("long.py", "first = 0", "first = 0\nsecond = 0\nthird = 0")
    # Of two places the first is taken, and asks.
    paste(opened, "\n".join((first, edit("long.py", "    return 1", "    return 2"))))
    qtbot.waitUntil(lambda: shown(opened) == "long.py" and "Keep here" in words(opened.diff))
    opened.diff.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_K)

    for proposed_line, line in ((14, 12), (18, 16)):
        place = next(one for one in opened.diff.findChildren(PlaceButton) if f"line {proposed_line}" in one.text())
        QTest.mouseClick(place, Qt.MouseButton.LeftButton)
        arguments.unlink(missing_ok=True)
        opened.do(Act.OPEN_IN_EDITOR)
        qtbot.waitUntil(arguments.exists)
        assert arguments.read_text().splitlines() == ["--goto", f"{project.root / 'long.py'}:{line}"]


def test_a_file_that_is_only_proposed_is_not_opened(proposed: WindowController, qtbot: QtBot, arguments: Path) -> None:
    proposed.proposal.files.pick("c.py")
    qtbot.waitUntil(lambda: shown(proposed) == "c.py")

    proposed.do(Act.OPEN_IN_EDITOR)

    qtbot.waitUntil(lambda: "c.py is not on disk yet" in words(proposed.notices))
    assert not arguments.exists()


def test_the_path_is_copied_and_its_folder_shown(
    proposed: WindowController, project: RepositoryBuilder, file_manager: FileManager
) -> None:
    proposed.do(Act.COPY_PATH)
    proposed.do(Act.SHOW_IN_FILE_MANAGER)

    assert QGuiApplication.clipboard().text() == "a.py"
    assert [Path(folder) for folder in file_manager.opened] == [project.root]


def test_no_file_beside_the_repository_is_opened_because_a_block_names_it(
    proposed: WindowController, qtbot: QtBot, arguments: Path, file_manager: FileManager, project: RepositoryBuilder
) -> None:
    (project.root.parent / "beside.py").write_text("x = 1\n")
    paste(proposed, edit("../beside.py", "x = 1", "x = 2"))
    qtbot.waitUntil(lambda: "../beside.py" in [outcome.path for outcome in review(proposed).outcomes])
    proposed.session.looking.show("../beside.py")
    noticed = list[Notice]()
    proposed.session.notifications.noticed.connect(noticed.append)

    for act in (Act.OPEN_IN_EDITOR, Act.SHOW_IN_FILE_MANAGER):
        proposed.do(act)

    assert ["climbs out of its folder" in notice.text for notice in noticed] == [True, True]
    assert (arguments.exists(), file_manager.opened) == (False, [])
