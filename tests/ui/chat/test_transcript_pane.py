"""Promises of the conversation's column: what is looked at stays, and size does not matter."""

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from guillemet.engine.blocks import Prose
from guillemet.ui.chat.edit_card import EditCard
from guillemet.ui.chat.transcript import TranscriptPane
from tests.kit import conversations
from tests.kit.hands import words
from tests.ui.chat.turns import let_answer_begin, settle, show_reply


def test_an_empty_pane_says_what_to_do(pane: TranscriptPane) -> None:
    assert "Ctrl+Shift+V" in words(pane)


def test_two_hundred_blocks_need_few_widgets(qtbot: QtBot, pane: TranscriptPane) -> None:
    events, outcomes = conversations.many(200)
    show_reply(qtbot, pane, events, outcomes)

    assert len(pane._transcript.blocks) == 200
    assert 0 < len(pane.findChildren(EditCard)) < 40


def test_a_block_far_away_is_scrolled_to(qtbot: QtBot, pane: TranscriptPane) -> None:
    events, outcomes = conversations.many(200)
    show_reply(qtbot, pane, events, outcomes)

    pane.show_block(57)
    settle(qtbot, pane)

    card = next(card for card in pane.findChildren(EditCard) if card.accessibleName().startswith("Block 57,"))
    assert 0 <= card.y() < 100


def test_a_reader_who_scrolled_up_is_left_there_while_more_comes(qtbot: QtBot, pane: TranscriptPane) -> None:
    events, _ = conversations.many(40)
    let_answer_begin(pane, events)
    settle(qtbot, pane)
    bar = pane._column.verticalScrollBar()
    bar.setValue(300)
    settle(qtbot, pane)
    before = bar.value(), bar.maximum()

    pane.add_events(conversations.prose("More.\n\n" * 200))
    settle(qtbot, pane)

    assert bar.maximum() > before[1]
    assert bar.value() == before[0]


def test_a_new_reply_is_shown_from_its_title(qtbot: QtBot, pane: TranscriptPane) -> None:
    events, _ = conversations.many(40)
    for title in ("First", "Second"):
        pane.add_reply(title, events)

    settle(qtbot, pane)

    title = next(label for label in pane.findChildren(QLabel) if label.text() == "Second")
    assert 0 <= title.y() <= 20


def test_who_scrolled_to_the_end_stays_there_while_more_comes(qtbot: QtBot, pane: TranscriptPane) -> None:
    events, _ = conversations.many(20)
    let_answer_begin(pane, events)
    settle(qtbot, pane)
    bar = pane._column.verticalScrollBar()
    bar.triggerAction(bar.SliderAction.SliderToMaximum)
    settle(qtbot, pane)
    before = bar.maximum()

    pane.add_events(conversations.prose("More.\n\n" * 100))
    settle(qtbot, pane)

    assert bar.value() == bar.maximum() > before


def test_clear_begins_anew(qtbot: QtBot, pane: TranscriptPane) -> None:
    show_reply(qtbot, pane, [Prose("one\n")])

    pane.clear()

    assert "Ctrl+Shift+V" in words(pane)
    assert len(pane._column.rows) == 0
