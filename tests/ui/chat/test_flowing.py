"""Promises of an answer while it comes: waited for, shown line by line, the same however it is cut."""

import sys

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from guillemet.engine.blocks import BlockGrew, BlockStarted, FormatName, Prose
from guillemet.process_settings import SWITCH_INTERVAL
from guillemet.ui.chat.edit_card import EditCard
from guillemet.ui.chat.markdown_view import MarkdownView
from guillemet.ui.chat.transcript import TranscriptPane
from tests.kit import conversations, reviews
from tests.kit.hands import press, words
from tests.ui.chat.turns import ASKED, FLOWING, WAITING, begin, made, settle


def test_an_answer_is_waited_for_until_something_comes(qtbot: QtBot, pane: TranscriptPane) -> None:
    begin(qtbot, pane)
    before = words(pane)

    pane.change_turn(FLOWING)
    pane.add_events([Prose("Here it is.\n")])
    settle(qtbot, pane)

    assert "waiting for the model …" in before
    assert "waiting for the model" not in words(pane)
    assert "Here it is." in words(pane)


def test_a_retry_is_told_in_place_of_waiting(qtbot: QtBot, pane: TranscriptPane) -> None:
    begin(qtbot, pane)

    pane.change_turn(replace(WAITING, note="It is busy. Retrying in 4 s (try 2)."))
    settle(qtbot, pane)

    assert "Retrying in 4 s (try 2)." in words(pane)


def test_the_unfinished_line_is_shown_once_and_becomes_whole(qtbot: QtBot, pane: TranscriptPane) -> None:
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


def test_the_unfinished_line_of_a_block_is_shown_in_its_card(qtbot: QtBot, pane: TranscriptPane) -> None:
    begin(qtbot, pane)
    pane.change_turn(FLOWING)
    pane.add_events([BlockStarted(1, "src/x.py", FormatName.GUILLEMET, 1), BlockGrew(1, "def total(xs):")])
    pane.set_tail("    return su")
    settle(qtbot, pane)

    assert "def total(xs):\n    return su" in words(pane)


@pytest.mark.parametrize("step", [1, 3, 7, 50])
def test_however_an_answer_is_cut_it_is_shown_the_same(qtbot: QtBot, pane: TranscriptPane, step: int) -> None:
    events = [*conversations.prose(conversations.PROSE), *conversations.events_of(reviews.block("src/x.py"))]
    begin(qtbot, pane)
    pane.change_turn(FLOWING)
    for at in range(0, len(events), step):
        pane.set_tail("half a li")
        pane.add_events(events[at : at + step])
        qtbot.waitUntil(lambda: not pane._queue)
    pane.set_tail("")
    settle(qtbot, pane)

    shown = words(pane)
    assert "half a li" not in shown
    assert shown.count("Totals with tax") == 1
    assert shown.count("Prices stay in cents.") == 1
    assert len(pane.findChildren(EditCard)) == 1


def test_reasoning_is_folded_and_grows_when_unfolded(qtbot: QtBot, pane: TranscriptPane) -> None:
    begin(qtbot, pane)
    pane.add_reasoning("First I look ")
    settle(qtbot, pane)
    assert pane.findChildren(QPlainTextEdit) == []

    press(qtbot, pane, "Show reasoning")
    pane.add_reasoning("at <b>callers</b>.")
    settle(qtbot, pane)

    assert pane.findChild(QPlainTextEdit).toPlainText() == "First I look at <b>callers</b>."


def test_a_whole_reply_that_is_pasted_does_not_disturb_one_that_flows(qtbot: QtBot, pane: TranscriptPane) -> None:
    begin(qtbot, pane)
    pane.change_turn(FLOWING)
    pane.add_events([Prose("First half, \n")])
    pane.add_reply("Pasted text", [Prose("From elsewhere.\n")])
    pane.add_events([Prose("second half.\n")])
    settle(qtbot, pane)

    texts = [box.toPlainText() for box in pane.findChildren(MarkdownView)]
    assert any("First half, second half." in text for text in texts)
    assert "From elsewhere." in texts


def test_a_question_stays_above_its_answer(qtbot: QtBot, pane: TranscriptPane) -> None:
    pane.show_turns(made(40))
    pane.begin_turn(replace(ASKED, number=41))
    pane.begin_turn(replace(FLOWING, number=42))
    pane.add_events(conversations.prose("More.\n\n" * 300))
    settle(qtbot, pane)

    box = next(box for box in pane.findChildren(MarkdownView) if "total take a rate" in box.toPlainText())
    assert 0 <= box.mapTo(pane, box.rect().topLeft()).y() < 80


def test_a_listing_is_coloured_by_its_language(qtbot: QtBot, pane: TranscriptPane) -> None:
    begin(qtbot, pane)
    pane.change_turn(FLOWING)
    text = 'Look:\n\n```python\ndef total(xs):\n    """Sum\n    up."""\n```\n\n```\ndef x\n```\n'
    pane.add_events(conversations.prose(text))
    settle(qtbot, pane)

    box = next(box for box in pane.findChildren(MarkdownView) if "Look:" in box.toPlainText())

    def coloured() -> list[str]:
        lines = [box.document().findBlockByNumber(n) for n in range(box.document().blockCount())]
        return [line.text() for line in lines if line.layout().formats()]

    qtbot.waitUntil(lambda: coloured() == ["def total(xs):", '    """Sum', '    up."""'])


def test_colouring_a_listing_leaves_how_often_threads_take_turns(qtbot: QtBot, pane: TranscriptPane) -> None:
    before = sys.getswitchinterval()
    chosen = SWITCH_INTERVAL * 3
    sys.setswitchinterval(chosen)
    try:
        begin(qtbot, pane)
        pane.add_events(conversations.prose("Look:\n\n```smalltalk\n^ 12\n```\n"))  # a lexer no other test loads
        settle(qtbot, pane)
        (box,) = (box for box in pane.findChildren(MarkdownView) if "Look:" in box.toPlainText())
        listed = box.document().findBlockByNumber(1)

        qtbot.waitUntil(lambda: bool(listed.layout().formats()))

        assert sys.getswitchinterval() == pytest.approx(chosen)
    finally:
        sys.setswitchinterval(before)
