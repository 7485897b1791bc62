"""Promises of a byte-order mark that comes alone, in the window: it is seen in a line, and decided there."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from guillemet.settings import DiffLook
from guillemet.ui.window_controller import WindowController
from tests.kit.hands import press
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.ui.window.hands import decisions, paste, review, shown


@pytest.mark.parametrize("look", [DiffLook.SIDE_BY_SIDE, DiffLook.UNIFIED])
@pytest.mark.parametrize("verb", ["Accept", "Reject"])
@pytest.mark.parametrize("by_key", [True, False])
def test_a_mark_is_seen_and_decided_in_its_line_by_mouse_and_keys(
    opened: WindowController, project: RepositoryBuilder, qtbot: QtBot, look: DiffLook, verb: str, *, by_key: bool
) -> None:
    diff = opened.diff
    diff.look.set(look)
    paste(opened, edit("a.py", "x = 1", "\ufeffx = 1"))
    qtbot.waitUntil(lambda: len(review(opened).files) == 1 and shown(opened) == "a.py" and diff.content is not None)
    lines = diff.splitter.main.toPlainText().split("\n")
    assert "‹BOM›x = 1" in lines

    if by_key:
        diff.splitter.main.setFocus()
        qtbot.keyClick(diff.splitter.main, Qt.Key.Key_Y if verb == "Accept" else Qt.Key.Key_X)
    else:
        press(qtbot, diff, f"{verb} hunk 1 of 1")

    accepted = verb == "Accept"
    qtbot.waitUntil(lambda: decisions(opened) == ("y" if accepted else "n"))
    assert project.read("a.py") == (b"\xef\xbb\xbf" if accepted else b"") + b"x = 1\n"
