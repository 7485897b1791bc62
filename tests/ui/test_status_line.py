"""Promises of the line at the bottom: it says what is true now, also before anything is open."""

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QLabel, QMainWindow, QPushButton
from pytestqt.qtbot import QtBot

from guillemet.app.turns import Spending, SpendingTotals
from guillemet.engine.review import Decision
from guillemet.ui.status_line import StatusLine
from tests.kit.hands import buttons, press, show
from tests.kit.reviews import TWENTY


@pytest.fixture
def line(qtbot: QtBot) -> StatusLine:
    line = StatusLine()
    qtbot.addWidget(line)
    line.resize(900, 40)
    return line


def told(line: StatusLine) -> str:
    shown = [*line.findChildren(QLabel), *line.findChildren(QPushButton)]
    return " ".join(part.text() for part in shown if part.isVisibleTo(line) and part.text())


def test_while_a_repository_opens_none_is_missed(qtbot: QtBot, line: StatusLine) -> None:
    assert told(line) == "No repository is open"

    line.set_busy("opening repository", can_stop=False)
    qtbot.waitUntil(lambda: told(line) != "")
    assert told(line) == "opening repository"

    line.set_busy("", can_stop=False)
    assert told(line) == "No repository is open"


def test_work_on_an_open_repository_stands_beside_what_is_undecided(qtbot: QtBot, line: StatusLine) -> None:
    line.set_review(TWENTY)

    line.set_busy("looking", can_stop=False)
    qtbot.waitUntil(lambda: "looking" in told(line))

    assert "undecided" in told(line)


def test_only_work_that_can_be_stopped_offers_to_stop_it_by_name(qtbot: QtBot, line: StatusLine) -> None:
    line.show()
    line.set_busy("committing", can_stop=False)
    qtbot.waitUntil(lambda: "committing" in told(line))
    assert "Stop" not in told(line)

    line.set_busy("accepting", can_stop=True)
    with qtbot.waitSignal(line.work_stop_requested) as stopped:
        press(qtbot, line, "Stop accepting")
    assert stopped.args == ["accepting"]


def test_each_count_leads_to_the_next_file_that_was_decided_so(qtbot: QtBot, line: StatusLine) -> None:
    line.show()
    line.set_review(TWENTY)

    for decision in Decision:
        count = f"{len(TWENTY.decided(decision))} {decision}"
        with qtbot.waitSignal(line.decision_picked) as picked:
            press(qtbot, line, count)
        assert picked.args == [decision]
        assert buttons(line)[count].toolTip()


def test_the_count_of_suggested_commands_leads_to_them(qtbot: QtBot, line: StatusLine) -> None:
    line.show()
    line.set_review(TWENTY)

    with qtbot.waitSignal(line.commands_requested):
        press(qtbot, line, "2 commands to run")

    line.set_review(replace(TWENTY, suggestions=()))
    assert "to run" not in told(line)


def test_an_answer_that_arrives_out_of_sight_is_led_to_and_stopped_from_here(qtbot: QtBot, line: StatusLine) -> None:
    line.show()
    line.set_answering(is_answering=True)
    assert buttons(line) == {}

    line.set_conversation_shown(is_shown=False)
    line.set_awaited(is_awaited=True)
    assert buttons(line).keys() == {"Waiting for the model", "Stop the answer"}
    line.set_awaited(is_awaited=False)
    with qtbot.waitSignal(line.answer_requested):
        press(qtbot, line, "An answer is arriving")
    with qtbot.waitSignal(line.stop_requested):
        press(qtbot, line, "Stop the answer")

    line.set_conversation_shown(is_shown=True)
    line.set_end_shown(is_shown=False)
    assert buttons(line).keys() == {"An answer is arriving"}, "the end is scrolled out of view, Stop is in view"
    line.set_answering(is_answering=False)
    assert buttons(line) == {}


def test_a_commit_message_that_is_written_out_of_sight_is_led_to_and_stopped_from_here(
    qtbot: QtBot, line: StatusLine
) -> None:
    line.show()
    line.set_writing(is_writing=True)
    assert buttons(line) == {}, "the panel says so"

    line.set_changes_shown(is_shown=False)
    with qtbot.waitSignal(line.message_requested):
        press(qtbot, line, "A commit message is being written")
    with qtbot.waitSignal(line.message_stop_requested):
        press(qtbot, line, "Stop writing the commit message")

    line.set_writing(is_writing=False)
    assert buttons(line) == {}


def test_what_was_spent_stands_at_the_right_end(qtbot: QtBot, line: StatusLine) -> None:
    line.show()
    line.set_review(TWENTY)
    line.set_sums(SpendingTotals(Spending(1_204, 0.01), Spending(20_000, 0.31)))

    spent = next(label for label in line.findChildren(QLabel) if "today" in label.text())
    assert spent.text() == "1,204 tokens, $0.01 · today 20,000 tokens, $0.31"
    qtbot.waitUntil(lambda: spent.geometry().right() > 880)


def test_what_there_is_no_room_for_is_left_out_before_what_stops_something(qtbot: QtBot) -> None:
    window = show(qtbot, QMainWindow(), width=1_800, height=40)
    line = StatusLine()
    window.setCentralWidget(line)
    line.set_review(TWENTY)
    line.set_sums(SpendingTotals(Spending(1_204, 0.01), Spending(20_000, 0.31)))
    line.set_conversation_shown(is_shown=False)
    line.set_comments(2, begun=1)
    line.set_answering(is_answering=True)
    line.set_busy("accepting", can_stop=True)
    qtbot.waitUntil(lambda: "accepting" in told(line))
    left = ["1,204 tokens", "today", "to run", "rejected", "accepted", "not sent", "undecided", "· accepting"]
    assert [words in told(line) for words in left] == [True] * len(left), told(line)

    for width in range(1_800, 590, -10):
        window.resize(width, 40)
        qtbot.waitUntil(lambda: line.width() == window.width() == width)  # noqa: B023
        shown = [words in told(line) for words in left]
        assert shown == sorted(shown), f"{width}: {told(line)}"
        stops = [found for name, found in buttons(line).items() if name in ("Stop accepting", "Stop the answer")]
        assert [stop.width() >= stop.sizeHint().width() for stop in stops] == [True, True], width
    assert "An answer is arriving" in told(line)
