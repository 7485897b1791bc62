"""Promises of kept conversations in the window: what is shown of one opened again, and where it is saved."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QListView, QMenu
from pytestqt.qtbot import QtBot

from guillemet.app.turns import Use
from guillemet.ui.window_controller import WindowController
from tests.kit.desks import open_in, talking_desks, write
from tests.kit.hands import CTRL, buttons, named, press, words
from tests.kit.model_server import Answer, Hold, Refusal, Say, Stall, said
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS

ANSWER = "I make it two.\n\n" + edit("a.py", "x = 1", "x = 2")
Open = Callable[..., WindowController]


@pytest.fixture
def talking(qapp: QApplication, qtbot: QtBot, repository: RepositoryBuilder, tmp_path: Path) -> Iterator[Open]:
    """Return what opens a window whose model answers with these scripts."""
    repository.commit({"a.py": "x = 1\n"})

    with talking_desks(qapp, qtbot, repository, tmp_path) as open_window:
        yield lambda *scripts: open_window(*scripts)[0]


def ask(qtbot: QtBot, desk: WindowController, text: str) -> None:
    """Write a message, and wait for the answer's end."""
    with qtbot.waitSignal(desk.session.talk.conversation.turn_ended, timeout=SECONDS):
        write(desk, text)


def show_kept(qtbot: QtBot, desk: WindowController) -> QListView:
    """Open the list of kept conversations by its key, and wait until it is filled."""
    with qtbot.waitSignal(desk.session.talk.heads_found, timeout=SECONDS):
        QTest.keyClick(desk.window, Qt.Key.Key_H, CTRL)
    return named(desk.window, QListView, "Conversations")


def open_kept(qtbot: QtBot, desk: WindowController, row: int) -> None:
    """Open one of the kept conversations by keys."""
    show_kept(qtbot, desk)
    field = named(desk.talk.history, QLineEdit, "Search conversations")
    for _ in range(row):
        QTest.keyClick(field, Qt.Key.Key_Down)
    with qtbot.waitSignal(desk.session.talk.conversation.conversation_changed, timeout=SECONDS):
        QTest.keyClick(field, Qt.Key.Key_Return)


def test_a_conversation_opened_again_shows_what_became_of_its_blocks(qtbot: QtBot, talking: Open) -> None:
    desk = talking(said(ANSWER))
    ask(qtbot, desk, "Make it two.")
    qtbot.waitUntil(lambda: "placed" in words(desk.conversation), timeout=SECONDS)
    press(qtbot, desk.talk, "New conversation")
    qtbot.waitUntil(lambda: "I make it two." not in words(desk.conversation), timeout=SECONDS)

    open_kept(qtbot, desk, 0)

    qtbot.waitUntil(lambda: "I make it two." in words(desk.conversation), timeout=SECONDS)
    qtbot.waitUntil(lambda: "placed" in words(desk.conversation), timeout=SECONDS)
    press(qtbot, desk.talk, "Conversation history")
    assert desk.talk.history.isVisible()


def test_a_file_given_whole_without_its_path_is_shown_again_with_what_became_of_it(qtbot: QtBot, talking: Open) -> None:
    desk = talking(said("I make it two.\n\n```python\nx = 2\n```\n"))
    desk.session.preferences.choose(replace(desk.session.preferences.now, edit_format="whole-file"))
    desk.session.talk.conversation.files.set_use(["a.py"], Use.IN)
    ask(qtbot, desk, "Make it two.")
    qtbot.waitUntil(lambda: "placed" in words(desk.conversation), timeout=SECONDS)
    QTest.keyClick(desk.window, Qt.Key.Key_N, CTRL)

    open_kept(qtbot, desk, 0)

    qtbot.waitUntil(lambda: "I make it two." in words(desk.conversation), timeout=SECONDS)
    qtbot.waitUntil(lambda: "placed" in words(desk.conversation), timeout=SECONDS)


def test_a_message_of_a_conversation_opened_again_is_asked_again_and_answered_in_view(
    qtbot: QtBot, talking: Open
) -> None:
    desk = talking(Refusal(401), said(ANSWER))
    ask(qtbot, desk, "Make it two.")
    QTest.keyClick(desk.window, Qt.Key.Key_N, CTRL)
    open_kept(qtbot, desk, 0)
    qtbot.waitUntil(lambda: desk.conversation.is_settled, timeout=SECONDS)

    with qtbot.waitSignal(desk.session.talk.conversation.turn_ended, timeout=SECONDS):
        press(qtbot, desk.window, "Ask again")

    qtbot.waitUntil(lambda: "I make it two." in words(desk.conversation), timeout=SECONDS)
    qtbot.waitUntil(lambda: "placed" in words(desk.conversation), timeout=SECONDS)


def test_the_answers_before_a_message_sent_again_keep_what_became_of_their_blocks(qtbot: QtBot, talking: Open) -> None:
    desk = talking(said(ANSWER), said("Because."), said("For fun."))
    ask(qtbot, desk, "Make it two.")
    ask(qtbot, desk, "Why?")
    press(qtbot, desk.window, "Edit and send again, message 3")

    ask(qtbot, desk, " Really?")

    qtbot.waitUntil(lambda: "For fun." in words(desk.conversation), timeout=SECONDS)
    assert "placed" in words(desk.conversation)


