"""What is being written in one window is there in the next one, and with the conversation it was written in."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.ui.window_controller import WindowController
from tests.kit.desks import Start, kept_bytes, open_in, starting_again, type_message, write
from tests.kit.hands import CTRL, buttons
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS, wait

REPLY = edit("a.py", "x = 1", "x = 2")


@pytest.fixture
def start(qapp: QApplication, qtbot: QtBot, tmp_path: Path, repository: RepositoryBuilder) -> Iterator[Start]:
    """Return what shows a window of the same repository, again and again."""
    repository.commit({"a.py": "x = 1\n"})

    with starting_again(qapp, qtbot, repository, tmp_path) as start:
        yield start


def type_commit_message(desk: WindowController, text: str) -> None:
    """Go to the commit message by its key, and type."""
    QTest.keyClick(desk.window, Qt.Key.Key_G, CTRL)
    QTest.keyClicks(QApplication.focusWidget(), text)


def accept_a_proposal(qtbot: QtBot, desk: WindowController) -> None:
    desk.session.reception.take_text(REPLY, "A reply")
    wait(qtbot, lambda: bool(desk.session.review and desk.session.review.files))
    desk.session.decisions.accept_all()
    wait(qtbot, lambda: bool(desk.session.review and desk.session.review.commit))


def test_messages_typed_just_before_the_window_closes_are_in_the_next_one_with_what_is_typed_while_it_opens(
    qtbot: QtBot, start: Start
) -> None:
    with start() as desk:
        type_commit_message(desk, "Make it two")
        type_message(desk, "What about three?")

    with start() as again:
        wait(qtbot, lambda: again.talk.composer.draft == "What about three?")
        wait(qtbot, lambda: again.commit.draft == "Make it two")
        type_commit_message(again, ".")

    with start(lambda desk: type_message(desk, "And four")) as last:
        type_message(last, ".")

        assert last.talk.composer.draft == "What about three?\nAnd four."
        wait(qtbot, lambda: last.commit.draft == "Make it two.")


def test_a_command_is_no_draft(start: Start) -> None:
    with start() as desk:
        type_message(desk, "/clear")
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)

    with start() as again:
        assert again.talk.composer.draft == ""


def test_a_message_that_was_sent_is_not_written_again(qtbot: QtBot, start: Start) -> None:
    with start() as desk:
        type_message(desk, "Hello.")
        with qtbot.waitSignal(desk.session.talk.conversation.turn_ended, timeout=SECONDS):
            QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)

    with start() as again:
        assert again.talk.composer.draft == ""


def test_a_message_and_a_commit_message_stay_with_their_repository(
    qtbot: QtBot, start: Start, repository: RepositoryBuilder, make_repository: Callable[[str], RepositoryBuilder]
) -> None:
    other = make_repository("other")
    other.commit({"b.py": "y = 1\n"})
    with start() as desk:
        type_commit_message(desk, "Make it two")
        type_message(desk, "About the first.")

        open_in(qtbot, desk, other)
        assert desk.talk.composer.draft == ""
        assert desk.commit.draft == ""
        type_message(desk, "About the other.")
        open_in(qtbot, desk, repository)

        wait(qtbot, lambda: desk.talk.composer.draft == "About the first.")
        wait(qtbot, lambda: desk.commit.draft == "Make it two")
        open_in(qtbot, desk, other)
        wait(qtbot, lambda: desk.talk.composer.draft == "About the other.")


def test_a_message_stays_with_its_conversation_when_one_with_another_is_opened(qtbot: QtBot, start: Start) -> None:
    with start() as desk:
        talk = desk.session.talk
        type_message(desk, "One.")
        QTest.keyClick(desk.window, Qt.Key.Key_N, CTRL)
        desk.talk.composer.set_draft("")
        type_message(desk, "Two.")

        with qtbot.waitSignal(talk.heads_found, timeout=SECONDS) as found:
            talk.find("")
        (first,) = (head.key for head in found.args[0])
        talk.open(first)
        wait(qtbot, lambda: desk.talk.composer.draft == "One.")

        with qtbot.waitSignal(talk.heads_found, timeout=SECONDS) as found:
            talk.find("")
        second = next(head.key for head in found.args[0] if head.key != first)
        talk.open(second)
        wait(qtbot, lambda: desk.talk.composer.draft == "Two.")


def test_a_commit_message_the_model_wrote_outlives_the_program_until_it_is_committed(
    qtbot: QtBot, start: Start, repository: RepositoryBuilder, tmp_path: Path
) -> None:
    with start() as desk:
        accept_a_proposal(qtbot, desk)
        QTest.keyClick(desk.window, Qt.Key.Key_B, CTRL)
        at_foot = list[set[str]]()
        desk.session.talk.commit_messages.flowing_changed.connect(
            lambda: at_foot.append({*buttons(desk.window.status)})
        )
        write(desk, "/commit")
        wait(qtbot, lambda: desk.commit.draft == "a: make it two")
        signs = {"A commit message is being written", "Stop writing the commit message"}
        assert [signs & each for each in at_foot] == [signs, set()], "while it is written, and after that"
        wait(qtbot, lambda: b"a: make it two" in kept_bytes(tmp_path))  # before the window closes

    with start() as again:
        wait(qtbot, lambda: again.commit.draft == "a: make it two")
        wait(qtbot, lambda: bool(again.session.review and again.session.review.commit))
        QTest.keyClick(again.window, Qt.Key.Key_G, CTRL)
        with qtbot.waitSignal(again.session.committing.committed, timeout=SECONDS):
            QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, CTRL)
        assert repository.git.head.peel().message.strip() == "a: make it two"

    with start() as last:
        with qtbot.waitSignal(last.session.talk.heads_found, timeout=SECONDS):
            last.session.talk.find("")  # after everything asked of the history before
        assert last.commit.draft == ""
