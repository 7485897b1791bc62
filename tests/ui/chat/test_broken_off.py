"""Promises of answers that broke off and of blocks that failed: what is missing is said and can be asked for again."""

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from guillemet.app.turns import State, Turn
from guillemet.engine.blocks import BlockBroken, BlockGrew, BlockStarted, FormatName, Prose
from guillemet.engine.outcomes import Outcome, Reason, Status
from guillemet.llm.messages import Role
from guillemet.ui.chat.edit_card import EditCard
from guillemet.ui.chat.transcript import TranscriptPane
from tests.kit import conversations, reviews
from tests.kit.hands import buttons, press, words
from tests.ui.chat.turns import ASKED, DONE, FLOWING, WAITING, begin, settle


@pytest.mark.parametrize("state", [State.STOPPED, State.BROKEN])
def test_an_answer_that_did_not_end_can_be_gone_on_with(qtbot: QtBot, pane: TranscriptPane, state: State) -> None:
    begin(qtbot, pane)
    pane.change_turn(replace(DONE, state=state, note="It broke."))
    settle(qtbot, pane)

    with qtbot.waitSignal(pane.signals.go_on_requested):
        press(qtbot, pane, "Go on")

    assert "It broke." in words(pane)


def test_an_answer_of_which_nothing_came_can_be_asked_for_again(qtbot: QtBot, pane: TranscriptPane) -> None:
    begin(qtbot, pane)
    pane.change_turn(replace(DONE, text="", state=State.BROKEN, note="The key was refused."))
    settle(qtbot, pane)

    with qtbot.waitSignal(pane.signals.go_on_requested):
        press(qtbot, pane, "Ask again")

    assert "Go on" not in buttons(pane)


def test_the_head_names_the_model_that_is_asked_again(qtbot: QtBot, pane: TranscriptPane) -> None:
    begin(qtbot, pane)
    pane.change_turn(replace(DONE, text="", state=State.BROKEN, note="The key was refused."))

    pane.change_turn(replace(WAITING, model="recorded/demo", is_recorded=True))
    settle(qtbot, pane)

    assert {"No model", "recorded"} <= set(words(pane).splitlines())


def test_only_the_last_answer_can_be_gone_on_with(qtbot: QtBot, pane: TranscriptPane) -> None:
    begin(qtbot, pane)
    pane.change_turn(replace(DONE, state=State.STOPPED, note="You stopped it here."))
    settle(qtbot, pane)

    pane.begin_turn(Turn(3, Role.USER, "Something else."))
    settle(qtbot, pane)

    assert "Go on" not in buttons(pane)


@pytest.mark.parametrize(
    ("state", "told"),
    [
        (State.BROKEN, "cut off · the answer ended inside this block"),
        (State.STOPPED, "stopped · you stopped the answer inside this block"),
    ],
)
def test_a_half_block_is_marked_and_can_be_dismissed_instead_of_retried(
    qtbot: QtBot, pane: TranscriptPane, state: State, told: str
) -> None:
    broken = reviews.broken("src/x.py")
    begin(qtbot, pane)
    pane.add_events([BlockBroken(broken)])
    pane.change_turn(replace(DONE, state=state, note="It ended here."))
    pane.set_outcomes((Outcome(broken, Status.FAILED, "src/x.py"),))
    settle(qtbot, pane)

    assert told in words(pane)
    assert "Retry with the model" not in buttons(pane)
    with qtbot.waitSignal(pane.signals.dismiss_requested) as wish:
        press(qtbot, pane, "Dismiss block 1")
    assert wish.args == [1]


def test_what_the_user_stopped_is_grey(qtbot: QtBot, pane: TranscriptPane) -> None:
    broken = reviews.broken("src/x.py")
    begin(qtbot, pane)
    pane.add_events([BlockBroken(broken)])
    pane.change_turn(replace(DONE, state=State.STOPPED, note="You stopped it here."))
    settle(qtbot, pane)

    roles = {label.text(): label.property("role") for label in pane.findChildren(QLabel)}
    assert roles["stopped · you stopped the answer inside this block"] == "dim"
    assert roles["You stopped it here."] == "dim"


