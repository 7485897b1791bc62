"""The tray of comments: it counts them, leads to them, and hides while there are none."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.app.chat.comments import Comment, CommentedLines, CommentList
from guillemet.ui.chat.context_bar import CommentTray
from tests.kit.hands import buttons, press, show, words

EIGHT = tuple(Comment(CommentedLines("src/app.py", line, line + 1, ("a", "b")), f"Say {line}") for line in range(1, 9))


@pytest.fixture
def tray(qtbot: QtBot) -> CommentTray:
    """Return a tray that was told of eight comments."""
    made = show(qtbot, CommentTray(), height=200)
    made.set_tray(CommentList(EIGHT))
    return made


def test_a_tray_without_comments_is_hidden(tray: CommentTray) -> None:
    tray.set_tray(CommentList())

    assert not tray.isVisible()


def test_many_comments_are_folded_until_all_are_asked_for(qtbot: QtBot, tray: CommentTray) -> None:
    assert "8 comments" in words(tray)
    assert "Comment on app.py:8–9: Say 8" not in buttons(tray)

    press(qtbot, tray, "2 more comments, show all")

    assert "Comment on app.py:8–9: Say 8" in buttons(tray)


def test_delete_on_a_comment_wishes_it_out(qtbot: QtBot, tray: CommentTray) -> None:
    with qtbot.waitSignal(tray.remove_requested) as wished:
        qtbot.keyClick(buttons(tray)["Comment on app.py:1–2: Say 1"], Qt.Key.Key_Delete)

    assert wished.args == [(EIGHT[0],)]


def test_comments_in_the_message_are_offered_for_it_no_more_and_the_focus_stays(
    qtbot: QtBot, tray: CommentTray
) -> None:
    buttons(tray)["Add to message"].setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is buttons(tray)["Add to message"])
    tray.set_written(frozenset(EIGHT[:2]))
    assert "8 comments, 2 in the message" in words(tray)

    tray.set_written(frozenset(EIGHT))

    assert "8 comments in the message" in words(tray)
    assert "Add to message" not in buttons(tray)
    assert tray.isAncestorOf(QApplication.focusWidget())


def test_the_focus_stays_in_the_tray_when_a_comment_leaves(qtbot: QtBot, tray: CommentTray) -> None:
    buttons(tray)["Comment on app.py:1–2: Say 1"].setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)

    tray.set_tray(CommentList(EIGHT[1:], EIGHT[:1]))

    assert tray.isAncestorOf(QApplication.focusWidget())


def test_a_comment_taken_out_can_be_brought_back(qtbot: QtBot, tray: CommentTray) -> None:
    tray.set_tray(CommentList(EIGHT[1:], EIGHT[:1]))

    with qtbot.waitSignal(tray.bring_back_requested):
        press(qtbot, tray, "Bring 1 comment back")


def test_a_comment_that_is_only_begun_is_counted(tray: CommentTray) -> None:
    tray.set_tray(CommentList(EIGHT, unfinished=(Comment(CommentedLines("src/tax.py", 3, 3, ("c",)), "Why"),)))
    assert "8 comments, 1 unfinished" in words(tray)

    tray.set_tray(CommentList(unfinished=(Comment(CommentedLines("src/tax.py", 3, 3, ("c",)), "Why"),)))
    assert "1 unfinished" in words(tray)
