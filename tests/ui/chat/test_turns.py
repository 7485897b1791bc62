"""Promises of turns: who says what, how far an answer is, what it cost, and what can be done with it."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from guillemet.app.turns import Mode, State, Turn
from guillemet.engine.blocks import BlockBroken, BlockGrew, BlockStarted, FormatName, Prose, ReplyEvent
from guillemet.engine.outcomes import Outcome, Status
from guillemet.llm.messages import Role, Usage
from guillemet.ui.chat import ConversationPane
from guillemet.ui.chat.card import BlockCard
from guillemet.ui.chat.prose import ProseBox
from tests.kit import conversations, reviews
from tests.kit.hands import buttons, press, show, words

ASKED = Turn(1, Role.USER, "Let `total` take a rate.\nKeep **cents**.")
WAITING = Turn(2, Role.ASSISTANT, "", model="anthropic/claude", state=State.WAITING)
FLOWING = replace(WAITING, state=State.FLOWING)
DONE = replace(WAITING, state=State.DONE, text="Done.", usage=Usage(1204, 310, 900), money=0.0123)


@pytest.fixture
def pane(qtbot: QtBot) -> ConversationPane:
    return show(qtbot, ConversationPane())


def settle(qtbot: QtBot, pane: ConversationPane) -> None:
    column = pane._column
    qtbot.waitUntil(lambda: pane.is_settled and not column._soon.isActive() and not column._ahead.isActive())


def begin(qtbot: QtBot, pane: ConversationPane) -> None:
    pane.begin_turn(ASKED)
    pane.begin_turn(WAITING)
    settle(qtbot, pane)


def made(count: int) -> tuple[tuple[Turn, tuple[ReplyEvent, ...]], ...]:
    turns: list[tuple[Turn, tuple[ReplyEvent, ...]]] = []
    for number in range(1, count + 1, 2):
        turns.append((Turn(number, Role.USER, f"Question {number}."), ()))
        answer = Turn(number + 1, Role.ASSISTANT, "…", model="local/made")
        turns.append((answer, (Prose(f"Answer {number + 1}.\n"),)))
    return tuple(turns)


def test_a_message_keeps_its_lines_and_is_markdown(qtbot: QtBot, pane: ConversationPane) -> None:
    pane.begin_turn(ASKED)
    settle(qtbot, pane)

    box = pane.findChild(ProseBox)
    assert [line for line in box.toPlainText().splitlines() if line] == ["Let total take a rate.", "Keep cents."]


def test_an_answer_is_waited_for_until_something_comes(qtbot: QtBot, pane: ConversationPane) -> None:
    begin(qtbot, pane)
    before = words(pane)

    pane.change_turn(FLOWING)
    pane.add_events([Prose("Here it is.\n")])
    settle(qtbot, pane)

    assert "waiting for the model …" in before
    assert "waiting for the model" not in words(pane)
    assert "Here it is." in words(pane)


def test_a_retry_is_told_in_place_of_waiting(qtbot: QtBot, pane: ConversationPane) -> None:
    begin(qtbot, pane)

    pane.change_turn(replace(WAITING, note="It is busy. Asked again in 4 s (try 2)."))
    settle(qtbot, pane)

    assert "Asked again in 4 s (try 2)." in words(pane)


def test_the_head_names_model_mode_and_recordings(qtbot: QtBot, pane: ConversationPane) -> None:
    pane.begin_turn(replace(DONE, mode=Mode.ARCHITECT, is_recorded=True))
    settle(qtbot, pane)

    shown = words(pane).splitlines()
    assert {"anthropic/claude", "Architect", "recorded"} <= set(shown)


def test_the_unfinished_line_is_shown_once_and_becomes_whole(qtbot: QtBot, pane: ConversationPane) -> None:
    begin(qtbot, pane)
    pane.change_turn(FLOWING)
    pane.set_tail("The totals ign")
    settle(qtbot, pane)
    begun = words(pane)

    pane.add_events([Prose("The totals ignore tax.\n")])
    pane.set_tail("")
    settle(qtbot, pane)

    assert "The totals ign" in begun
    assert words(pane).count("The totals") == 1
    assert "The totals ignore tax." in words(pane)


def test_the_unfinished_line_of_a_block_is_shown_in_its_card(qtbot: QtBot, pane: ConversationPane) -> None:
    begin(qtbot, pane)
    pane.change_turn(FLOWING)
    pane.add_events([BlockStarted(1, "src/x.py", FormatName.GUILLEMET, 1), BlockGrew(1, "def total(xs):")])
    pane.set_tail("    return su")
    settle(qtbot, pane)

    assert "def total(xs):\n    return su" in words(pane)


@pytest.mark.parametrize("step", [1, 3, 7, 50])
def test_however_an_answer_is_cut_it_is_shown_the_same(qtbot: QtBot, pane: ConversationPane, step: int) -> None:
    events = [*conversations.prose(conversations.PROSE), *conversations.events_of(reviews.block("src/x.py"))]
    begin(qtbot, pane)
    pane.change_turn(FLOWING)
    for at in range(0, len(events), step):
        pane.set_tail("half a li")
        pane.add_events(events[at : at + step])
        qtbot.waitUntil(lambda: not pane._filling._queue)
    pane.set_tail("")
    settle(qtbot, pane)

    shown = words(pane)
    assert "half a li" not in shown
    assert shown.count("Totals with tax") == 1
    assert shown.count("Prices stay in cents.") == 1
    assert len(pane.findChildren(BlockCard)) == 1


def test_reasoning_is_folded_and_grows_when_unfolded(qtbot: QtBot, pane: ConversationPane) -> None:
    begin(qtbot, pane)
    pane.add_reasoning("First I look ")
    settle(qtbot, pane)
    assert pane.findChildren(QPlainTextEdit) == []

    press(qtbot, pane, "Show reasoning")
    pane.add_reasoning("at <b>callers</b>.")
    settle(qtbot, pane)

    assert pane.findChild(QPlainTextEdit).toPlainText() == "First I look at <b>callers</b>."


def test_the_foot_tells_tokens_and_money(qtbot: QtBot, pane: ConversationPane) -> None:
    begin(qtbot, pane)
    pane.end_turn(DONE)
    settle(qtbot, pane)

    assert "1,204 tokens read (900 from the cache) · 310 written · about $0.01" in words(pane)


def test_a_price_nobody_knows_is_not_guessed(qtbot: QtBot, pane: ConversationPane) -> None:
    begin(qtbot, pane)
    pane.end_turn(replace(DONE, money=None))
    settle(qtbot, pane)

    assert "price unknown" in words(pane)


@pytest.mark.parametrize("state", [State.STOPPED, State.BROKEN])
def test_an_answer_that_did_not_end_can_be_gone_on_with(qtbot: QtBot, pane: ConversationPane, state: State) -> None:
    begin(qtbot, pane)
    pane.end_turn(replace(DONE, state=state, note="It broke."))
    settle(qtbot, pane)

    with qtbot.waitSignal(pane.go_on_wanted):
        press(qtbot, pane, "Go on")

    assert "It broke." in words(pane)


def test_only_the_last_answer_can_be_gone_on_with(qtbot: QtBot, pane: ConversationPane) -> None:
    begin(qtbot, pane)
    pane.end_turn(replace(DONE, state=State.STOPPED, note="You stopped it here."))
    settle(qtbot, pane)

    pane.begin_turn(Turn(3, Role.USER, "Something else."))
    settle(qtbot, pane)

    assert "Go on" not in buttons(pane)


def test_a_half_block_is_marked_and_not_offered_for_a_retry(qtbot: QtBot, pane: ConversationPane) -> None:
    broken = reviews.broken("src/x.py")
    begin(qtbot, pane)
    pane.add_events([BlockBroken(broken)])
    pane.end_turn(replace(DONE, state=State.STOPPED, note="You stopped it here."))
    pane.set_outcomes((Outcome(broken, Status.FAILED, "src/x.py"),))
    settle(qtbot, pane)

    assert "✂ cut off" in words(pane)
    assert "Retry with the model" not in buttons(pane)


def test_going_on_keeps_what_was_shown_and_grows_the_half_block(qtbot: QtBot, pane: ConversationPane) -> None:
    whole = conversations.events_of(reviews.block("src/y.py", number=1))
    started = BlockStarted(2, "src/x.py", FormatName.GUILLEMET, 9)
    said = [*conversations.prose("Two blocks.\n"), *whole]
    begin(qtbot, pane)
    pane.add_events([*said, started, BlockBroken(replace(reviews.broken("src/x.py", number=2), line_number=9))])
    pane.end_turn(replace(DONE, state=State.STOPPED))
    settle(qtbot, pane)
    first = pane.findChildren(BlockCard)[0]

    pane.begin_again([*said, started, BlockGrew(2, "def total(xs):")])
    pane.change_turn(WAITING)
    pane.change_turn(FLOWING)
    pane.add_events([BlockGrew(2, "    return 1")])
    settle(qtbot, pane)

    cards = [card for card in pane.findChildren(BlockCard) if card.isVisible()]
    assert cards[0] is first
    assert len(cards) == 2
    assert "def total(xs):\n    return 1" in words(pane)
    assert "cut off" not in words(pane)
    assert "Go on" not in buttons(pane)


def test_a_failed_block_is_retried_by_its_number(qtbot: QtBot, pane: ConversationPane) -> None:
    good, bad = reviews.block("src/y.py", number=1), reviews.block("src/x.py", number=2)
    begin(qtbot, pane)
    pane.add_events([*conversations.events_of(good), *conversations.events_of(bad)])
    pane.end_turn(DONE)
    pane.set_outcomes((Outcome(good, Status.APPLIED, "src/y.py"), Outcome(bad, Status.FAILED, "src/x.py")))
    settle(qtbot, pane)

    with qtbot.waitSignal(pane.retry_wanted) as wish:
        press(qtbot, pane, "Retry with the model")

    assert wish.args == [2]


def test_a_message_can_be_said_otherwise_by_keyboard(qtbot: QtBot, pane: ConversationPane) -> None:
    begin(qtbot, pane)
    again = buttons(pane)["Edit and send again, message 1"]
    again.setFocus()

    with qtbot.waitSignal(pane.resend_wanted) as wish:
        qtbot.keyClick(again, Qt.Key.Key_Return)

    assert wish.args == [1]


@pytest.mark.parametrize(("name", "text"), [("Copy message 1", ASKED.text), ("Copy answer 2", "Done.")])
def test_what_was_said_can_be_copied(qtbot: QtBot, pane: ConversationPane, name: str, text: str) -> None:
    begin(qtbot, pane)
    pane.end_turn(DONE)
    settle(qtbot, pane)

    press(qtbot, pane, name)

    assert QGuiApplication.clipboard().text() == text


def test_a_long_message_is_folded_and_unfolds(qtbot: QtBot, pane: ConversationPane) -> None:
    text = "\n".join(f"line {n} of a long log" for n in range(400))
    pane.begin_turn(replace(ASKED, text=text))
    settle(qtbot, pane)
    assert "line 399" not in words(pane)

    press(qtbot, pane, "Show all 400 lines")

    assert "line 399" in words(pane)


def test_a_whole_reply_that_is_pasted_does_not_disturb_one_that_flows(qtbot: QtBot, pane: ConversationPane) -> None:
    begin(qtbot, pane)
    pane.change_turn(FLOWING)
    pane.add_events([Prose("First half, \n")])
    pane.add_reply("Pasted text", [Prose("From elsewhere.\n")])
    pane.add_events([Prose("second half.\n")])
    settle(qtbot, pane)

    texts = [box.toPlainText() for box in pane.findChildren(ProseBox)]
    assert any("First half, second half." in text for text in texts)
    assert "From elsewhere." in texts


def test_kept_turns_take_the_place_of_everything_and_the_last_are_seen(qtbot: QtBot, pane: ConversationPane) -> None:
    begin(qtbot, pane)

    pane.show_turns(made(1_000))
    settle(qtbot, pane)

    assert "Question 999." in words(pane)
    assert "Let total take" not in words(pane)
    assert len(pane._filling.transcript.parts) == 1_000
    assert len(pane.findChildren(ProseBox)) < 80


def test_earlier_turns_do_not_move_what_is_looked_at(qtbot: QtBot, pane: ConversationPane) -> None:
    turns = made(200)
    pane.show_turns(turns[100:])
    settle(qtbot, pane)
    bar = pane._column.verticalScrollBar()
    bar.setValue(0)
    settle(qtbot, pane)
    box = next(box for box in pane.findChildren(ProseBox) if box.toPlainText() == "Question 101.")
    before = box.mapTo(pane, box.rect().topLeft()).y()

    pane.put_earlier(turns[:100])
    settle(qtbot, pane)

    assert bar.value() > 0
    assert box.mapTo(pane, box.rect().topLeft()).y() == before


def test_an_answer_the_program_ended_in_says_so(qtbot: QtBot, pane: ConversationPane) -> None:
    pane.show_turns([(ASKED, ()), (FLOWING, (Prose("Half of\n"),))])
    settle(qtbot, pane)

    assert "The program ended while this answer came." in words(pane)
    assert "Go on" in buttons(pane)


def test_a_question_stays_above_its_answer(qtbot: QtBot, pane: ConversationPane) -> None:
    pane.show_turns(made(40))
    pane.begin_turn(replace(ASKED, number=41))
    pane.begin_turn(replace(FLOWING, number=42))
    pane.add_events(conversations.prose("More.\n\n" * 300))
    settle(qtbot, pane)

    box = next(box for box in pane.findChildren(ProseBox) if "total take a rate" in box.toPlainText())
    assert 0 <= box.mapTo(pane, box.rect().topLeft()).y() < 80


def test_blocks_of_a_question_say_that_nothing_is_proposed(qtbot: QtBot, pane: ConversationPane) -> None:
    events = tuple(conversations.events_of(reviews.block("src/x.py")))
    pane.show_turns([(ASKED, ()), (replace(DONE, mode=Mode.ASK), events)])
    settle(qtbot, pane)

    assert "the message asked for no edits" in words(pane)


def test_a_block_still_growing_when_the_stream_breaks_is_cut_off(qtbot: QtBot, pane: ConversationPane) -> None:
    begin(qtbot, pane)
    pane.add_events([BlockStarted(1, "src/x.py", FormatName.GUILLEMET, 1), BlockGrew(1, "def total(xs):")])
    pane.end_turn(replace(DONE, state=State.BROKEN, note="It broke."))
    settle(qtbot, pane)

    assert "✂ cut off" in words(pane)


def test_a_listing_is_coloured_by_its_language(qtbot: QtBot, pane: ConversationPane) -> None:
    begin(qtbot, pane)
    pane.change_turn(FLOWING)
    text = 'Look:\n\n```python\ndef total(xs):\n    """Sum\n    up."""\n```\n\n```\ndef x\n```\n'
    pane.add_events(conversations.prose(text))
    settle(qtbot, pane)

    box = next(box for box in pane.findChildren(ProseBox) if "Look:" in box.toPlainText())

    def coloured() -> list[str]:
        lines = [box.document().findBlockByNumber(n) for n in range(box.document().blockCount())]
        return [line.text() for line in lines if line.layout().formats()]

    qtbot.waitUntil(lambda: coloured() == ["def total(xs):", '    """Sum', '    up."""'])


def test_unfolding_moves_nothing_that_is_above(qtbot: QtBot, pane: ConversationPane) -> None:
    pane.show_turns([*made(60), (ASKED, ()), (replace(DONE, reasoning="Hm.\n" * 99), (Prose("Short.\n"),))])
    settle(qtbot, pane)
    fold = buttons(pane)["Show reasoning"]
    before = fold.mapTo(pane, fold.rect().topLeft())

    press(qtbot, pane, "Show reasoning")
    settle(qtbot, pane)

    assert fold.mapTo(pane, fold.rect().topLeft()) == before