def test_the_open_conversation_is_marked_in_the_list_and_a_message_to_be_sent_again_replaces_nothing_in_another(
    qtbot: QtBot, talking: Open
) -> None:
    desk = talking(said("One."))
    ask(qtbot, desk, "First talk.")
    QTest.keyClick(desk.window, Qt.Key.Key_N, CTRL)
    ask(qtbot, desk, "Second talk.")

    entries = show_kept(qtbot, desk).model()
    spoken = [entries.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(2)]
    assert [", open · " in text for text in spoken] == [True, False]
    assert spoken[0].startswith("Second talk.")
    QTest.keyClick(named(desk.talk.history, QLineEdit, "Search conversations"), Qt.Key.Key_Escape)

    press(qtbot, desk.window, "Edit and send again, message 1")
    open_kept(qtbot, desk, 1)
    ask(qtbot, desk, " And more.")
    said_here = [turn.text for turn in desk.session.talk.conversation.turns if not turn.model]
    assert said_here == ["First talk.", "Second talk. And more."]


def test_an_answer_that_the_list_covers_is_told_of_and_goes_on_once_its_conversation_is_chosen(
    qtbot: QtBot, talking: Open
) -> None:
    begins = Event()
    desk = talking(Answer((Hold(begins), Say("It begins so."), Stall())))
    write(desk, "Tell me.")
    qtbot.waitUntil(lambda: desk.session.talk.conversation.answering.is_flowing, timeout=SECONDS)

    entries = show_kept(qtbot, desk).model()
    assert {"Waiting for the model", "Stop the answer"} <= buttons(desk.window.status).keys()
    begins.set()
    qtbot.waitUntil(lambda: "It begins so." in str(desk.session.talk.conversation.answering.so_far), timeout=SECONDS)
    signs = {"An answer is arriving", "Stop the answer"}
    assert signs <= buttons(desk.window.status).keys()
    assert ", open · answer arriving · " in entries.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    QTest.keyClick(named(desk.talk.history, QLineEdit, "Search conversations"), Qt.Key.Key_Return)

    assert not desk.talk.history.isVisible()
    assert not signs & buttons(desk.window.status).keys()
    assert desk.session.talk.conversation.answering.is_flowing
    desk.session.talk.conversation.stop()


def test_a_conversation_of_another_repository_is_shown_with_it(
    qtbot: QtBot, talking: Open, repository: RepositoryBuilder, tmp_path: Path
) -> None:
    other = RepositoryBuilder(tmp_path / "other")
    desk = talking(said("One."))
    open_in(qtbot, desk, other)
    ask(qtbot, desk, "About the other.")
    open_in(qtbot, desk, repository)
    show_kept(qtbot, desk)
    with qtbot.waitSignal(desk.session.talk.heads_found, timeout=SECONDS):
        press(qtbot, desk.talk.history, "All")

    QTest.keyClick(named(desk.talk.history, QLineEdit, "Search conversations"), Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: "About the other." in words(desk.conversation), timeout=SECONDS)
    assert desk.session.review is not None
    assert desk.session.review.root == str(other.root)


def test_a_conversation_whose_repository_is_gone_is_not_shown_in_the_one_opened_instead(
    qtbot: QtBot, talking: Open, repository: RepositoryBuilder, tmp_path: Path
) -> None:
    gone = RepositoryBuilder(tmp_path / "gone")
    desk = talking(said("One."))
    open_in(qtbot, desk, gone)
    ask(qtbot, desk, "About what is gone.")
    open_in(qtbot, desk, repository)
    shutil.rmtree(gone.root)
    show_kept(qtbot, desk)
    with qtbot.waitSignal(desk.session.talk.heads_found, timeout=SECONDS):
        press(qtbot, desk.talk.history, "All")
    QTest.keyClick(named(desk.talk.history, QLineEdit, "Search conversations"), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: str(gone.root) in words(desk.notices), timeout=SECONDS)

    open_in(qtbot, desk, repository)

    show_kept(qtbot, desk)  # once all that was asked of the history before is told
    assert desk.session.talk.conversation.turns == ()


@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen has no desktop for menus
def test_a_conversation_is_saved_as_markdown_where_the_user_says(qtbot: QtBot, talking: Open, tmp_path: Path) -> None:
    desk = talking(said(ANSWER))
    desk.session.talk.conversation.files.set_use(["a.py"], Use.IN)  # or its offer would cover what is waited for
    ask(qtbot, desk, "Make it two: now!")
    qtbot.waitUntil(lambda: "1 placed" in words(desk.notices), timeout=SECONDS)  # it would cover what is told below
    listed = show_kept(qtbot, desk)
    QApplication.sendEvent(listed, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint()))
    menu = desk.talk.history.findChild(QMenu)
    next(action for action in menu.actions() if action.text() == "Save as Markdown…").trigger()
    menu.close()
    dialog = desk.window.findChild(QFileDialog)
    assert dialog.selectedFiles()[0].endswith("/Make it two now.md")
    dialog.selectFile(str(tmp_path / "kept.md"))

    dialog.accept()

    qtbot.waitUntil(lambda: "is saved in" in words(desk.notices), timeout=SECONDS)
    text = (tmp_path / "kept.md").read_text(encoding="utf-8")
    assert text.startswith("# Make it two: now!\n")
    assert ANSWER in text
    assert [file.name for file in tmp_path.glob("*.new")] == []
