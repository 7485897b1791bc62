"""Promises of turns: who says what, what it cost, what can be done with it, and that earlier ones disturb nothing."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from guillemet.app.turns import Mode
from guillemet.engine.blocks import Prose
from guillemet.ui.chat.markdown_view import MarkdownView
from guillemet.ui.chat.transcript import TranscriptPane
from tests.kit import conversations, reviews
from tests.kit.hands import buttons, press, words
from tests.ui.chat.turns import ASKED, DONE, WAITING, begin, made, settle


def test_a_message_keeps_its_lines_and_is_markdown(qtbot: QtBot, pane: TranscriptPane) -> None:
    pane.begin_turn(ASKED)
    settle(qtbot, pane)

    box = pane.findChild(MarkdownView)
    assert [line for line in box.toPlainText().splitlines() if line] == ["Let total take a rate.", "Keep cents."]


def test_the_head_names_the_model(qtbot: QtBot, pane: TranscriptPane) -> None:
    pane.begin_turn(DONE)
    settle(qtbot, pane)

    assert "anthropic/claude" in words(pane).splitlines()

    file = "here//root/.cache/x.gguf"
    pane.change_turn(replace(DONE, model=file))
    settle(qtbot, pane)
    (name,) = (shown for shown in pane.findChildren(QLabel) if shown.text() == "here/x.gguf")
    assert file in name.toolTip()


def test_the_head_of_a_recording_says_so_and_names_no_model(qtbot: QtBot, pane: TranscriptPane) -> None:
    pane.begin_turn(replace(DONE, mode=Mode.ARCHITECT, is_recorded=True))
    settle(qtbot, pane)

    shown = words(pane).splitlines()
    assert {"No model", "Architect", "recorded"} <= set(shown)


def test_the_foot_tells_tokens_and_money(qtbot: QtBot, pane: TranscriptPane) -> None:
    begin(qtbot, pane)
    pane.change_turn(DONE)
    settle(qtbot, pane)

    assert "1,204 tokens read (900 from the cache) · 310 written · about $0.01" in words(pane)


def test_a_price_nobody_knows_is_not_guessed(qtbot: QtBot, pane: TranscriptPane) -> None:
    begin(qtbot, pane)
    pane.change_turn(replace(DONE, money=None))
    settle(qtbot, pane)

    assert "price unknown" in words(pane)


def test_a_message_can_be_said_otherwise_by_keyboard(qtbot: QtBot, pane: TranscriptPane) -> None:
    begin(qtbot, pane)
    again = buttons(pane)["Edit and send again, message 1"]
    again.setFocus()

    with qtbot.waitSignal(pane.signals.resend_requested) as wish:
        qtbot.keyClick(again, Qt.Key.Key_Return)

    assert wish.args == [1]


@pytest.mark.parametrize(("name", "text"), [("Copy message 1", ASKED.text), ("Copy answer 2", "Done.")])
def test_what_was_said_can_be_copied(qtbot: QtBot, pane: TranscriptPane, name: str, text: str) -> None:
    begin(qtbot, pane)
    pane.change_turn(DONE)
    settle(qtbot, pane)

    press(qtbot, pane, name)

    assert QGuiApplication.clipboard().text() == text


def test_a_long_message_is_folded_and_unfolds(qtbot: QtBot, pane: TranscriptPane) -> None:
    text = "\n".join(f"line {n} of a long log" for n in range(400))
    pane.begin_turn(replace(ASKED, text=text))
    settle(qtbot, pane)
    assert "line 399" not in words(pane)

    press(qtbot, pane, "Show all 400 lines")

    assert "line 399" in words(pane)


def test_kept_turns_take_the_place_of_everything_and_the_last_are_seen(qtbot: QtBot, pane: TranscriptPane) -> None:
    begin(qtbot, pane)

    pane.show_turns(made(1_000))
    settle(qtbot, pane)

    assert "Question 999." in words(pane)
    assert "Let total take" not in words(pane)
    assert len(pane._transcript.parts) == 1_000
    assert len(pane.findChildren(MarkdownView)) < 80


def test_earlier_turns_do_not_move_what_is_looked_at(qtbot: QtBot, pane: TranscriptPane) -> None:
    turns = made(200)
    pane.show_turns(turns[100:])
    settle(qtbot, pane)
    bar = pane._column.verticalScrollBar()
    bar.setValue(0)
    settle(qtbot, pane)
    box = next(box for box in pane.findChildren(MarkdownView) if box.toPlainText() == "Question 101.")
    before = box.mapTo(pane, box.rect().topLeft()).y()

    pane.put_earlier(turns[:100])
    settle(qtbot, pane)

    assert bar.value() > 0
    assert box.mapTo(pane, box.rect().topLeft()).y() == before


def test_blocks_of_a_question_say_that_nothing_is_proposed(qtbot: QtBot, pane: TranscriptPane) -> None:
    events = tuple(conversations.events_of(reviews.block("src/x.py")))
    pane.show_turns([(ASKED, ()), (replace(DONE, mode=Mode.ASK), events)])
    settle(qtbot, pane)

    assert "the message asked for no edits" in words(pane)


@pytest.mark.parametrize(
    ("mode", "why"), [(Mode.ASK, "the message asked for no edits"), (Mode.ARCHITECT, "another model writes the edits")]
)
def test_every_block_that_came_without_being_wanted_says_so(
    qtbot: QtBot, pane: TranscriptPane, mode: Mode, why: str
) -> None:
    pane.begin_turn(replace(ASKED, mode=mode))
    pane.begin_turn(replace(WAITING, mode=mode))
    for number in (1, 2):
        pane.add_events(conversations.events_of(reviews.block(f"src/{number}.py", number=number)))
    settle(qtbot, pane)

    pane.change_turn(replace(DONE, mode=mode))
    settle(qtbot, pane)

    assert words(pane).count(why) == 2
    assert "waiting" not in words(pane)


def test_the_blocks_of_a_kept_plan_say_who_writes_the_edits(qtbot: QtBot, pane: TranscriptPane) -> None:
    events = tuple(conversations.events_of(reviews.block("src/x.py")))
    plan = replace(DONE, mode=Mode.ARCHITECT)
    pane.show_turns([(ASKED, ()), (plan, events), (replace(plan, number=3), events)])
    settle(qtbot, pane)

    assert words(pane).count("another model writes the edits") == 1


def test_unfolding_moves_nothing_that_is_above(qtbot: QtBot, pane: TranscriptPane) -> None:
    pane.show_turns([*made(60), (ASKED, ()), (replace(DONE, reasoning="Hm.\n" * 99), (Prose("Short.\n"),))])
    settle(qtbot, pane)
    fold = buttons(pane)["Show reasoning"]
    before = fold.mapTo(pane, fold.rect().topLeft())

    press(qtbot, pane, "Show reasoning")
    settle(qtbot, pane)

    assert fold.mapTo(pane, fold.rect().topLeft()) == before
