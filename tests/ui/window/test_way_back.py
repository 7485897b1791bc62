"""Promises of going round: where the next place to decide is above, that is said, and no key decides it unread."""

import pytest
from PySide6.QtCore import QElapsedTimer, QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from guillemet.ui.actions import Act
from guillemet.ui.widgets import reading_pause
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import words
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import decisions, file_list, paste, review, shown, wait_apart

BODY = "".join(f"line {number}\n" for number in range(1, 101))
LINES = (10, 50, 90)
BACK = "Back to the first undecided hunk: long.txt."
TOO_SOON = "This hunk is above the last one. Press again to decide it."


@pytest.fixture
def at_second(opened: WindowController, project: RepositoryBuilder, qtbot: QtBot) -> WindowController:
    """Return the window with three hunks in a file, of which a key went to the second."""
    project.commit({"long.txt": BODY})
    paste(opened, "\n".join(edit("long.txt", f"line {line}", f"changed {line}") for line in LINES))
    qtbot.waitUntil(lambda: shown(opened) == "long.txt" and opened.session.tasks.is_quiet)
    opened.diff.setFocus()
    qtbot.waitUntil(opened.diff.splitter.main.hasFocus)
    QTest.keyClick(opened.diff.splitter.main, Qt.Key.Key_J)
    qtbot.waitUntil(lambda: "hunk 2 of 3" in words(opened.diff))
    return opened


def accepted(project: RepositoryBuilder) -> list[int]:
    """Return the lines of which the hunk is written."""
    return [line for line in LINES if f"changed {line}\n" in project.read("long.txt").decode()]


def repeat(key: Qt.Key, text: str, on: QWidget) -> None:
    """Send what comes while a key is held down."""
    held = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(on, QKeyEvent(QEvent.Type.KeyPress, key, held, text, autorep=True))


def test_behind_the_last_hunk_the_way_back_is_said_and_a_key_that_comes_too_soon_decides_nothing(
    at_second: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    main, tasks = at_second.diff.splitter.main, at_second.session.tasks
    for _ in LINES:  # all at once: the third was pressed before anything of the first hunk was to be seen
        QTest.keyClick(main, Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: accepted(project) == [50, 90] and tasks.is_quiet)
    qtbot.waitUntil(lambda: TOO_SOON in words(at_second.diff))
    repeat(Qt.Key.Key_Y, "y", main)
    for _ in range(5):  # painted by now; held down over a remote desktop, a key comes as if pressed
        QTest.keyClick(main, Qt.Key.Key_Y)
    repeat(Qt.Key.Key_Y, "y", main)
    qtbot.waitUntil(lambda: tasks.is_quiet)
    assert (decisions(at_second), accepted(project)) == (".", [50, 90])

    wait_apart(qtbot)
    QTest.keyClick(main, Qt.Key.Key_Y)

    qtbot.waitUntil(lambda: decisions(at_second) == "y")


def test_behind_the_last_hunk_a_key_decides_the_first_one_once_that_could_be_read(
    at_second: WindowController, project: RepositoryBuilder, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_pause, "PAUSE", 0)
    main = at_second.diff.splitter.main
    for count in (1, 2):
        QTest.keyClick(main, Qt.Key.Key_Y)
        qtbot.waitUntil(lambda count=count: len(accepted(project)) == count and at_second.session.tasks.is_quiet)
        assert (BACK in words(at_second.diff)) is (count == 2)
    main.viewport().repaint()
    painted = QElapsedTimer()
    painted.start()
    qtbot.waitUntil(lambda: painted.hasExpired(0))
    QTest.keyClick(main, Qt.Key.Key_Y)

    qtbot.waitUntil(lambda: decisions(at_second) == "y")


def test_behind_the_last_file_of_the_list_the_way_back_is_said_and_space_decides_nothing_too_soon(
    proposed: WindowController, qtbot: QtBot
) -> None:
    files = file_list(proposed)
    files.setFocus()
    letters = [one for one in files.window().findChildren(QAction) if one.text() == Act.ACCEPT_PART]
    assert not any(one.autoRepeat() for one in letters)  # as Qt sends the letters of the list
    QTest.keyClick(files, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: shown(proposed) == "b.py" and proposed.session.tasks.is_quiet)
    for left in (".y.", ".yy"):
        assert "Back to" not in words(proposed.diff)
        QTest.keyClick(files, Qt.Key.Key_Space)
        qtbot.waitUntil(lambda left=left: decisions(proposed) == left and proposed.session.tasks.is_quiet)
    qtbot.waitUntil(lambda: "Back to the first undecided file: a.py." in words(proposed.diff))
    repeat(Qt.Key.Key_Space, " ", files)
    QTest.keyClick(files, Qt.Key.Key_Space)
    assert "This file is above the last one. Press again to decide it." in words(proposed.diff)
    repeat(Qt.Key.Key_Space, " ", files)
    qtbot.waitUntil(lambda: proposed.session.tasks.is_quiet)
    assert (decisions(proposed), shown(proposed)) == (".yy", "a.py")

    wait_apart(qtbot)
    QTest.keyClick(files, Qt.Key.Key_Space)

    qtbot.waitUntil(lambda: decisions(proposed) == "yyy")


def test_the_next_undecided_file_is_said_where_it_is_above(proposed: WindowController, qtbot: QtBot) -> None:
    assert len(review(proposed).files) == 3
    main = proposed.diff.splitter.main
    main.setFocus()
    for path in ("b.py", "c.py", "a.py"):
        QTest.keyClick(main, Qt.Key.Key_N)
        qtbot.waitUntil(lambda path=path: shown(proposed) == path and proposed.session.tasks.is_quiet)
        assert ("Back to the first undecided file: a.py." in words(proposed.diff)) is (path == "a.py")

    QTest.keyClick(main, Qt.Key.Key_Y)  # too soon

    qtbot.waitUntil(lambda: TOO_SOON in words(proposed.diff))
    assert decisions(proposed) == "..."
