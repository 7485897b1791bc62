"""The way back to the end of a conversation: offered only while the end is out of view, and it follows again."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollBar
from pytestqt.qtbot import QtBot

from guillemet.engine.blocks import Prose
from guillemet.ui.chat.transcript import ScrollToEndButton, TranscriptPane
from guillemet.ui.style import style
from tests.kit import conversations
from tests.kit.hands import show
from tests.ui.chat.turns import let_answer_begin


@pytest.fixture
def pane(qtbot: QtBot) -> TranscriptPane:
    """Return a pane with more than fits, scrolled to its end, where the keyboard is."""
    made = show(qtbot, TranscriptPane())
    events, outcomes = conversations.sample()
    let_answer_begin(made, events)
    made.set_outcomes(outcomes)
    qtbot.waitUntil(lambda: made.is_settled and bar(made).maximum() > 0)
    made._column.setFocus()
    qtbot.keyClick(made._column, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: is_at_end(made))
    return made


def bar(pane: TranscriptPane) -> QScrollBar:
    return pane._column.verticalScrollBar()


def is_at_end(pane: TranscriptPane) -> bool:
    return bar(pane).value() == bar(pane).maximum()


def top_in_view(pane: TranscriptPane) -> tuple[int, int]:
    """Return which row stands at the top of what is seen, and where; rows measured above it change the bar's number."""
    column = pane._column
    built = [(number, column.widget_of(row)) for number, row in enumerate(column.rows)]
    return next((number, widget.y()) for number, widget in built if widget and widget.geometry().bottom() > 0)


def newest(pane: TranscriptPane) -> ScrollToEndButton:
    return pane.findChildren(ScrollToEndButton)[0]


def scroll_up(qtbot: QtBot, pane: TranscriptPane) -> None:
    qtbot.keyClick(pane._column, Qt.Key.Key_PageUp)
    qtbot.waitUntil(newest(pane).isVisible)


def say(qtbot: QtBot, pane: TranscriptPane, lines: int) -> None:
    """Let the reply go on by this many lines."""
    before = bar(pane).maximum()
    for n in range(lines):
        pane.add_events([Prose(f"And line {n}.\n\n")])
    qtbot.waitUntil(lambda: pane.is_settled and bar(pane).maximum() > before)


def test_who_sees_the_end_is_not_offered_the_way_there(pane: TranscriptPane) -> None:
    assert not newest(pane).isVisible()


def test_who_has_scrolled_up_is_led_back_by_a_press_and_follows_again(qtbot: QtBot, pane: TranscriptPane) -> None:
    scroll_up(qtbot, pane)

    qtbot.mouseClick(newest(pane), Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: is_at_end(pane) and not newest(pane).isVisible())
    say(qtbot, pane, 30)
    qtbot.waitUntil(lambda: is_at_end(pane))


def test_the_end_key_does_the_same(qtbot: QtBot, pane: TranscriptPane) -> None:
    scroll_up(qtbot, pane)

    qtbot.keyClick(pane._column, Qt.Key.Key_End)

    qtbot.waitUntil(lambda: is_at_end(pane) and not newest(pane).isVisible())


def test_the_home_key_leads_to_the_beginning(qtbot: QtBot, pane: TranscriptPane) -> None:
    qtbot.keyClick(pane._column, Qt.Key.Key_Home)

    assert bar(pane).value() == 0


def test_who_sees_all_but_the_margin_at_the_end_goes_on_following(qtbot: QtBot, pane: TranscriptPane) -> None:
    bar(pane).setValue(bar(pane).maximum() - style.GAP)

    say(qtbot, pane, 30)

    qtbot.waitUntil(lambda: is_at_end(pane))


def test_what_comes_below_moves_nothing_and_takes_no_focus(qtbot: QtBot, pane: TranscriptPane) -> None:
    scroll_up(qtbot, pane)
    at = top_in_view(pane)

    say(qtbot, pane, 30)

    assert top_in_view(pane) == at
    assert QApplication.focusWidget() is pane._column


def test_the_button_stands_within_the_pane_however_narrow(qtbot: QtBot, pane: TranscriptPane) -> None:
    scroll_up(qtbot, pane)

    pane.resize(220, 300)

    qtbot.waitUntil(lambda: pane._column.rect().contains(newest(pane).geometry()))
    assert newest(pane).isVisible()
    # Little more than the margin that cards have at the right is covered.
    assert newest(pane).width() == newest(pane).height() < 2 * style.WIDE + style.GAP


def test_an_emptied_conversation_has_no_way_to_its_end(qtbot: QtBot, pane: TranscriptPane) -> None:
    scroll_up(qtbot, pane)

    pane.clear()

    qtbot.waitUntil(lambda: not newest(pane).isVisible())
