"""Promises of a long review: few keys, and a screen that always agrees with what is proposed and decided.

`GUILLEMET_SEEDS=100` acts at random a hundred times.
"""

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.engine.review import Decision
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import CTRL
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import paste, review, shown
from tests.ui.window.random_actions import act_at_random

FILES, HUNKS = 20, 3
BODY = "".join(f"line {n}\n" for n in range(1, 61))
REJECTED = {(4, 1), (9, 0), (15, 2)}
"""Files and hunks, counted from 0."""


def changed(file: int, hunk: int) -> str:
    return f"changed {file} {hunk}"


@pytest.fixture
def long(opened: WindowController, project: RepositoryBuilder, qtbot: QtBot) -> WindowController:
    """Return the window with a proposal of 20 files and 60 hunks."""
    project.commit({f"f{file:02}.txt": BODY for file in range(FILES)})
    blocks = [
        edit(f"f{file:02}.txt", f"line {10 + 20 * hunk}", changed(file, hunk))
        for file in range(FILES)
        for hunk in range(HUNKS)
    ]
    paste(opened, "\n".join(blocks))
    qtbot.waitUntil(lambda: len(review(opened).files) == FILES, timeout=20_000)
    qtbot.waitUntil(lambda: shown(opened) == "f00.txt")
    return opened


def decided_hunks(desk: WindowController) -> int:
    """Return how many hunks are decided, by themselves or with their file."""
    return sum(
        HUNKS if file.decision is not Decision.UNDECIDED else file.accepted_hunks + file.rejected_hunks
        for file in review(desk).files
    )


def test_sixty_hunks_in_twenty_files_are_reviewed_and_committed_with_seventy_keys(
    long: WindowController, project: RepositoryBuilder, qtbot: QtBot
) -> None:
    keys = 0

    def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        nonlocal keys
        keys += 1
        QTest.keyClick(QApplication.focusWidget() or long.window, key, modifier)

    before = project.head
    press(Qt.Key.Key_2, CTRL)
    for file in range(FILES):
        for hunk in range(HUNKS):
            press(Qt.Key.Key_X if (file, hunk) in REJECTED else Qt.Key.Key_Y)
        count = (file + 1) * HUNKS
        qtbot.waitUntil(lambda count=count: decided_hunks(long) == count, timeout=20_000)
    press(Qt.Key.Key_G, CTRL)
    for key in (Qt.Key.Key_F, Qt.Key.Key_I, Qt.Key.Key_X):
        press(key)
    press(Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: project.head != before, timeout=20_000)

    assert keys <= 70
    for file in range(FILES):
        text = project.read(f"f{file:02}.txt").decode()
        assert {hunk for hunk in range(HUNKS) if changed(file, hunk) not in text} == {
            hunk for rejected, hunk in REJECTED if rejected == file
        }


@pytest.mark.parametrize("seed", range(int(os.environ.get("GUILLEMET_SEEDS", "1"))))
def test_fifty_random_actions_leave_list_diff_and_review_in_agreement(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot, seed: int
) -> None:
    project.commit({f"src/f{file}.txt": BODY for file in range(4)})
    paste(opened, "\n".join(edit(f"src/f{n}.txt", f"line {at}", "new") for n in range(4) for at in (10, 30, 50)))
    qtbot.waitUntil(lambda: len(review(opened).files) == 4, timeout=20_000)

    act_at_random(opened, qtbot, seed=seed, steps=50)
