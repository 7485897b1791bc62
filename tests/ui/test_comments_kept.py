"""Comments of one window in the next one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.ui.actions import Act
from guillemet.ui.window_controller import WindowController
from tests.kit.desks import Start, kept_bytes, starting_again
from tests.kit.hands import CTRL, press, words
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS
from tests.ui.controllers.test_comments import tray


@pytest.fixture
def start(qapp: QApplication, qtbot: QtBot, tmp_path: Path, repository: RepositoryBuilder) -> Iterator[Start]:
    """Return what shows a window of the same repository, again and again."""
    repository.commit({"a.py": "x = 1\n"})

    with starting_again(qapp, qtbot, repository, tmp_path) as start:
        yield start


def test_the_next_window_has_the_comments_and_what_was_written_of_them(
    qtbot: QtBot, start: Start, tmp_path: Path
) -> None:
    with start() as desk:
        desk.session.reception.take_text(edit("a.py", "x = 1", "x = 2"), "A reply")
        qtbot.waitUntil(lambda: desk.diff.content is not None and desk.diff.content.path == "a.py")
        qtbot.keyClick(desk.window, Qt.Key.Key_2, CTRL)
        qtbot.keyClick(QApplication.focusWidget(), "c")
        qtbot.keyClicks(QApplication.focusWidget(), "Why two?")
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, CTRL)
        press(qtbot, desk.talk.comments, "Add to message")
        qtbot.waitUntil(lambda: b"I have looked" in kept_bytes(tmp_path))

    with start() as again:
        qtbot.waitUntil(lambda: tray(again) == "1 comment in the message" and "Why two?" in again.talk.composer.draft)
        with qtbot.waitSignal(again.session.talk.comments.written):
            again.do(Act.WRITE_COMMENTS)
        assert again.talk.composer.draft.count("Why two?") == 1
        with qtbot.waitSignal(again.session.talk.conversation.turn_ended, timeout=SECONDS):
            qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)

        assert tray(again) == ""


def test_a_comment_changed_after_a_restart_changes_the_message_that_was_written(qtbot: QtBot, start: Start) -> None:
    with start() as desk:
        desk.session.reception.take_text(edit("a.py", "x = 1", "x = 2"), "A reply")
        qtbot.waitUntil(lambda: desk.diff.content is not None and desk.diff.content.path == "a.py")
        comment(qtbot, desk, "Why two?")
        with qtbot.waitSignal(desk.session.talk.comments.written):
            press(qtbot, desk.talk.comments, "Add to message")

    with start() as again:
        qtbot.waitUntil(lambda: tray(again) == "1 comment in the message" and "Why two?" in again.talk.composer.draft)
        qtbot.waitUntil(lambda: again.diff.content is not None and again.diff.content.path == "a.py")
        comment(qtbot, again, " Rather three.")
        with qtbot.waitSignal(again.session.talk.comments.written):
            press(qtbot, again.talk.comments, "Add to message")

        draft = again.talk.composer.draft
        assert draft.count("I have looked") == draft.count("Why two?") == 1
        assert "Why two? Rather three." in draft


def test_the_next_window_has_what_was_being_typed(qtbot: QtBot, start: Start) -> None:
    with start() as desk:
        desk.session.reception.take_text(edit("a.py", "x = 1", "x = 2"), "A reply")
        qtbot.waitUntil(lambda: desk.diff.content is not None and desk.diff.content.path == "a.py")
        qtbot.keyClick(desk.window, Qt.Key.Key_2, CTRL)
        qtbot.keyClick(QApplication.focusWidget(), "c")
        qtbot.keyClicks(QApplication.focusWidget(), "Why tw")

    with start() as again:
        qtbot.waitUntil(lambda: "not finished" in words(again.diff) and "Why tw" in words(again.diff))
        qtbot.keyClick(again.window, Qt.Key.Key_2, CTRL)
        qtbot.keyClick(QApplication.focusWidget(), "c")
        qtbot.keyClicks(QApplication.focusWidget(), "o?")
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, CTRL)

        qtbot.waitUntil(lambda: tray(again) == "1 comment")
        assert [one.text for one in again.session.talk.comments.tray.comments] == ["Why two?"]
        assert again.session.talk.comments.tray.unfinished == ()


def comment(qtbot: QtBot, desk: WindowController, text: str) -> None:
    """Say this of the line the diff is at, behind what was said of it before."""
    qtbot.keyClick(desk.window, Qt.Key.Key_2, CTRL)
    qtbot.keyClick(QApplication.focusWidget(), "c")
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_End, CTRL)
    qtbot.keyClicks(QApplication.focusWidget(), text)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, CTRL)
