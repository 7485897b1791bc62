"""Promises of saying an earlier message otherwise: what is shown, weighed and sent is what would follow it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from guillemet.app.turns import Mode, State
from guillemet.llm.repo_map import RepositoryMap
from guillemet.ui.actions import Act
from guillemet.ui.chat.request_preview import RequestPreview
from guillemet.ui.window_controller import WindowController
from tests.kit.desks import Open, talking_desks, write
from tests.kit.hands import CTRL, buttons, press, words
from tests.kit.model_server import Answer, Say, said
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder
from tests.kit.talks import SECONDS

BRANCHES = "begins another branch"
HUGE = "\n\n".join(edit("a.py", f"no line {number}", "x = 2") for number in range(4_000))


@pytest.fixture
def talking(qapp: QApplication, qtbot: QtBot, repository: RepositoryBuilder, tmp_path: Path) -> Iterator[Open]:
    """Return what opens a window whose model answers with these scripts."""
    repository.commit({"a.py": "x = 1\n", "b.py": "y = 1\n"})

    with talking_desks(qapp, qtbot, repository, tmp_path) as open_window:
        yield open_window


def say(qtbot: QtBot, desk: WindowController, message: str, answer: str) -> None:
    """Send a message, and wait until it is answered so."""
    write(desk, message)
    talk = desk.session.talk.conversation
    qtbot.waitUntil(lambda: bool(talk.turns) and talk.turns[-1].text.startswith(answer), timeout=SECONDS)
    qtbot.waitUntil(lambda: not talk.answering.is_flowing and talk.turns[-1].state is State.DONE, timeout=SECONDS)


def begin_to_say_otherwise(qtbot: QtBot, desk: WindowController, number: int) -> None:
    press(qtbot, desk.conversation, f"Edit and send again, message {number}")
    QTest.keyClicks(QApplication.focusWidget(), " Anew")


def test_it_stays_said_that_another_branch_begins_until_the_message_is_taken_back(qtbot: QtBot, talking: Open) -> None:
    desk, _ = talking(said("First."))
    say(qtbot, desk, "One.", "First.")
    begin_to_say_otherwise(qtbot, desk, 1)
    assert BRANCHES in words(desk.talk.composer)

    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_A, CTRL)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backspace)

    assert BRANCHES not in words(desk.talk.composer)


def test_the_request_that_is_looked_at_is_the_one_of_the_new_branch(qtbot: QtBot, talking: Open) -> None:
    desk, server = talking(said("First."), said("Second."), said("Third."))
    say(qtbot, desk, "One.", "First.")
    say(qtbot, desk, "Two.", "Second.")
    begin_to_say_otherwise(qtbot, desk, 1)

    desk.do(Act.PREVIEW_REQUEST)
    qtbot.waitUntil(lambda: bool(desk.window.findChildren(RequestPreview)), timeout=SECONDS)
    view = desk.window.findChildren(RequestPreview)[-1]
    assert "Second." not in words(view)
    press(qtbot, view, "Send")

    talk = desk.session.talk.conversation
    qtbot.waitUntil(lambda: [turn.text for turn in talk.turns] == ["One. Anew", "Third."], timeout=SECONDS)
    assert "Second." not in str(server.asked[-1].body)


def test_only_what_comes_before_it_is_weighed(qtbot: QtBot, talking: Open) -> None:
    desk, _ = talking(Answer((Say("First. " * 3_000, piece=5_000),)))
    say(qtbot, desk, "One.", "First.")
    estimates: list[int] = []
    desk.session.talk.conversation.spending.estimate_changed.connect(lambda one: estimates.append(one.tokens))
    qtbot.waitUntil(lambda: bool(estimates) and estimates[-1] > 3_000, timeout=SECONDS)

    begin_to_say_otherwise(qtbot, desk, 1)

    qtbot.waitUntil(lambda: estimates[-1] < 2_000, timeout=SECONDS)


def test_what_is_sent_along_is_weighed_whenever_it_changes(qtbot: QtBot, talking: Open) -> None:
    desk, _ = talking()
    conversation = desk.session.talk.conversation
    estimates: list[int] = [0]
    conversation.spending.estimate_changed.connect(lambda one: estimates.append(one.tokens))
    qtbot.waitUntil(lambda: 0 < estimates[-1] < 3_000, timeout=SECONDS)

    desk.session.reception.take_text("Long. " * 20_000, "Pasted text")
    qtbot.waitUntil(lambda: estimates[-1] > 20_000, timeout=SECONDS)
    before = estimates[-1]
    conversation.asking.take_outline(RepositoryMap("def far(): ...\n" * 3_000))
    qtbot.waitUntil(lambda: max(estimates) > before + 5_000, timeout=SECONDS)


def test_a_message_that_takes_its_place_in_the_box_is_said_at_the_end(qtbot: QtBot, talking: Open) -> None:
    failing = edit("a.py", "nowhere at all", "x = 2")
    desk, _ = talking(said(failing), said("Third."))
    say(qtbot, desk, "One.", failing[:10])
    qtbot.waitUntil(lambda: bool(desk.session.review and desk.session.review.outcomes), timeout=SECONDS)
    begin_to_say_otherwise(qtbot, desk, 1)

    desk.do(Act.RETRY_FAILED)
    qtbot.waitUntil(lambda: "nowhere at all" in desk.talk.composer.draft, timeout=SECONDS)
    assert BRANCHES not in words(desk.talk.composer)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)

    talk = desk.session.talk.conversation
    qtbot.waitUntil(lambda: [turn.text for turn in talk.turns][3:] == ["Third."], timeout=SECONDS)


def test_the_new_answer_is_seen_however_long_those_before_it_are(qtbot: QtBot, talking: Open) -> None:
    desk, _ = talking(Answer((Say(HUGE, piece=50_000),)), said("Second."), said("Third."))
    desk.session.talk.conversation.choose(mode=Mode.ASK)
    say(qtbot, desk, "One.", HUGE[:10])
    say(qtbot, desk, "Two.", "Second.")
    begin_to_say_otherwise(qtbot, desk, 3)

    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: "Third." in words(desk.conversation), timeout=SECONDS)
    qtbot.waitUntil(lambda: desk.conversation.is_settled and desk.session.tasks.is_quiet, timeout=SECONDS)
    assert "Third." in words(desk.conversation)
    assert "Edit and send again, message 3" in buttons(desk.conversation)