def test_going_on_keeps_what_was_shown_and_grows_the_half_block(qtbot: QtBot, pane: TranscriptPane) -> None:
    whole = conversations.events_of(reviews.block("src/y.py", number=1))
    started = BlockStarted(2, "src/x.py", FormatName.GUILLEMET, 9)
    said = [*conversations.prose("Two blocks.\n"), *whole]
    begin(qtbot, pane)
    pane.add_events([*said, started, BlockBroken(replace(reviews.broken("src/x.py", number=2), line_number=9))])
    pane.change_turn(replace(DONE, state=State.STOPPED))
    settle(qtbot, pane)
    first = pane.findChildren(EditCard)[0]

    pane.begin_again([*said, started, BlockGrew(2, "def total(xs):")])
    pane.change_turn(WAITING)
    pane.change_turn(FLOWING)
    pane.add_events([BlockGrew(2, "    return 1")])
    settle(qtbot, pane)

    cards = [card for card in pane.findChildren(EditCard) if card.isVisible()]
    assert cards[0] is first
    assert len(cards) == 2
    assert "def total(xs):\n    return 1" in words(pane)
    assert "cut off" not in words(pane)
    assert "Go on" not in buttons(pane)


def test_a_failed_block_is_retried_by_its_number(qtbot: QtBot, pane: TranscriptPane) -> None:
    good, bad = reviews.block("src/y.py", number=1), reviews.block("src/x.py", number=2)
    begin(qtbot, pane)
    pane.add_events([*conversations.events_of(good), *conversations.events_of(bad)])
    pane.change_turn(DONE)
    pane.set_outcomes((Outcome(good, Status.APPLIED, "src/y.py"), Outcome(bad, Status.FAILED, "src/x.py")))
    settle(qtbot, pane)

    with qtbot.waitSignal(pane.signals.retry_requested) as wish:
        press(qtbot, pane, "Retry with the model")

    assert wish.args == [2]


@pytest.mark.parametrize("reason", [Reason.BINARY, Reason.NO_EDIT])
def test_what_no_edit_can_do_is_not_retried(qtbot: QtBot, pane: TranscriptPane, reason: Reason) -> None:
    bad = reviews.block("logo.png")
    begin(qtbot, pane)
    pane.add_events(conversations.events_of(bad))
    pane.change_turn(DONE)
    pane.set_outcomes((Outcome(bad, Status.FAILED, "logo.png", reason=reason),))
    settle(qtbot, pane)

    assert "Retry with the model" not in buttons(pane)


def test_an_answer_the_program_ended_in_says_so(qtbot: QtBot, pane: TranscriptPane) -> None:
    pane.show_turns([(ASKED, ()), (replace(FLOWING, text="Half of\n"), (Prose("Half of\n"),))])
    settle(qtbot, pane)

    assert "The program ended while this answer came." in words(pane)
    assert "Go on" in buttons(pane)


def test_a_block_still_growing_when_the_stream_breaks_is_cut_off(qtbot: QtBot, pane: TranscriptPane) -> None:
    begin(qtbot, pane)
    pane.add_events([BlockStarted(1, "src/x.py", FormatName.GUILLEMET, 1), BlockGrew(1, "def total(xs):")])
    pane.change_turn(replace(DONE, state=State.BROKEN, note="It broke."))
    settle(qtbot, pane)

    assert "cut off" in words(pane)


def test_an_answer_of_which_nothing_came_has_nothing_to_copy(qtbot: QtBot, pane: TranscriptPane) -> None:
    begin(qtbot, pane)
    pane.change_turn(replace(DONE, text="", state=State.BROKEN, note="The key was refused."))
    settle(qtbot, pane)

    assert "Copy message 1" in buttons(pane)
    assert "Copy answer 2" not in buttons(pane)
